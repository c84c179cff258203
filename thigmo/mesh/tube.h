// Closed tubes swept through rings: the surface of stems and branches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "thigmo/mesh/triangle_mesh.h"

namespace thigmo {

/// A circle that the tube passes through.
struct TubeRing {
    Vec3 centre;
    Vec3 tangent;      // unit, towards the tip
    double radius;     // m
    double along = 0;  // length from the base: v of the texture (m)
};

/// Rings from base to tip; the base is closed flat, the tip runs to a point beyond the last ring.
struct TubePath {
    std::span<const TubeRing> rings;  // one or more
    Vec3 tip;
    uint32_t sides = 8;  // three or more
};

/// Vertices that a tube takes: one at each pole, and sides + 1 per ring (the texture has a seam).
constexpr size_t tube_vertices(size_t rings, uint32_t sides) {
    return rings * (sides + 1) + 2;
}
constexpr size_t tube_triangles(size_t rings, uint32_t sides) {
    return 2 * sides * rings;
}

/// Writes the tube's vertices and triangles into room made for them in `mesh`. Frames are carried
/// from ring to ring by parallel transport, so that the tube never twists. UVs are in metres: u
/// around (0 opposite the seam), v along.
void sweep_tube(const TubePath& path, uint32_t first_vertex, uint32_t first_triangle,
                TriangleMesh& mesh);

/// A vector of unit length at a right angle to the unit vector t.
Vec3 any_normal(const Vec3& t);

/// `normal` carried from tangent `from` to tangent `to` by the smallest rotation between them.
Vec3 transport(const Vec3& normal, const Vec3& from, const Vec3& to);

}  // namespace thigmo
