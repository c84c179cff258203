// Exact questions about two small things: nearest points, and whether triangles meet.
#pragma once

#include <array>

#include "thigmo/base/vector.h"

namespace thigmo {

/// Share 0…1 of the way from a to b at which the segment is nearest to p; 0 for a segment without
/// length.
double closest_share(const Vec3& p, const Vec3& a, const Vec3& b);

inline Vec3 closest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    return a + closest_share(p, a, b) * (b - a);
}

/// The nearest point of a triangle.
Vec3 closest_on_triangle(const Vec3& p, const std::array<Vec3, 3>& triangle);

/// Whether two triangles have a point in common; touching counts.
bool triangles_meet(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b);

}  // namespace thigmo
