// A piece as a mesh of its own: joined vertices, neighbours, boundary loops, geodesic distances.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "thigmo/authoring/soup_surface.h"

namespace thigmo {

/// Triangles that stand for themselves and have an area, wound alike whatever the file has.
struct Patch {
    std::vector<Vec3> points;
    std::vector<uint32_t> vertex;  // per point: welded, of the surface
    std::vector<Triangle> triangles;
    std::vector<uint32_t> source;  // per triangle: of the surface
    std::vector<uint32_t> first_neighbour, neighbours;
    std::vector<std::vector<uint32_t>> loops;  // points of every boundary loop, by first point
    double area = 0;                           // m²
    double boundary_share = 0;                 // of the edges
    Vec3 mean_normal = Vec3::Zero();           // Σ A n / Σ A
    Box box;
};

Patch make_patch(const SoupSurface& surface, std::span<const uint32_t> triangles);

/// Shortest way along edges from the nearest source (m); infinite where there is none.
std::vector<double> geodesics(const Patch& patch, std::span<const uint32_t> sources);

/// The point with the greatest finite distance, the first of equals.
uint32_t farthest(std::span<const double> distances);

/// The middle of some points.
Vec3 centre_of(const Patch& patch, std::span<const uint32_t> points);

}  // namespace thigmo
