// Places by sorted corners, then by the outlines of flat polygons.
#include "thigmo/authoring/places.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

// Cosines of the angle between the halves of a quad: bent by 89° at most, and by 45° where nothing
// but its other side holds it, which may be a bud.
constexpr double most_bend = -0.02, most_bend_alone = -0.7;
constexpr uint32_t none = UINT32_MAX;

using Corners = std::array<uint32_t, 3>;

Corners welded_corners(const SoupSurface& surface, uint32_t triangle) {
    Corners corners = surface.mesh.triangles[triangle];
    for (uint32_t& corner : corners) corner = surface.welded[corner];
    return corners;
}

Vec3 point(const SoupSurface& surface, uint32_t vertex) {
    return surface.mesh.positions[vertex].cast<double>();
}

/// Across an edge, from it to the third corner of a triangle there, of unit length.
Vec3 across(const SoupSurface& surface, const Side& side) {
    const auto a = static_cast<uint32_t>(side.edge >> 32), b = static_cast<uint32_t>(side.edge);
    uint32_t third = a;
    for (const uint32_t corner : welded_corners(surface, side.triangle))
        if (corner != a && corner != b) third = corner;
    const Vec3 along = (point(surface, b) - point(surface, a)).normalized(),
               out = point(surface, third) - point(surface, a);
    return (out - out.dot(along) * along).normalized();
}

class Finder {
  public:
    /// The first triangle of the least rank stands for its copies.
    Finder(const SoupSurface& surface, std::span<const uint8_t> rank)
        : surface_(surface),
          rank_(rank),
          count_(static_cast<uint32_t>(surface.mesh.triangles.size())),
          found_{{}, UnionFind(count_), {}} {
        found_.duplicates.resize(count_);
        std::iota(found_.duplicates.begin(), found_.duplicates.end(), 0u);
    }

    Places find() {
        join_triangles();
        gather_sides();
        join_polygons();
        return std::move(found_);
    }

  private:
    bool comes_before(uint32_t a, uint32_t b) const {
        const uint8_t of_a = rank_.empty() ? 0 : rank_[a], of_b = rank_.empty() ? 0 : rank_[b];
        return of_a != of_b ? of_a < of_b : a < b;
    }

    void join_triangles() {
        std::vector<std::pair<uint64_t, uint32_t>> order(count_);
        const auto corners = [&](uint32_t triangle) {
            Corners sorted = welded_corners(surface_, triangle);
            std::sort(sorted.begin(), sorted.end());
            return sorted;
        };
        for (uint32_t triangle = 0; triangle < count_; ++triangle) {
            const auto [a, b, c] = corners(triangle);
            order[triangle] = {mix(mix(a) ^ b) ^ mix(c + 0x9e3779b97f4a7c15u), triangle};
        }
        std::sort(order.begin(), order.end());
        for (size_t first = 0; first < count_;) {
            size_t last = first + 1;
            while (last < count_ && order[last].first == order[first].first) ++last;
            const std::span alike(order.begin() + first, order.begin() + last);
            std::sort(alike.begin(), alike.end(), [&](const auto& one, const auto& two) {
                return comes_before(one.second, two.second);
            });
            join_triangles(alike, corners);
            first = last;
        }
    }

    /// Those of one hash, in the order in which they may stand.
    template <class CornersOf>
    void join_triangles(std::span<const std::pair<uint64_t, uint32_t>> alike, CornersOf corners) {
        for (size_t i = 1; i < alike.size(); ++i)
            for (size_t j = 0; j < i; ++j) {
                const uint32_t triangle = alike[i].second, other = alike[j].second;
                if (found_.duplicates[other] != other || corners(triangle) != corners(other))
                    continue;
                found_.duplicates[triangle] = other;
                found_.sets.unite(triangle, other);
                break;
            }
    }

    void gather_sides() {
        found_.sides.reserve(3 * size_t{count_});
        for (uint32_t triangle = 0; triangle < count_; ++triangle) {
            const auto [a, b, c] = welded_corners(surface_, triangle);
            if (found_.duplicates[triangle] != triangle || a == b || b == c || c == a) continue;
            for (const auto& [from, to] : {std::pair(a, b), {b, c}, {c, a}})
                found_.sides.push_back(
                    {uint64_t{std::min(from, to)} << 32 | std::max(from, to), triangle});
        }
        std::ranges::sort(found_.sides, [](const Side& one, const Side& two) {
            return one.edge != two.edge ? one.edge < two.edge : one.triangle < two.triangle;
        });
    }

    /// Whether two triangles of one look go on beyond their edge, bent by so much at most.
    bool goes_on(std::span<const Side> edge, double bend) const {
        return edge.size() == 2 &&
               surface_.look[edge[0].triangle] == surface_.look[edge[1].triangle] &&
               across(surface_, edge[0]).dot(across(surface_, edge[1])) < bend;
    }

    /// A copy of a polygon has its diagonals to itself, while three faces and more meet at its
    /// outline, or two that are folded. So what goes on over edges of two faces are the copies.
    void join_polygons() {
        UnionFind copies(count_);
        std::vector<uint8_t> is_diagonal;
        is_diagonal.reserve(found_.sides.size());
        for_each_edge(found_.sides, [&](std::span<const Side> edge) {
            const bool joins =
                goes_on(edge, most_bend) && copies.unite(edge[0].triangle, edge[1].triangle);
            is_diagonal.insert(is_diagonal.end(), edge.size(), joins ? 1 : 0);
        });
        const std::vector<uint32_t> kept = match(copies, is_diagonal);
        if (kept.empty()) return;
        for_each_edge(found_.sides, [&](std::span<const Side> edge) {
            for (const Side& side : edge) {
                const uint32_t stands = kept[copies.find(side.triangle)];
                if (stands == none || found_.duplicates[side.triangle] != side.triangle) continue;
                for (const Side& other : edge)
                    if (copies.find(other.triangle) == stands)
                        found_.duplicates[side.triangle] = other.triangle;
            }
        });
        stand_aside(copies, kept);
    }

    /// For every copy, by its least triangle, that of the one that stands for it; none for most,
    /// and nothing where there are no copies. A polygon has two sides more than triangles.
    std::vector<uint32_t> match(UnionFind& copies, std::span<const uint8_t> is_diagonal) const {
        struct Outline {
            uint64_t hash = 0;
            uint32_t sides = 0, triangles = 0;
            bool is_bent = false, is_held = false;  // at a diagonal; by faces of others
            bool matches(const Outline& other) const {
                return hash == other.hash && sides == other.sides &&
                       (is_held || (!is_bent && !other.is_bent));
            }
        };
        std::vector<Outline> outlines(count_);
        for (uint32_t triangle = 0; triangle < count_; ++triangle)
            ++outlines[copies.find(triangle)].triangles;
        size_t at = 0;
        for_each_edge(found_.sides, [&](std::span<const Side> edge) {
            const bool is_inner = is_diagonal[at] != 0;
            at += edge.size();
            const bool bends = is_inner && !goes_on(edge, most_bend_alone);
            for (const Side& side : edge) {
                Outline& outline = outlines[copies.find(side.triangle)];
                outline.is_bent |= bends;
                if (is_inner) continue;
                outline.is_held |= edge.size() > 2;
                outline.hash += mix(side.edge);
                ++outline.sides;
            }
        });
        std::vector<uint32_t> order;
        for (uint32_t copy = 0; copy < count_; ++copy)
            if (outlines[copy].triangles > 1 &&
                outlines[copy].sides == outlines[copy].triangles + 2)
                order.push_back(copy);
        std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
            return outlines[a].hash != outlines[b].hash ? outlines[a].hash < outlines[b].hash
                                                        : comes_before(a, b);
        });
        std::vector<uint32_t> kept;
        for (size_t i = 1, first = 0; i < order.size(); ++i) {
            if (!outlines[order[i]].matches(outlines[order[first]])) {
                first = i;
                continue;
            }
            kept.resize(count_, none);
            kept[order[i]] = order[first];
        }
        return kept;
    }

    /// Triangles of the copies that do not stand, those inside them too, and all they stood for.
    void stand_aside(UnionFind& copies, std::span<const uint32_t> kept) {
        for (uint32_t triangle = 0; triangle < count_; ++triangle) {
            const uint32_t copy = copies.find(triangle);
            const uint32_t stands = kept[copy];
            found_.sets.unite(triangle, stands == none ? copy : stands);
            if (stands != none && found_.duplicates[triangle] == triangle)
                found_.duplicates[triangle] = stands;
        }
        for (uint32_t triangle = 0; triangle < count_; ++triangle) {
            uint32_t& stands = found_.duplicates[triangle];
            stands = found_.duplicates[stands];
        }
    }

    const SoupSurface& surface_;
    std::span<const uint8_t> rank_;
    uint32_t count_;
    Places found_;
};

}  // namespace

Places find_places(const SoupSurface& surface, std::span<const uint8_t> rank) {
    return Finder(surface, rank).find();
}

}  // namespace thigmo
