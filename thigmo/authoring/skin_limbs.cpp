// Slabs, their graph, and the branches in it.
#include "thigmo/authoring/skin_limbs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/authoring/contours.h"
#include "thigmo/base/union_find.h"

namespace thigmo {
namespace {

constexpr uint32_t none = UINT32_MAX;

/// One connected part of the surface within one slab.
struct SlabNode {
    uint32_t slab = 0;
    Vec3 centre = Vec3::Zero();
    double radius = 0;
    double weight = 0;  // length of its contour
    uint32_t below = none;
    std::vector<uint32_t> above;
};

/// The root's ring: the widest boundary loop of the lower half, else the lowest points.
std::vector<uint32_t> root_ring(const Patch& patch) {
    const std::vector<uint32_t>* best = nullptr;
    double most = 0;
    for (const std::vector<uint32_t>& loop : patch.loops) {
        if (loop.size() < 3) continue;
        const Vec3 centre = centre_of(patch, loop);
        double radius = 0;
        for (const uint32_t point : loop) radius += (patch.points[point] - centre).norm();
        radius /= static_cast<double>(loop.size());
        if (centre.y() > patch.box.center().y() || radius <= most) continue;
        best = &loop;
        most = radius;
    }
    if (best != nullptr) return *best;
    std::vector<uint32_t> lowest;
    const double low = patch.box.min().y() + 0.01 * patch.box.sizes().y();
    for (uint32_t point = 0; point < patch.points.size(); ++point)
        if (patch.points[point].y() <= low) lowest.push_back(point);
    return lowest;
}

/// Twice the median radius of contours, and no more than 400 slabs.
double slab_width(const Patch& patch, std::span<const double> distances, double whole) {
    std::vector<double> levels(16);
    for (size_t i = 0; i < levels.size(); ++i)
        levels[i] = whole * (static_cast<double>(i) + 0.5) / static_cast<double>(levels.size());
    std::vector<double> radii;
    for (const Contour& contour : find_contours(patch, distances, levels))
        radii.push_back(contour.mean_radius);
    if (radii.empty()) return whole;
    const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
    std::nth_element(radii.begin(), middle, radii.end());
    return std::clamp(2 * *middle, whole / 400, whole / 4);
}

/// Triangles cut by slabs: the cells (triangle, slab), joined across edges.
class Slabs {
  public:
    Slabs(const Patch& patch, std::span<const double> distances, double width)
        : patch_(patch), d_(distances), width_(width), sets_(0) {
        first_.reserve(patch.triangles.size() + 1);
        first_.push_back(0);
        for (const Triangle& corners : patch.triangles)
            first_.push_back(first_.back() + (is_reached(corners) ? span_of(corners) : 0));
        sets_ = UnionFind(first_.back());
        join_cells();
        number_ = sets_.numbers();
    }

    size_t count() const {
        return number_.empty() ? 0 : *std::ranges::max_element(number_) + size_t{1};
    }
    uint32_t node_at(uint32_t triangle, double distance) const {
        if (first_[triangle] == first_[triangle + 1]) return none;
        const uint32_t last = first_[triangle + 1] - first_[triangle] - 1;
        const uint32_t at = slab(distance) - low(triangle);
        return number_[first_[triangle] + std::min(at, last)];
    }
    std::vector<SlabNode> nodes() const;

  private:
    bool is_reached(const Triangle& corners) const {
        return std::ranges::all_of(corners, [&](uint32_t c) { return std::isfinite(d_[c]); });
    }
    uint32_t slab(double distance) const { return static_cast<uint32_t>(distance / width_); }
    uint32_t low(uint32_t triangle) const {
        const auto& [i, j, k] = patch_.triangles[triangle];
        return slab(std::min({d_[i], d_[j], d_[k]}));
    }
    uint32_t span_of(const Triangle& corners) const {
        const auto [least, most] = std::minmax({d_[corners[0]], d_[corners[1]], d_[corners[2]]});
        return slab(most) - slab(least) + 1;
    }

    void join_cells() {
        struct Side {
            uint64_t key;
            uint32_t triangle;
        };
        std::vector<Side> sides;
        for (uint32_t t = 0; t < patch_.triangles.size(); ++t) {
            if (first_[t] == first_[t + 1]) continue;
            const auto& [i, j, k] = patch_.triangles[t];
            for (const auto& [a, b] : {std::pair(i, j), {j, k}, {k, i}})
                sides.push_back({uint64_t{std::min(a, b)} << 32 | std::max(a, b), t});
        }
        std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
            return std::pair(a.key, a.triangle) < std::pair(b.key, b.triangle);
        });
        for (size_t i = 1; i < sides.size(); ++i) {
            if (sides[i].key != sides[i - 1].key) continue;
            const double a = d_[sides[i].key >> 32], b = d_[sides[i].key & UINT32_MAX];
            const uint32_t one = sides[i - 1].triangle, two = sides[i].triangle;
            for (uint32_t s = slab(std::min(a, b)); s <= slab(std::max(a, b)); ++s)
                sets_.unite(first_[one] + s - low(one), first_[two] + s - low(two));
        }
    }

    const Patch& patch_;
    std::span<const double> d_;
    double width_;
    std::vector<uint32_t> first_;  // cell of every triangle's lowest slab
    UnionFind sets_;
    std::vector<uint32_t> number_;  // node of every cell
};

/// Where a triangle crosses a level.
struct Cut {
    Vec3 from, to;
};
Cut cut(const Patch& patch, std::span<const double> d, const Triangle& corners, double level) {
    std::vector<Vec3> ends;
    for (size_t side = 0; side < 3; ++side) {
        const uint32_t a = corners[side], b = corners[(side + 1) % 3];
        if ((d[a] > level) == (d[b] > level)) continue;
        ends.push_back(patch.points[a] +
                       (level - d[a]) / (d[b] - d[a]) * (patch.points[b] - patch.points[a]));
    }
    return ends.size() == 2 ? Cut{ends[0], ends[1]} : Cut{Vec3::Zero(), Vec3::Zero()};
}

std::vector<SlabNode> Slabs::nodes() const {
    std::vector<SlabNode> nodes(count());
    std::vector<Vec3> loose(nodes.size(), Vec3::Zero());
    std::vector<double> loose_count(nodes.size());
    std::vector<std::pair<uint32_t, uint32_t>> links;
    const auto for_cells = [&](auto visit) {
        for (uint32_t t = 0; t < patch_.triangles.size(); ++t)
            for (uint32_t cell = first_[t]; cell < first_[t + 1]; ++cell)
                visit(t, low(t) + cell - first_[t], nodes[number_[cell]]);
    };
    const auto middle_cut = [&](uint32_t t, uint32_t s) {
        return cut(patch_, d_, patch_.triangles[t], (s + 0.5) * width_);
    };
    for_cells([&](uint32_t t, uint32_t s, SlabNode& node) {
        node.slab = s;
        const auto [from, to] = middle_cut(t, s);
        const double length = (to - from).norm();
        node.centre += 0.5 * length * (from + to);
        node.weight += length;
        const size_t at = static_cast<size_t>(&node - nodes.data());
        for (const uint32_t corner : patch_.triangles[t])
            if (slab(d_[corner]) == s) {
                loose[at] += patch_.points[corner];
                ++loose_count[at];
            }
    });
    for (size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].weight > 0)
            nodes[i].centre /= nodes[i].weight;
        else if (loose_count[i] > 0)
            nodes[i].centre = loose[i] / loose_count[i];
    for_cells([&](uint32_t t, uint32_t s, SlabNode& node) {
        const auto [from, to] = middle_cut(t, s);
        if (node.weight > 0)
            node.radius +=
                (to - from).norm() / node.weight * (0.5 * (from + to) - node.centre).norm();
    });
    for (uint32_t t = 0; t < patch_.triangles.size(); ++t)
        for (uint32_t cell = first_[t]; cell + 1 < first_[t + 1]; ++cell)
            links.emplace_back(number_[cell], number_[cell + 1]);
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
    // Where a part hangs on two below, the surface closes a loop: the thicker one has it.
    for (const auto& [lower, upper] : links) {
        uint32_t& below = nodes[upper].below;
        if (below == none || nodes[lower].radius > nodes[below].radius) below = lower;
    }
    for (uint32_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].below != none) nodes[nodes[i].below].above.push_back(i);
    return nodes;
}

/// Branches of the tree of nodes.
class Skeleton {
  public:
    explicit Skeleton(std::vector<SlabNode> nodes)
        : nodes_(std::move(nodes)), limb_(nodes_.size(), none), reach_(nodes_.size()) {
        for (uint32_t i = 0; i < nodes_.size(); ++i) by_slab_.push_back(i);
        std::ranges::stable_sort(by_slab_, {}, [&](uint32_t i) { return nodes_[i].slab; });
        for (size_t i = by_slab_.size(); i-- > 0;) {
            const uint32_t node = by_slab_[i];
            for (const uint32_t up : nodes_[node].above)
                reach_[node] = std::max(
                    reach_[node], reach_[up] + (nodes_[up].centre - nodes_[node].centre).norm());
        }
        walk();
    }

    const std::vector<std::vector<uint32_t>>& limbs() const { return limbs_; }
    const SlabNode& node(uint32_t at) const { return nodes_[at]; }
    uint32_t limb_of(uint32_t node) const { return limb_[node]; }

  private:
    /// The node three further up along the longest way.
    uint32_t ahead(uint32_t node) const {
        for (int i = 0; i < 3 && !nodes_[node].above.empty(); ++i)
            node = *std::ranges::max_element(nodes_[node].above, {},
                                             [&](uint32_t up) { return reach_[up]; });
        return node;
    }
    uint32_t behind(uint32_t node) const {
        for (int i = 0; i < 3 && nodes_[node].below != none; ++i) node = nodes_[node].below;
        return node;
    }
    double goes_on(uint32_t node, uint32_t up) const {
        const Vec3 before = (nodes_[node].centre - nodes_[behind(node)].centre).normalized(),
                   after = (nodes_[ahead(up)].centre - nodes_[node].centre).normalized();
        return (nodes_[ahead(up)].radius + nodes_[up].radius) * (1.2 + before.dot(after));
    }
    bool is_spur(uint32_t node, uint32_t up) const {
        const double whole = reach_[up] + (nodes_[up].centre - nodes_[node].centre).norm();
        // Where a branch leaves, the slab is wider than the limb.
        double radius = nodes_[node].radius;
        if (const uint32_t below = nodes_[node].below; below != none && nodes_[below].radius > 0)
            radius = std::min(radius, nodes_[below].radius);
        return whole < 3 * radius;
    }

    void walk() {
        for (const uint32_t node : by_slab_) {
            if (limb_[node] == none) begin(node);
            std::vector<uint32_t> above = nodes_[node].above;
            if (above.empty()) continue;
            std::ranges::stable_sort(
                above, [&](uint32_t a, uint32_t b) { return goes_on(node, a) > goes_on(node, b); });
            // A limb goes on only from its last node; spurs were taken in beside it.
            uint32_t& last = limbs_[limb_[node]].back();
            for (const uint32_t up : above) {
                if (last == node) {
                    limb_[up] = limb_[node];
                    limbs_[limb_[node]].push_back(up);
                    break;
                }
            }
            for (const uint32_t up : above) {
                if (limb_[up] != none) continue;
                if (is_spur(node, up))
                    limb_[up] = limb_[node];
                else
                    begin(up);
            }
        }
    }

    void begin(uint32_t node) {
        limb_[node] = static_cast<uint32_t>(limbs_.size());
        limbs_.push_back({node});
    }

    std::vector<SlabNode> nodes_;
    std::vector<uint32_t> limb_;  // per node
    std::vector<double> reach_;   // length of the longest way up from a node
    std::vector<uint32_t> by_slab_;
    std::vector<std::vector<uint32_t>> limbs_;  // nodes from base to tip
};

Axis line_of(const Skeleton& skeleton, const std::vector<uint32_t>& nodes) {
    Axis line;
    const auto add = [&](const SlabNode& node, double radius) {
        if (!line.points.empty() && (node.centre - line.points.back()).norm() < 1e-9) return;
        line.points.push_back(node.centre);
        line.radius.push_back(radius);
        line.reach.push_back(radius);
    };
    const SlabNode& first = skeleton.node(nodes.front());
    double radius = first.radius;
    if (first.below != none) add(skeleton.node(first.below), radius);
    bool skipped = false;
    for (size_t i = 0; i < nodes.size(); ++i) {
        const SlabNode& node = skeleton.node(nodes[i]);
        // Where a branch leaves, the slab's middle is pulled towards it.
        const bool inner = i > 0 && i + 1 < nodes.size();
        skipped = inner && !skipped && node.above.size() > 1;
        if (skipped) continue;
        if (node.radius > 0) radius = node.radius;
        add(node, radius);
    }
    simplify(line, 0.1);
    return line;
}

/// Without limbs that have no length or no triangles: their parents have what they had.
std::vector<Limb> pruned(std::vector<Limb> limbs) {
    const auto is_kept = [&](size_t i) {
        return i == 0 || (limbs[i].line.size() >= 2 && !limbs[i].triangles.empty());
    };
    std::vector<LimbId> number(limbs.size());
    std::vector<Limb> kept;
    for (size_t i = 0; i < limbs.size(); ++i) {  // parents come first
        Limb& limb = limbs[i];
        if (!is_kept(i)) {
            const LimbId parent =
                limb.grows_from.limb.exists() ? number[limb.grows_from.limb.value] : LimbId(0);
            std::vector<uint32_t>& all = kept[parent.value].triangles;
            all.insert(all.end(), limb.triangles.begin(), limb.triangles.end());
            number[i] = parent;
            continue;
        }
        if (limb.grows_from.limb.exists()) {
            const LimbId parent = number[limb.grows_from.limb.value];
            limb.grows_from = {parent,
                               nearest_along(kept[parent.value].line, limb.line.points.front())};
        }
        number[i] = LimbId(kept.size());
        kept.push_back(std::move(limb));
    }
    for (Limb& limb : kept) std::ranges::sort(limb.triangles);
    if (kept.front().line.size() < 2 || kept.front().triangles.empty()) return {};
    return kept;
}

}  // namespace

std::vector<Limb> split_skin(const SoupSurface& surface, PieceId piece,
                             std::span<const uint32_t> triangles) {
    const Patch patch = make_patch(surface, triangles);
    if (patch.points.empty()) return {};
    const std::vector<double> distances = geodesics(patch, root_ring(patch));
    const double whole = distances[farthest(distances)];
    if (!(whole > 0)) return {};
    const Slabs slabs(patch, distances, slab_width(patch, distances, whole));
    const Skeleton skeleton(slabs.nodes());
    std::vector<Limb> limbs;
    for (const std::vector<uint32_t>& nodes : skeleton.limbs()) {
        Limb& limb = limbs.emplace_back();
        limb.piece = piece;
        limb.line = line_of(skeleton, nodes);
    }
    for (size_t i = 0; i < limbs.size(); ++i) {
        const uint32_t below = skeleton.node(skeleton.limbs()[i].front()).below;
        if (below == none || limbs[i].line.size() < 2) continue;
        const uint32_t on = skeleton.limb_of(below);
        limbs[i].grows_from = {LimbId(on),
                               nearest_along(limbs[on].line, skeleton.node(below).centre)};
    }
    std::vector<uint32_t> owner(patch.triangles.size(), 0);
    for (uint32_t t = 0; t < patch.triangles.size(); ++t) {
        const auto& [i, j, k] = patch.triangles[t];
        const uint32_t node = slabs.node_at(t, (distances[i] + distances[j] + distances[k]) / 3);
        if (node != none) owner[t] = skeleton.limb_of(node);
    }
    // What the patch left out goes with the triangle that stands for it.
    for (const uint32_t triangle : triangles) {
        const auto at = std::ranges::lower_bound(patch.source, surface.duplicates[triangle]);
        const bool stands = at != patch.source.end() && *at == surface.duplicates[triangle];
        const uint32_t limb = stands ? owner[static_cast<size_t>(at - patch.source.begin())] : 0;
        limbs[limb].triangles.push_back(triangle);
    }
    return pruned(std::move(limbs));
}

}  // namespace thigmo
