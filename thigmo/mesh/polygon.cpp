// Ears are cut off one by one, in the plane of the polygon.
#include "thigmo/mesh/polygon.h"

#include <algorithm>

namespace thigmo {
namespace {

using Vec2 = Eigen::Vector2d;

constexpr size_t most_corners = 2048;  // the search for ears goes as the square of that
constexpr int most_looks = 8;          // at all corners of a polygon

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

/// What is left of the polygon: a ring of corners, each of which knows whether it is an ear.
class Ring {
  public:
    explicit Ring(std::span<const Vec3f> corners) : flat_(flatten(corners)) {
        const auto count = static_cast<uint32_t>(corners.size());
        for (uint32_t i = 0; i < count; ++i) {
            before_.push_back(i == 0 ? count - 1 : i - 1);
            after_.push_back(i + 1 == count ? 0 : i + 1);
        }
        for (uint32_t i = 0; i < count; ++i) is_ear_.push_back(find_ear(i));
    }

    /// The first of `left` corners from one on that is an ear; the one itself where there is none.
    /// Corners that touch an edge may have kept others from being ears: a few times all are looked
    /// at anew.
    uint32_t find_ear_from(uint32_t corner, size_t left) {
        for (;;) {
            uint32_t ear = corner;
            for (size_t i = 0; i < left; ++i, ear = after_[ear])
                if (is_ear_[ear]) return ear;
            if (looks_ == most_looks) return corner;
            ++looks_;
            for (size_t i = 0; i < left; ++i, ear = after_[ear]) is_ear_[ear] = find_ear(ear);
            if (std::ranges::find(is_ear_, true) == is_ear_.end()) return corner;
        }
    }
    uint32_t after(uint32_t corner) const { return after_[corner]; }

    /// Takes a corner out, after which its neighbours alone may become ears or cease to be.
    Triangle cut(uint32_t corner) {
        const uint32_t before = before_[corner], after = after_[corner];
        after_[before] = after;
        before_[after] = before;
        is_ear_[corner] = false;
        for (const uint32_t neighbour : {before, after}) is_ear_[neighbour] = find_ear(neighbour);
        return {before, corner, after};
    }

  private:
    /// Whether the corner sticks out with nothing inside it.
    bool find_ear(uint32_t corner) const {
        const uint32_t before = before_[corner], after = after_[corner];
        const Vec2 &a = flat_[before], &b = flat_[corner], &c = flat_[after];
        if (!(turn(a, b, c) > 0)) return false;
        for (uint32_t i = after_[after]; i != before; i = after_[i]) {
            const Vec2& p = flat_[i];
            if (p != a && p != b && p != c && turn(a, b, p) >= 0 && turn(b, c, p) >= 0 &&
                turn(c, a, p) >= 0)
                return false;
        }
        return true;
    }

    std::vector<Vec2> flat_;
    std::vector<uint32_t> before_, after_;
    std::vector<bool> is_ear_;
    int looks_ = 0;
};

std::vector<Triangle> cut_ears(std::span<const Vec3f> corners) {
    Ring ring(corners);
    std::vector<Triangle> triangles;
    uint32_t first = 0;  // of the corners that are left
    for (size_t left = corners.size(); left > 3; --left) {
        // Looked for from the corner after the first; that one is cut where there is no ear.
        const uint32_t corner = ring.find_ear_from(ring.after(first), left);
        triangles.push_back(ring.cut(corner));
        if (corner == first) first = ring.after(corner);
    }
    const uint32_t second = ring.after(first);
    triangles.push_back({first, second, ring.after(second)});
    return triangles;
}

}  // namespace

std::vector<Triangle> cut_polygon(std::span<const Vec3f> corners) {
    if (corners.size() > 3 && corners.size() <= most_corners) return cut_ears(corners);
    std::vector<Triangle> fan;
    fan.reserve(corners.size() - 2);
    for (uint32_t i = 2; i < corners.size(); ++i) fan.push_back({0, i - 1, i});
    return fan;
}

}  // namespace thigmo
