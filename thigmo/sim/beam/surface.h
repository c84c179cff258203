// The drawn surface of a beam plant: its vertices as a function of the time, as a shader has it.
//
// Every vertex rides on one station; those of leaves turn about their stalk first, each by what the
// gusts are at its own place. One pass over the vertices, in single precision, on all threads.
#pragma once

#include "thigmo/sim/beam/riding.h"

namespace thigmo {

/// What is found of each vertex: all of it, or where it is only (lit as if at rest).
enum class Quality { full, positions };

/// Vertices at rest and what they ride on; wood before leaves.
struct SurfaceVertices {
    std::vector<Vec4f> positions, normals, tangents;  // the last lane is 0
    std::vector<uint32_t> station;
    std::vector<uint32_t> leaf;  // of those from first_leaf on: row of the leaves
    size_t first_leaf = 0;
    std::vector<Leaf> leaves;

    size_t size() const { return positions.size(); }
};

/// A vertex that is asked for.
struct SurfaceVertex {
    Vec3f position = Vec3f::Zero(), normal = Vec3f::UnitY(), tangent = Vec3f::UnitX();
    DomainId domain;
};

class BeamSurface {
  public:
    /// Wood first, then whatever flutters; both in the order in which they are drawn.
    BeamSurface(const Plant& plant, const BeamPlant& beams, Bending bending,
                std::span<const SurfaceVertex> vertices);

    const SurfaceVertices& vertices() const { return vertices_; }
    const Stations<float>& stations() const { return stations_; }
    /// Where the given vertices stand among those of the surface.
    std::span<const uint32_t> order() const { return order_; }

    /// Moved vertices, as many as there are; normals and tangents where the quality is full.
    struct Moved {
        std::span<Vec4f> positions, normals, tangents;
    };
    void move(std::span<const Bend> bends, const FlutterTexture& field, const Flutter& flutter,
              Quality quality, const Moved& out);

  private:
    struct alignas(64) Columns {
        Vec4f x, y, z, offset;
    };
    void move_wood(size_t begin, size_t end, Quality quality, const Moved& out) const;
    void move_leaves(size_t begin, size_t end, const FlutterTexture& field, const Flutter& flutter,
                     Quality quality, const Moved& out) const;

    Stations<float> stations_;
    SurfaceVertices vertices_;
    std::vector<uint32_t> order_;
    std::vector<StationMotion<float>> motions_;  // reused
    std::vector<Columns> columns_;               // likewise
};

}  // namespace thigmo
