// Patches and the distances along them.
#include "thigmo/authoring/patch.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

#include "thigmo/authoring/winding.h"
#include "thigmo/base/union_find.h"

namespace thigmo {
namespace {

void add_triangles(const SoupSurface& surface, std::span<const uint32_t> triangles, Patch& patch) {
    for (const uint32_t triangle : triangles) {
        if (surface.duplicates[triangle] != triangle) continue;
        Triangle corners = surface.mesh.triangles[triangle];
        for (uint32_t& corner : corners) corner = surface.welded[corner];
        const Vec3 a = surface.mesh.positions[corners[0]].cast<double>(),
                   b = surface.mesh.positions[corners[1]].cast<double>(),
                   c = surface.mesh.positions[corners[2]].cast<double>();
        if ((b - a).cross(c - a).squaredNorm() == 0) continue;
        patch.triangles.push_back(corners);
        patch.source.push_back(triangle);
    }
}

void number_points(const SoupSurface& surface, Patch& patch) {
    for (const Triangle& corners : patch.triangles)
        patch.vertex.insert(patch.vertex.end(), corners.begin(), corners.end());
    std::sort(patch.vertex.begin(), patch.vertex.end());
    patch.vertex.erase(std::unique(patch.vertex.begin(), patch.vertex.end()), patch.vertex.end());
    for (const uint32_t vertex : patch.vertex) {
        patch.points.push_back(surface.mesh.positions[vertex].cast<double>());
        patch.box.extend(patch.points.back());
    }
    for (Triangle& corners : patch.triangles)
        for (uint32_t& corner : corners)
            corner = static_cast<uint32_t>(
                std::lower_bound(patch.vertex.begin(), patch.vertex.end(), corner) -
                patch.vertex.begin());
}

using Side = std::pair<uint32_t, uint32_t>;

void link(const std::vector<Side>& sides, Patch& patch) {
    patch.first_neighbour.assign(patch.points.size() + 1, 0);
    for (const auto& [a, b] : sides) {
        ++patch.first_neighbour[a + 1];
        ++patch.first_neighbour[b + 1];
    }
    for (size_t i = 0; i < patch.points.size(); ++i)
        patch.first_neighbour[i + 1] += patch.first_neighbour[i];
    std::vector<uint32_t> next(patch.first_neighbour.begin(), patch.first_neighbour.end() - 1);
    patch.neighbours.resize(2 * sides.size());
    for (const auto& [a, b] : sides) {
        patch.neighbours[next[a]++] = b;
        patch.neighbours[next[b]++] = a;
    }
}

void gather_loops(const std::vector<Side>& boundary, Patch& patch) {
    UnionFind sets(patch.points.size());
    std::vector<uint8_t> on(patch.points.size());
    for (const auto& [a, b] : boundary) {
        sets.unite(a, b);
        on[a] = on[b] = 1;
    }
    std::vector<uint32_t> loop(patch.points.size());
    for (uint32_t point = 0; point < patch.points.size(); ++point) {
        if (on[point] == 0) continue;
        const uint32_t least = sets.find(point);
        if (least == point) {
            loop[point] = static_cast<uint32_t>(patch.loops.size());
            patch.loops.emplace_back();
        }
        patch.loops[loop[least]].push_back(point);
    }
}

/// A side of a triangle, with one bit for the way in which the triangle goes along it. Sorted,
/// those of one edge are neighbours. Points number less than 2³¹.
uint64_t directed(uint32_t a, uint32_t b) {
    return uint64_t{std::min(a, b)} << 32 | uint64_t{std::max(a, b)} << 1 | (a < b ? 1 : 0);
}

/// Whether two triangles go along an edge of exactly two faces in one direction.
bool find_sides(Patch& patch) {
    std::vector<uint64_t> all;
    all.reserve(3 * patch.triangles.size());
    for (const auto& [i, j, k] : patch.triangles)
        for (const auto& [a, b] : {Side(i, j), Side(j, k), Side(k, i)})
            all.push_back(directed(a, b));
    std::sort(all.begin(), all.end());
    std::vector<Side> sides, boundary;
    bool against = false;
    for (size_t first = 0; first < all.size();) {
        size_t last = first + 1;
        while (last < all.size() && all[last] >> 1 == all[first] >> 1) ++last;
        sides.emplace_back(all[first] >> 32, (all[first] & UINT32_MAX) >> 1);
        if (last - first == 1) boundary.push_back(sides.back());
        against = against || (last - first == 2 && all[first] == all[first + 1]);
        first = last;
    }
    patch.boundary_share =
        sides.empty() ? 0
                      : static_cast<double>(boundary.size()) / static_cast<double>(sides.size());
    link(sides, patch);
    gather_loops(boundary, patch);
    return against;
}

void measure(Patch& patch) {
    for (const auto& [i, j, k] : patch.triangles) {
        const Vec3 &a = patch.points[i], &b = patch.points[j], &c = patch.points[k];
        const Vec3 normal = 0.5 * (b - a).cross(c - a);
        patch.area += normal.norm();
        patch.mean_normal += normal;
    }
    if (patch.area > 0) patch.mean_normal /= patch.area;
}

}  // namespace

Patch make_patch(const SoupSurface& surface, std::span<const uint32_t> triangles) {
    Patch patch;
    add_triangles(surface, triangles, patch);
    number_points(surface, patch);
    if (find_sides(patch)) wind_alike(patch.points, patch.triangles);
    measure(patch);
    return patch;
}

std::vector<double> geodesics(const Patch& patch, std::span<const uint32_t> sources) {
    std::vector<double> distance(patch.points.size(), std::numeric_limits<double>::infinity());
    using Entry = std::pair<double, uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    for (const uint32_t source : sources) {
        distance[source] = 0;
        open.push({0, source});
    }
    while (!open.empty()) {
        const auto [here, point] = open.top();
        open.pop();
        if (here > distance[point]) continue;
        for (uint32_t at = patch.first_neighbour[point]; at < patch.first_neighbour[point + 1];
             ++at) {
            const uint32_t next = patch.neighbours[at];
            const double there = here + (patch.points[next] - patch.points[point]).norm();
            if (there >= distance[next]) continue;
            distance[next] = there;
            open.push({there, next});
        }
    }
    return distance;
}

uint32_t farthest(std::span<const double> distances) {
    uint32_t best = 0;
    double most = -1;
    for (uint32_t point = 0; point < distances.size(); ++point)
        if (std::isfinite(distances[point]) && distances[point] > most) {
            most = distances[point];
            best = point;
        }
    return best;
}

Vec3 centre_of(const Patch& patch, std::span<const uint32_t> points) {
    Vec3 sum = Vec3::Zero();
    for (const uint32_t point : points) sum += patch.points[point];
    return sum / static_cast<double>(std::max<size_t>(points.size(), 1));
}

}  // namespace thigmo
