// Centrelines: contours at equal distances from one end, their centres joined.
#include "thigmo/authoring/centreline.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/authoring/contours.h"
#include "thigmo/mesh/closest.h"

namespace thigmo {
namespace {

/// The mean distance of a loop's points from their middle.
double loop_radius(const Patch& patch, const std::vector<uint32_t>& loop) {
    const Vec3 centre = centre_of(patch, loop);
    double sum = 0;
    for (const uint32_t point : loop) sum += (patch.points[point] - centre).norm();
    return sum / static_cast<double>(loop.size());
}

/// Where to begin: the widest boundary loop, or a point at one end of a closed patch.
std::vector<uint32_t> find_end(const Patch& patch) {
    const std::vector<uint32_t>* widest = nullptr;
    double most = 0;
    for (const std::vector<uint32_t>& loop : patch.loops)
        if (const double radius = loop_radius(patch, loop); loop.size() >= 3 && radius > most) {
            widest = &loop;
            most = radius;
        }
    if (widest != nullptr) return *widest;
    const uint32_t somewhere = 0;
    return {farthest(geodesics(patch, std::span(&somewhere, 1)))};
}

/// The other end: the boundary loop that lies there, or the farthest point.
std::vector<uint32_t> far_end(const Patch& patch, std::span<const double> distances) {
    const uint32_t last = farthest(distances);
    for (const std::vector<uint32_t>& loop : patch.loops)
        if (loop.size() >= 3 && std::find(loop.begin(), loop.end(), last) != loop.end() &&
            distances[loop.front()] > 0.5 * distances[last])
            return loop;
    return {last};
}

/// An end of the line: the middle of a ring there, or the point's foot on the line's direction, as
/// a single point lies on the rim of a cap.
Vec3 end_point(const Patch& patch, std::span<const uint32_t> ring, const Vec3& next,
               const Vec3& after) {
    if (ring.size() >= 3) return centre_of(patch, ring);
    const Vec3 along = (next - after).normalized();
    const double way = (patch.points[ring.front()] - next).dot(along);
    return next + std::max(way, 0.0) * along;
}

double radius_of(const Contour& contour) {
    return contour.closed ? std::max(contour.area_radius, 0.5 * contour.mean_radius)
                          : contour.length / (2 * std::numbers::pi);
}

Axis line_of(const std::vector<Contour>& contours) {
    Axis line;
    for (size_t i = 0; i < contours.size(); ++i) {
        if (i > 0 && contours[i].level == contours[i - 1].level) continue;
        line.points.push_back(contours[i].centre);
        line.radius.push_back(radius_of(contours[i]));
        line.reach.push_back(contours[i].mean_radius);
    }
    return line;
}

/// Adds what lies beyond the first and the last contour.
void add_ends(const Patch& patch, std::span<const uint32_t> begin, std::span<const uint32_t> end,
              Axis& line) {
    const size_t n = line.size();
    if (n < 2) return;
    const Vec3 first = end_point(patch, begin, line.points[0], line.points[1]);
    const Vec3 last = end_point(patch, end, line.points[n - 1], line.points[n - 2]);
    const double near = 1e-3 * (line.points[0] - line.points[1]).norm();
    if ((first - line.points[0]).norm() > near) {
        line.points.insert(line.points.begin(), first);
        line.radius.insert(line.radius.begin(), line.radius.front());
        line.reach.insert(line.reach.begin(), line.reach.front());
    }
    if ((last - line.points.back()).norm() > near) {
        const bool tip = end.size() < 3 && patch.loops.size() == 1;  // closed to a point
        line.points.push_back(last);
        line.radius.push_back((tip ? 0.5 : 1.0) * line.radius.back());
        line.reach.push_back((tip ? 0.5 : 1.0) * line.reach.back());
    }
}

}  // namespace

double Axis::length() const {
    double sum = 0;
    for (size_t i = 1; i < points.size(); ++i) sum += (points[i] - points[i - 1]).norm();
    return sum;
}

void Axis::reverse() {
    std::reverse(points.begin(), points.end());
    std::reverse(radius.begin(), radius.end());
    std::reverse(reach.begin(), reach.end());
}

void simplify(Axis& line, double share) {
    if (line.size() < 3) return;
    std::vector<uint8_t> keep(line.size());
    keep.front() = keep.back() = 1;
    std::vector<std::pair<size_t, size_t>> open{{0, line.size() - 1}};
    while (!open.empty()) {
        const auto [a, b] = open.back();
        open.pop_back();
        double most = share;
        size_t worst = 0;
        for (size_t i = a + 1; i < b; ++i) {
            const double along = static_cast<double>(i - a) / static_cast<double>(b - a);
            const double straight = (1 - along) * line.radius[a] + along * line.radius[b];
            const double off =
                std::max((closest_on_segment(line.points[i], line.points[a], line.points[b]) -
                          line.points[i])
                             .norm(),
                         0.5 * std::abs(line.radius[i] - straight));
            if (off / std::max(line.radius[i], 1e-12) > most) {
                most = off / line.radius[i];
                worst = i;
            }
        }
        if (worst == 0) continue;
        keep[worst] = 1;
        open.push_back({a, worst});
        open.push_back({worst, b});
    }
    Axis kept;
    for (size_t i = 0; i < line.size(); ++i) {
        if (keep[i] == 0) continue;
        kept.points.push_back(line.points[i]);
        kept.radius.push_back(line.radius[i]);
        kept.reach.push_back(line.reach[i]);
    }
    line = std::move(kept);
}

Axis trace_from(const Patch& patch, std::span<const uint32_t> sources) {
    const std::vector<double> distances = geodesics(patch, sources);
    const double whole = distances[farthest(distances)];
    if (!(whole > 0)) return {};
    const double mean_radius = patch.area / (2 * std::numbers::pi * whole);
    const auto count = static_cast<size_t>(std::clamp(whole / (2 * mean_radius), 8.0, 400.0));
    std::vector<double> levels(count);
    for (size_t i = 0; i < count; ++i)
        levels[i] = whole * (static_cast<double>(i) + 0.5) / static_cast<double>(count);
    Axis line = line_of(find_contours(patch, distances, levels));
    add_ends(patch, sources, far_end(patch, distances), line);
    return line;
}

Axis trace_tube(const Patch& patch) {
    if (patch.points.empty()) return {};
    Axis line = trace_from(patch, find_end(patch));
    simplify(line, 0.1);
    if (line.size() >= 2 && line.radius.front() < line.radius.back()) line.reverse();
    return line;
}

}  // namespace thigmo
