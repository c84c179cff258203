// Nearest points by regions, intersection of triangles by separating axes.
#include "thigmo/mesh/closest.h"

#include <algorithm>

namespace thigmo {
namespace {

/// Whether the projections on an axis leave a gap.
bool separates(const Vec3& axis, const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b) {
    if (axis.squaredNorm() == 0) return false;
    const auto [a_low, a_high] = std::minmax({axis.dot(a[0]), axis.dot(a[1]), axis.dot(a[2])});
    const auto [b_low, b_high] = std::minmax({axis.dot(b[0]), axis.dot(b[1]), axis.dot(b[2])});
    return a_high < b_low || b_high < a_low;
}

}  // namespace

double closest_share(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 axis = b - a;
    const double squared = axis.squaredNorm();
    return squared > 0 ? std::clamp((p - a).dot(axis) / squared, 0.0, 1.0) : 0.0;
}

Vec3 closest_on_triangle(const Vec3& p, const std::array<Vec3, 3>& triangle) {
    const auto& [a, b, c] = triangle;
    const Vec3 ab = b - a, ac = c - a, normal = ab.cross(ac);
    const double squared = normal.squaredNorm();
    if (squared > 0) {
        const double v = (p - a).cross(ac).dot(normal) / squared,
                     w = ab.cross(p - a).dot(normal) / squared;
        if (v >= 0 && w >= 0 && v + w <= 1) return a + v * ab + w * ac;
    }
    Vec3 best = closest_on_segment(p, a, b);
    for (const Vec3& other : {closest_on_segment(p, b, c), closest_on_segment(p, c, a)})
        if ((other - p).squaredNorm() < (best - p).squaredNorm()) best = other;
    return best;
}

bool triangles_meet(const std::array<Vec3, 3>& first, const std::array<Vec3, 3>& second) {
    // About one of their corners, so that far from the origin nothing is lost.
    std::array<Vec3, 3> a, b, a_sides, b_sides;
    for (size_t i = 0; i < 3; ++i) {
        a[i] = first[i] - first[0];
        b[i] = second[i] - first[0];
    }
    for (size_t i = 0; i < 3; ++i) {
        a_sides[i] = a[(i + 1) % 3] - a[i];
        b_sides[i] = b[(i + 1) % 3] - b[i];
    }
    const Vec3 a_normal = a_sides[0].cross(a_sides[1]), b_normal = b_sides[0].cross(b_sides[1]);
    if (separates(a_normal, a, b) || separates(b_normal, a, b)) return false;
    for (size_t i = 0; i < 3; ++i) {
        for (size_t j = 0; j < 3; ++j)
            if (separates(a_sides[i].cross(b_sides[j]), a, b)) return false;
        // In one plane the sides' own normals decide.
        if (separates(a_normal.cross(a_sides[i]), a, b) ||
            separates(b_normal.cross(b_sides[i]), a, b))
            return false;
    }
    return true;
}

}  // namespace thigmo
