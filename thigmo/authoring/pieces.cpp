// Pieces by union–find over edges.
#include "thigmo/authoring/pieces.h"

#include <algorithm>
#include <map>

#include "thigmo/base/union_find.h"

namespace thigmo {
namespace {

struct Edge {
    uint64_t key;
    uint32_t triangle;
    bool operator<(const Edge& other) const {
        return key != other.key ? key < other.key : triangle < other.triangle;
    }
};

/// Of the triangles that stand for themselves; corners by `vertex`.
template <class Vertex>
std::vector<Edge> sorted_edges(const SoupSurface& surface, Vertex vertex) {
    std::vector<Edge> edges;
    edges.reserve(3 * surface.mesh.triangles.size());
    for (uint32_t triangle = 0; triangle < surface.mesh.triangles.size(); ++triangle) {
        if (surface.duplicates[triangle] != triangle) continue;
        const Triangle& corners = surface.mesh.triangles[triangle];
        for (size_t side = 0; side < 3; ++side) {
            const uint64_t a = vertex(corners[side]), b = vertex(corners[(side + 1) % 3]);
            if (a != b) edges.push_back({std::min(a, b) << 32 | std::max(a, b), triangle});
        }
    }
    std::sort(edges.begin(), edges.end());
    return edges;
}

struct Joining {
    size_t edges = 0, loose = 0;
};

Joining join_over(const SoupSurface& surface, const std::vector<Edge>& edges, UnionFind& sets) {
    Joining count;
    for (size_t first = 0; first < edges.size();) {
        size_t last = first + 1;
        while (last < edges.size() && edges[last].key == edges[first].key) ++last;
        ++count.edges;
        if (last - first == 1) ++count.loose;
        const uint32_t a = edges[first].triangle, b = edges[last - 1].triangle;
        if (last - first == 2 && surface.look[a] == surface.look[b]) sets.unite(a, b);
        first = last;
    }
    return count;
}

/// With what stands for them, or, of another look, with the other backs of the same piece.
void join_duplicates(const SoupSurface& surface, UnionFind& sets) {
    std::map<std::pair<uint32_t, LookId>, uint32_t> backs;
    for (uint32_t triangle = 0; triangle < surface.duplicates.size(); ++triangle) {
        const uint32_t kept = surface.duplicates[triangle];
        if (kept != triangle && surface.look[triangle] != surface.look[kept])
            sets.unite(triangle,
                       backs.try_emplace({sets.find(kept), surface.look[triangle]}, triangle)
                           .first->second);
    }
    for (uint32_t triangle = 0; triangle < surface.duplicates.size(); ++triangle)
        if (const uint32_t kept = surface.duplicates[triangle];
            surface.look[triangle] == surface.look[kept])
            sets.unite(triangle, kept);
}

struct Found {
    UnionFind sets;
    double loose = 0;  // share of the edges
};

Found join(const SoupSurface& surface, const std::vector<Edge>& file_edges) {
    Found found{UnionFind(surface.mesh.triangles.size())};
    join_over(surface, file_edges, found.sets);
    const Joining last = join_over(
        surface, sorted_edges(surface, [&](uint32_t v) { return surface.welded[v]; }), found.sets);
    found.loose =
        last.edges == 0 ? 0 : static_cast<double>(last.loose) / static_cast<double>(last.edges);
    join_duplicates(surface, found.sets);
    return found;
}

/// Whether nothing holds the triangles together, or hardly anything.
bool is_dust(const Found& found) {
    return found.loose >= 0.9;
}

/// Welds dust, and what has vertices that just miss each other, ever more widely until few of those
/// are left; keeps what leaves the fewest edges loose.
void join_noisy(SoupSurface& surface, const std::vector<Edge>& file_edges, Found& found) {
    if (!is_dust(found) && 1000 * surface.near_misses <= surface.mesh.positions.size()) return;
    size_t most = 0;
    Nearness best, last;
    for (const double share : {2e-6, 4e-6, 7e-6, 1.2e-5, 2e-5, 3.5e-5}) {
        most = std::max(most, surface.near_misses);
        if (!is_dust(found) && 200 * surface.near_misses <= most) break;
        last = {share, 0.4};
        weld(surface, last);
        Found wider = join(surface, file_edges);
        if (wider.loose >= found.loose) continue;
        found = std::move(wider);
        best = last;
    }
    if (best.of_diagonal < last.of_diagonal) weld(surface, best);
}

}  // namespace

Pieces pieces_of(std::span<const uint32_t> numbers) {
    Pieces pieces;
    pieces.of.reserve(numbers.size());
    uint32_t count = 0;
    for (const uint32_t number : numbers) {
        pieces.of.emplace_back(number);
        count = std::max(count, number + 1);
    }
    pieces.first.assign(count + 1, 0);
    for (const uint32_t number : numbers) ++pieces.first[number + 1];
    for (size_t piece = 0; piece < count; ++piece) pieces.first[piece + 1] += pieces.first[piece];
    std::vector<uint32_t> next(pieces.first.begin(), pieces.first.end() - 1);
    pieces.triangles.resize(numbers.size());
    for (uint32_t triangle = 0; triangle < numbers.size(); ++triangle)
        pieces.triangles[next[numbers[triangle]]++] = triangle;
    return pieces;
}

Pieces find_pieces(SoupSurface& surface) {
    const std::vector<Edge> file_edges = sorted_edges(surface, [](uint32_t v) { return v; });
    Found found = join(surface, file_edges);
    join_noisy(surface, file_edges, found);
    return pieces_of(found.sets.numbers());
}

}  // namespace thigmo
