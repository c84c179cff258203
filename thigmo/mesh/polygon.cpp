// Ears are cut off one by one, in the plane of the polygon.
#include "thigmo/mesh/polygon.h"

#include <algorithm>
#include <numeric>

namespace thigmo {
namespace {

using Vec2 = Eigen::Vector2d;

constexpr size_t most_corners = 256;  // the search for ears goes as the cube of that

/// Twice the area of a triangle, positive where it turns to the left.
double turn(const Vec2& a, const Vec2& b, const Vec2& c) {
    return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

/// The corners seen against the polygon's normal, which is Newell's.
std::vector<Vec2> flatten(std::span<const Vec3f> corners) {
    Vec3 normal = Vec3::Zero();
    const Vec3 first = corners.front().cast<double>();
    for (size_t i = 0; i + 1 < corners.size(); ++i)
        normal +=
            (corners[i].cast<double>() - first).cross(Vec3(corners[i + 1].cast<double>() - first));
    const double length = normal.norm();
    normal = length > 0 ? Vec3(normal / length) : Vec3(Vec3::UnitZ());
    const Vec3 x = normal.unitOrthogonal(), y = normal.cross(x);
    std::vector<Vec2> flat;
    for (const Vec3f& corner : corners) {
        const Vec3 p = corner.cast<double>() - first;
        flat.emplace_back(p.dot(x), p.dot(y));
    }
    return flat;
}

/// Whether the corner at `at` of what is left sticks out with nothing inside it.
bool is_ear(const std::vector<Vec2>& flat, const std::vector<uint32_t>& left, size_t at) {
    const size_t count = left.size();
    const uint32_t before = left[(at + count - 1) % count], after = left[(at + 1) % count];
    const Vec2 &a = flat[before], &b = flat[left[at]], &c = flat[after];
    if (!(turn(a, b, c) > 0)) return false;
    return std::ranges::none_of(left, [&](uint32_t i) {
        if (i == before || i == left[at] || i == after) return false;
        const Vec2& p = flat[i];
        if (p == a || p == b || p == c) return false;
        return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
    });
}

}  // namespace

std::vector<Triangle> cut_polygon(std::span<const Vec3f> corners) {
    std::vector<uint32_t> left(corners.size());
    std::iota(left.begin(), left.end(), 0u);
    std::vector<Triangle> triangles;
    const bool looks_for_ears = corners.size() > 3 && corners.size() <= most_corners;
    const std::vector<Vec2> flat = looks_for_ears ? flatten(corners) : std::vector<Vec2>();
    while (left.size() > 3) {
        // The corner after the first is cut where there is no ear: a fan.
        size_t at = 1;
        for (size_t i = 0; looks_for_ears && i < left.size(); ++i) {
            const size_t candidate = (1 + i) % left.size();
            if (!is_ear(flat, left, candidate)) continue;
            at = candidate;
            break;
        }
        const size_t count = left.size();
        triangles.push_back({left[(at + count - 1) % count], left[at], left[(at + 1) % count]});
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    }
    triangles.push_back({left[0], left[1], left[2]});
    return triangles;
}

}  // namespace thigmo
