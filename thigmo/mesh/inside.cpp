// Crossings of lines with triangles, and the windings between them.
#include "thigmo/mesh/inside.h"

#include <algorithm>
#include <cmath>

namespace thigmo {
namespace {

struct Crossing {
    double at = 0;
    int turn = 0;  // +1 where the line enters a surface whose triangles look outwards
};

/// Lines between two places.
std::array<size_t, 2> lines_between(const std::vector<double>& lines, double low, double high) {
    const auto from = std::ranges::lower_bound(lines, low);
    return {static_cast<size_t>(from - lines.begin()),
            static_cast<size_t>(std::upper_bound(from, lines.end(), high) - lines.begin())};
}

/// Corners with the lines' axis last.
void cross_triangle(const std::array<Vec3, 3>& corners, const LineGrid& grid,
                    std::vector<std::vector<Crossing>>& crossings) {
    const auto& [a, b, c] = corners;
    const double twice = (b.x() - a.x()) * (c.y() - a.y()) - (c.x() - a.x()) * (b.y() - a.y());
    if (twice == 0) return;
    const auto [xs, xe] =
        lines_between(grid.u, std::min({a.x(), b.x(), c.x()}), std::max({a.x(), b.x(), c.x()}));
    const auto [ys, ye] =
        lines_between(grid.v, std::min({a.y(), b.y(), c.y()}), std::max({a.y(), b.y(), c.y()}));
    for (size_t i = xs; i < xe; ++i)
        for (size_t j = ys; j < ye; ++j) {
            const double x = grid.u[i] - a.x(), y = grid.v[j] - a.y();
            const double v = (x * (c.y() - a.y()) - (c.x() - a.x()) * y) / twice;
            const double w = ((b.x() - a.x()) * y - x * (b.y() - a.y())) / twice;
            if (v < 0 || w < 0 || v + w > 1) continue;
            crossings[grid.row(i, j)].push_back(
                {a.z() + v * (b.z() - a.z()) + w * (c.z() - a.z()), twice < 0 ? 1 : -1});
        }
}

Stretches stretches_of(std::vector<Crossing>& crossings) {
    std::ranges::stable_sort(crossings, {}, &Crossing::at);
    Stretches stretches;
    int winding = 0;
    for (const Crossing& crossing : crossings) {
        const int before = winding;
        winding += crossing.turn;
        if (before == 0 && winding != 0) stretches.push_back({crossing.at, crossing.at});
        if (before != 0 && winding == 0) stretches.back()[1] = crossing.at;
    }
    if (winding != 0) stretches.pop_back();  // open above
    return stretches;
}

}  // namespace

std::vector<Stretches> find_inside(std::span<const Vec3> positions,
                                   std::span<const Triangle> triangles, const LineGrid& grid) {
    // Lines that pass through edges would count two triangles or none: off them by a share of
    // their distance that no mesh is made with.
    LineGrid off = grid;
    for (double& u : off.u) u += 3.1e-6 * (grid.u.back() - grid.u.front()) / double(grid.u.size());
    for (double& v : off.v) v += 2.3e-6 * (grid.v.back() - grid.v.front()) / double(grid.v.size());
    const Eigen::Index w = grid.axis, u = (w + 1) % 3, v = (w + 2) % 3;
    const auto turned = [&](uint32_t corner) {
        const Vec3& at = positions[corner];
        return Vec3(at[u], at[v], at[w]);
    };
    std::vector<std::vector<Crossing>> crossings(grid.u.size() * grid.v.size());
    for (const auto& [a, b, c] : triangles)
        cross_triangle({turned(a), turned(b), turned(c)}, off, crossings);
    std::vector<Stretches> inside;
    for (std::vector<Crossing>& line : crossings) inside.push_back(stretches_of(line));
    return inside;
}

Stretches between(const Stretches& stretches, double low, double high) {
    return common(stretches, {{low, high}});
}

Stretches common(const Stretches& a, const Stretches& b) {
    Stretches both;
    for (const auto& [from, to] : a)
        for (const auto& [low, high] : b)
            if (const double start = std::max(from, low), end = std::min(to, high); end > start)
                both.push_back({start, end});
    return both;
}

Stretches without(const Stretches& a, const Stretches& b) {
    Stretches gaps;
    double from = -INFINITY;
    for (const auto& [low, high] : b) {
        gaps.push_back({from, low});
        from = high;
    }
    gaps.push_back({from, INFINITY});
    return common(a, gaps);
}

}  // namespace thigmo
