// Edges of one triangle, gathered into runs that hang together.
#include "thigmo/mesh/caps.h"

#include <algorithm>
#include <numeric>

namespace thigmo {
namespace {

using Edge = std::array<uint32_t, 2>;

/// By the first of each position's likes.
std::vector<Edge> open_edges(std::span<const uint32_t> first, std::span<const Triangle> triangles) {
    std::vector<Edge> all;
    for (const auto& [a, b, c] : triangles)
        for (const auto& [from, to] : {Edge{a, b}, Edge{b, c}, Edge{c, a}})
            if (first[from] != first[to])
                all.push_back({std::min(first[from], first[to]), std::max(first[from], first[to])});
    std::ranges::sort(all);
    std::vector<Edge> open;
    for (size_t i = 0; i < all.size();) {
        size_t next = i + 1;
        while (next < all.size() && all[next] == all[i]) ++next;
        if (next - i == 1) open.push_back(all[i]);
        i = next;
    }
    return open;
}

}  // namespace

void cap_holes(std::vector<Vec3f>& positions, std::vector<Triangle>& triangles) {
    const std::vector<uint32_t> first = weld(positions);
    const std::vector<Edge> edges = open_edges(first, triangles);
    std::vector<uint32_t> run(positions.size());
    std::iota(run.begin(), run.end(), 0u);
    const auto root = [&](uint32_t i) {
        while (run[i] != i) i = run[i] = run[run[i]];
        return i;
    };
    for (const auto& [a, b] : edges) run[std::max(root(a), root(b))] = std::min(root(a), root(b));
    std::vector<uint32_t> middle(run.size(), UINT32_MAX), count(run.size(), 0);
    for (const auto& [a, b] : edges) {
        uint32_t& own = middle[root(a)];
        if (own == UINT32_MAX) {
            own = static_cast<uint32_t>(positions.size());
            positions.push_back(Vec3f::Zero());
        }
        // A running mean, edge by edge.
        const float share = 1.0f / static_cast<float>(++count[root(a)]);
        positions[own] += share * (0.5f * (positions[a] + positions[b]) - positions[own]);
        triangles.push_back({a, b, own});
    }
}

}  // namespace thigmo
