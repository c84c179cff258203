// Breaking loops one by one on a tree that changes with every choice.
#include "thigmo/authoring/loops.h"

#include <algorithm>

namespace thigmo {
namespace {

constexpr uint32_t none = UINT32_MAX;

/// A rooted tree of nodes by links; the ground is one node more, which has all roots.
class Tree {
  public:
    Tree(size_t nodes, std::span<const uint32_t> roots, std::span<const LimbLink> links)
        : links_(links),
          ground_(static_cast<uint32_t>(nodes)),
          up_(nodes + 1, none),
          by_(nodes + 1, none) {
        std::vector<std::vector<uint32_t>> at(nodes);
        for (uint32_t link = 0; link < links.size(); ++link) {
            at[links[link].a].push_back(link);
            at[links[link].b].push_back(link);
        }
        std::vector<uint8_t> used(links.size());
        std::vector<uint32_t> queue(roots.begin(), roots.end());
        for (const uint32_t root : roots) up_[root] = ground_;
        for (size_t i = 0; i < queue.size(); ++i)
            for (const uint32_t link : at[queue[i]]) {
                if (used[link] != 0) continue;
                used[link] = 1;
                const uint32_t other = links[link].a == queue[i] ? links[link].b : links[link].a;
                if (up_[other] != none) {
                    redundant_.push_back(link);
                    continue;
                }
                up_[other] = queue[i];
                by_[other] = link;
                queue.push_back(other);
            }
    }

    const std::vector<uint32_t>& redundant() const { return redundant_; }

    /// The links of the tree between two nodes, and those alone.
    std::vector<uint32_t> path(uint32_t a, uint32_t b) const {
        std::vector<uint32_t> from_a = ways_up(a), from_b = ways_up(b);
        while (!from_a.empty() && !from_b.empty() && from_a.back() == from_b.back()) {
            from_a.pop_back();
            from_b.pop_back();
        }
        std::vector<uint32_t> links;
        for (const uint32_t node : from_a)
            if (by_[node] != none) links.push_back(by_[node]);
        for (size_t i = from_b.size(); i-- > 0;)
            if (by_[from_b[i]] != none) links.push_back(by_[from_b[i]]);
        return links;
    }

    /// Puts `added` in the place of `removed`, a link of the cycle that it closes.
    void replace(uint32_t removed, uint32_t added) {
        if (removed == added) return;
        const uint32_t below =
            by_[links_[removed].a] == removed ? links_[removed].a : links_[removed].b;
        // The end of the added link that lies below the gap becomes the top of what was cut off.
        const auto& [a, b] = links_[added];
        const uint32_t top = lies_below(a, below) ? a : b;
        uint32_t node = top, new_up = top == a ? b : a, new_by = added;
        for (;;) {
            const uint32_t old_up = up_[node], old_by = by_[node];
            up_[node] = new_up;
            by_[node] = new_by;
            if (node == below) return;
            new_up = node;
            new_by = old_by;
            node = old_up;
        }
    }

    bool has(uint32_t link) const {
        return by_[links_[link].a] == link || by_[links_[link].b] == link;
    }

  private:
    std::vector<uint32_t> ways_up(uint32_t node) const {
        std::vector<uint32_t> way;
        for (; node != ground_; node = up_[node]) way.push_back(node);
        return way;
    }
    bool lies_below(uint32_t node, uint32_t top) const {
        while (node != ground_ && node != top) node = up_[node];
        return node == top;
    }

    std::span<const LimbLink> links_;
    uint32_t ground_;
    std::vector<uint32_t> up_, by_;
    std::vector<uint32_t> redundant_;
};

}  // namespace

Untangled untangle(size_t nodes, std::span<const uint32_t> roots, std::span<const LimbLink> links,
                   const LoopChooser& choose) {
    Tree tree(nodes, roots, links);
    Untangled result;
    for (const uint32_t added : tree.redundant()) {
        LimbLoop loop;
        loop.links = tree.path(links[added].a, links[added].b);
        loop.links.push_back(added);
        loop.broken = loop.links[choose(loop.links)];
        tree.replace(loop.broken, added);
        result.loops.push_back(std::move(loop));
    }
    result.in_tree.resize(links.size());
    for (uint32_t link = 0; link < links.size(); ++link) result.in_tree[link] = tree.has(link);
    return result;
}

}  // namespace thigmo
