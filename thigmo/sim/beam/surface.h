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
    /// Shares of the motion that it makes: of the way from where its branch grows to its place
    /// along it, and of its leaf's turns.
    float bend = 1, flutter = 1;
};

/// Another plant of the same kind: a forest is one moved plant, and this of every tree. In a shader
/// each has a time of its own, since nothing is kept from frame to frame; on the CPU those of one
/// phase share the moved vertices.
struct BeamInstance {
    Placement placement{};
    double phase = 0;  // s, ahead of the others
};
static_assert(sizeof(BeamInstance) <= 100);

/// From the moved plant to where the instance stands.
StationMotion<float> motion_of(const BeamInstance& instance);

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
    using Motion = StationMotion<float>;
    /// Numbers of vertices by axis, with a block to spare at the end.
    using Axes = std::array<std::vector<float>, 3>;
    /// Vertices of leaves, in the leaf's own axes (across, along and out of it) but for the place.
    struct LeafVertices {
        Axes place, arm, normal, tangent;  // the arm is from the stalk
        std::vector<float> flutter;
    };
    /// A leaf's station, as the leaf's own axes and stalk are moved by it.
    struct LeafMotion {
        Motion motion;
        Vec4f lean;  // half the turn that the mean wind gives it, in its own axes
    };
    /// A vertex that bends less than its place does.
    struct Held {
        uint32_t vertex, base;  // the station where its branch grows
        float bend;
    };
    void add_vertex(const SurfaceVertex& vertex, uint32_t station, uint32_t leaf);
    void move_wood(size_t begin, size_t end, Quality quality, const Moved& out) const;
    void move_leaf_stalks(size_t begin, size_t end, const Flutter& flutter);
    void move_leaves(size_t begin, size_t end, const FlutterTexture& field, const Flutter& flutter,
                     Quality quality, const Moved& out) const;
    void hold(const Held& held, Quality quality, const Moved& out) const;

    bool shears_ = false;
    Stations<float> stations_;
    SurfaceVertices vertices_;
    LeafVertices leaf_vertices_;
    std::vector<uint32_t> leaf_station_;
    std::vector<Held> held_;
    std::vector<uint32_t> order_;
    std::vector<Motion> motions_;           // reused; the last one never moves
    std::vector<LeafMotion> leaf_motions_;  // likewise
};

}  // namespace thigmo
