// A tree of boxes over numbered items: what overlaps, and what is nearest.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "thigmo/base/vector.h"

namespace thigmo {

/// Squared distance from a point to a box; 0 inside.
inline double squared_distance(const Box& box, const Vec3& point) {
    return box.squaredExteriorDistance(point);
}

/// Items are numbered as their boxes stand. `groups`, where given, tells which items belong
/// together: pairs() leaves out pairs of one group, and whole subtrees of it.
class BoxTree {
  public:
    static constexpr uint32_t none = UINT32_MAX;

    BoxTree() = default;
    explicit BoxTree(std::span<const Box> boxes, std::span<const uint32_t> groups = {});

    /// Calls visit(item) for every item whose box overlaps, until it returns true; whether it did.
    template <class Visit>
    bool any(const Box& box, Visit visit) const {
        if (nodes_.empty()) return false;
        std::vector<uint32_t> open{0};
        while (!open.empty()) {
            const Node& node = nodes_[open.back()];
            open.pop_back();
            if (!node.box.intersects(box)) continue;
            if (!node.is_leaf()) {
                open.push_back(node.right);
                open.push_back(static_cast<uint32_t>(&node - nodes_.data()) + 1);
                continue;
            }
            for (uint32_t at = node.first; at < node.first + node.count; ++at)
                if (boxes_[items_[at]].intersects(box) && visit(items_[at])) return true;
        }
        return false;
    }

    /// The item with the least squared distance below `limit`, the first of equals; none if no item
    /// is that near. `squared(item)` is exact, never less than to the item's box.
    template <class Squared>
    std::pair<uint32_t, double> nearest(
        const Vec3& point, Squared squared,
        double limit = std::numeric_limits<double>::infinity()) const {
        std::pair<uint32_t, double> best{none, limit};
        if (nodes_.empty()) return best;
        std::vector<std::pair<double, uint32_t>> open{{squared_distance(nodes_[0].box, point), 0}};
        while (!open.empty()) {
            const auto [from, at] = open.back();
            open.pop_back();
            if (from > best.second) continue;
            const Node& node = nodes_[at];
            if (node.is_leaf()) {
                for (uint32_t i = node.first; i < node.first + node.count; ++i) {
                    const uint32_t item = items_[i];
                    if (squared_distance(boxes_[item], point) > best.second) continue;
                    const double here = squared(item);
                    if (here < best.second ||
                        (here == best.second && best.first != none && item < best.first))
                        best = {item, here};
                }
                continue;
            }
            std::pair<double, uint32_t> left{squared_distance(nodes_[at + 1].box, point), at + 1},
                right{squared_distance(nodes_[node.right].box, point), node.right};
            if (left.first < right.first) std::swap(left, right);
            open.push_back(left);  // the nearer one is looked at first
            open.push_back(right);
        }
        return best;
    }

    /// Calls visit(a, b), a < b, for every two items of different groups whose boxes overlap.
    template <class Visit>
    void pairs(Visit visit) const {
        if (nodes_.empty()) return;
        std::vector<std::pair<uint32_t, uint32_t>> open{{0, 0}};
        while (!open.empty()) {
            const auto [a, b] = open.back();
            open.pop_back();
            const Node &left = nodes_[a], &right = nodes_[b];
            if (left.group != none && left.group == right.group) continue;
            if (a != b && !left.box.intersects(right.box)) continue;
            if (left.is_leaf() && right.is_leaf())
                leaf_pairs(left, right, a == b, visit);
            else if (a == b) {
                open.push_back({a + 1, a + 1});
                open.push_back({a + 1, left.right});
                open.push_back({left.right, left.right});
            } else if (right.is_leaf() || (!left.is_leaf() && left.count >= right.count)) {
                open.push_back({a + 1, b});
                open.push_back({left.right, b});
            } else {
                open.push_back({a, b + 1});
                open.push_back({a, right.right});
            }
        }
    }

  private:
    /// The left child follows its parent. `count` items from `first` lie below.
    struct Node {
        Box box;
        uint32_t first = 0, count = 0;
        uint32_t right = 0;  // 0 in a leaf
        uint32_t group = none;
        bool is_leaf() const { return right == 0; }
    };

    void build(uint32_t first, uint32_t count);
    template <class Visit>
    void leaf_pairs(const Node& left, const Node& right, bool same, Visit& visit) const {
        for (uint32_t i = left.first; i < left.first + left.count; ++i)
            for (uint32_t j = same ? i + 1 : right.first; j < right.first + right.count; ++j) {
                const uint32_t a = std::min(items_[i], items_[j]),
                               b = std::max(items_[i], items_[j]);
                if (!groups_.empty() && groups_[a] == groups_[b]) continue;
                if (boxes_[a].intersects(boxes_[b])) visit(a, b);
            }
    }

    std::vector<Node> nodes_;
    std::vector<uint32_t> items_;
    std::vector<Box> boxes_;
    std::vector<uint32_t> groups_;
};

}  // namespace thigmo
