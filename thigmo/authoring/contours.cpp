// Contours: crossings of triangles with levels, joined where they meet on an edge.
#include "thigmo/authoring/contours.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Eigenvalues>

#include "thigmo/base/union_find.h"

namespace thigmo {
namespace {

/// The part of a contour in one triangle, from the edge where the distance rises to the one where
/// it falls, going round the triangle.
struct Crossing {
    uint32_t level;
    uint64_t from_edge, to_edge;
    Vec3 from, to;
};

uint64_t edge_key(uint32_t a, uint32_t b) {
    return uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

Vec3 crossing_point(const Patch& patch, std::span<const double> d, uint32_t a, uint32_t b,
                    double level) {
    if (a > b) std::swap(a, b);  // the same point from either side
    const double share = (level - d[a]) / (d[b] - d[a]);
    return patch.points[a] + share * (patch.points[b] - patch.points[a]);
}

void cross(const Patch& patch, std::span<const double> d, const Triangle& corners,
           std::span<const double> levels, std::vector<Crossing>& out) {
    const auto [low, high] = std::minmax({d[corners[0]], d[corners[1]], d[corners[2]]});
    if (!std::isfinite(high)) return;
    const auto begin = std::lower_bound(levels.begin(), levels.end(), low);
    for (auto at = begin; at != levels.end() && *at < high; ++at) {
        Crossing crossing{static_cast<uint32_t>(at - levels.begin()), 0, 0, {}, {}};
        for (size_t side = 0; side < 3; ++side) {
            const uint32_t a = corners[side], b = corners[(side + 1) % 3];
            if ((d[a] > *at) == (d[b] > *at)) continue;
            const Vec3 point = crossing_point(patch, d, a, b, *at);
            if (d[b] > *at) {
                crossing.from = point;
                crossing.from_edge = edge_key(a, b);
            } else {
                crossing.to = point;
                crossing.to_edge = edge_key(a, b);
            }
        }
        out.push_back(crossing);
    }
}

Contour measure(std::span<const Crossing* const> run) {
    Contour contour;
    contour.level = run.front()->level;
    for (const Crossing* part : run) {
        const double length = (part->to - part->from).norm();
        contour.length += length;
        contour.centre += 0.5 * length * (part->from + part->to);
    }
    if (contour.length > 0)
        contour.centre /= contour.length;
    else
        contour.centre = run.front()->from;
    Vec3 area = Vec3::Zero();
    Mat3 spread = Mat3::Zero();
    for (const Crossing* part : run) {
        const Vec3 a = part->from - contour.centre, b = part->to - contour.centre;
        const double length = (b - a).norm();
        contour.mean_radius += 0.5 * length * (a.norm() + b.norm());
        area += 0.5 * a.cross(b);
        spread += 0.5 * length * (a * a.transpose() + b * b.transpose());
    }
    if (contour.length > 0) contour.mean_radius /= contour.length;
    contour.area_radius = std::sqrt(area.norm() / std::numbers::pi);
    const Vec3 moments = Eigen::SelfAdjointEigenSolver<Mat3>(spread, Eigen::EigenvaluesOnly)
                             .eigenvalues();  // ascending
    if (moments[2] > 0) contour.aspect = std::sqrt(std::max(0.0, moments[1]) / moments[2]);
    return contour;
}

/// Groups the crossings of one level into curves.
void join_level(std::span<const Crossing> crossings, std::vector<Contour>& out) {
    std::vector<std::pair<uint64_t, uint32_t>> ends;
    for (uint32_t i = 0; i < crossings.size(); ++i) {
        ends.push_back({crossings[i].from_edge, i});
        ends.push_back({crossings[i].to_edge, i});
    }
    std::sort(ends.begin(), ends.end());
    UnionFind sets(crossings.size());
    std::vector<uint8_t> open(crossings.size());
    for (size_t first = 0; first < ends.size();) {
        size_t last = first + 1;
        while (last < ends.size() && ends[last].first == ends[first].first) ++last;
        for (size_t i = first + 1; i < last; ++i) sets.unite(ends[first].second, ends[i].second);
        if (last - first == 1) open[ends[first].second] = 1;
        first = last;
    }
    const std::vector<uint32_t> number = sets.numbers();
    std::vector<std::vector<const Crossing*>> runs;
    std::vector<uint8_t> is_open;
    for (uint32_t i = 0; i < crossings.size(); ++i) {
        if (number[i] == runs.size()) {
            runs.emplace_back();
            is_open.push_back(0);
        }
        runs[number[i]].push_back(&crossings[i]);
        is_open[number[i]] |= open[i];
    }
    const size_t begin = out.size();
    for (size_t run = 0; run < runs.size(); ++run) {
        out.push_back(measure(runs[run]));
        out.back().closed = is_open[run] == 0;
    }
    std::stable_sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(),
                     [](const Contour& a, const Contour& b) { return a.length > b.length; });
}

}  // namespace

std::vector<Contour> find_contours(const Patch& patch, std::span<const double> distances,
                                   std::span<const double> levels) {
    std::vector<Crossing> crossings;
    for (const Triangle& corners : patch.triangles)
        cross(patch, distances, corners, levels, crossings);
    std::stable_sort(crossings.begin(), crossings.end(),
                     [](const Crossing& a, const Crossing& b) { return a.level < b.level; });
    std::vector<Contour> contours;
    for (size_t first = 0; first < crossings.size();) {
        size_t last = first + 1;
        while (last < crossings.size() && crossings[last].level == crossings[first].level) ++last;
        join_level(std::span(crossings).subspan(first, last - first), contours);
        first = last;
    }
    return contours;
}

}  // namespace thigmo
