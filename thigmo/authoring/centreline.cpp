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

/// Of a tube so long.
double mean_radius(const Patch& patch, double length) {
    return length > 0 ? patch.area / (2 * std::numbers::pi * length) : 0;
}

/// Where to begin: the widest boundary loop, or one end of a closed patch.
std::vector<uint32_t> find_end(const Patch& patch) {
    const std::vector<uint32_t>* widest = nullptr;
    double most = 0;
    for (const std::vector<uint32_t>& loop : patch.loops)
        if (const double radius = loop_radius(patch, loop); loop.size() >= 3 && radius > most) {
            widest = &loop;
            most = radius;
        }
    if (widest != nullptr) return *widest;
    // From the other end the fronts arrive square to the tube: what they reach last is a cap.
    const uint32_t somewhere = 0;
    const uint32_t other = farthest(geodesics(patch, std::span(&somewhere, 1)));
    const std::vector<double> distances = geodesics(patch, std::span(&other, 1));
    const double whole = distances[farthest(distances)];
    std::vector<uint32_t> cap;
    for (uint32_t point = 0; point < patch.points.size(); ++point)
        if (std::isfinite(distances[point]) &&
            distances[point] >= whole - 0.5 * mean_radius(patch, whole))
            cap.push_back(point);
    return cap;
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

/// The longest contour of every level, without those that lie on the caps of closed ends (less than
/// a radius from such an end) or are cut by the rim of an open one. `spacing` is that of the
/// levels.
std::vector<Contour> along_tube(const std::vector<Contour>& contours, double spacing, double whole,
                                bool closed_base, bool closed_tip) {
    std::vector<Contour> longest;
    for (const Contour& contour : contours)
        if (longest.empty() || contour.level != longest.back().level) longest.push_back(contour);
    const auto way = [&](const Contour& contour) { return (contour.level + 0.5) * spacing; };
    const auto on_cap = [](double to_end, const Contour& inner) {
        return to_end < 1.2 * inner.mean_radius;
    };
    while (closed_base && longest.size() > 2 && on_cap(way(longest[0]), longest[1]))
        longest.erase(longest.begin());
    while (closed_tip && longest.size() > 2 &&
           on_cap(whole - way(longest.back()), longest[longest.size() - 2]))
        longest.pop_back();
    // In a bend the fronts lean: the last ones run over the rim of an open end.
    const bool mostly = 2 * std::ranges::count_if(longest, &Contour::closed) > std::ssize(longest);
    while (mostly && longest.size() > 2 && !longest.back().closed) longest.pop_back();
    return longest;
}

Axis line_of(const std::vector<Contour>& contours) {
    Axis line;
    for (const Contour& contour : contours) {
        line.points.push_back(contour.centre);
        line.radius.push_back(radius_of(contour));
        line.reach.push_back(contour.mean_radius);
    }
    return line;
}

/// A value at an end: it goes on as it does between the last two points, within bounds.
double prolonged(double inner, double last, double share) {
    return std::clamp(last + share * (last - inner), 0.25 * last, 1.5 * last);
}

/// Adds what lies beyond the first and the last contour.
void add_ends(const Patch& patch, std::span<const uint32_t> begin, std::span<const uint32_t> end,
              Axis& line) {
    if (line.size() < 2) return;
    const auto add_last = [&](std::span<const uint32_t> ring) {
        const size_t n = line.size();
        const Vec3 last = end_point(patch, ring, line.points[n - 1], line.points[n - 2]);
        const double piece = (line.points[n - 1] - line.points[n - 2]).norm(),
                     share = (last - line.points[n - 1]).norm() / std::max(piece, 1e-300);
        if (share < 1e-3) return;
        line.points.push_back(last);
        line.radius.push_back(prolonged(line.radius[n - 2], line.radius[n - 1], share));
        line.reach.push_back(prolonged(line.reach[n - 2], line.reach[n - 1], share));
    };
    add_last(end);
    line.reverse();
    add_last(begin);
    line.reverse();
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
    const auto count =
        static_cast<size_t>(std::clamp(whole / (2 * mean_radius(patch, whole)), 8.0, 400.0));
    const double spacing = whole / static_cast<double>(count);
    std::vector<double> levels(count);
    for (size_t i = 0; i < count; ++i) levels[i] = (static_cast<double>(i) + 0.5) * spacing;
    const std::vector<uint32_t> end = far_end(patch, distances);
    Axis line = line_of(along_tube(find_contours(patch, distances, levels), spacing, whole,
                                   patch.loops.empty(), end.size() < 3));
    add_ends(patch, sources, end, line);
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
