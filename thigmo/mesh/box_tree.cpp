// Building a box tree: halves by the middle of the longest side.
#include "thigmo/mesh/box_tree.h"

#include <numeric>

namespace thigmo {

BoxTree::BoxTree(std::span<const Box> boxes, std::span<const uint32_t> groups)
    : items_(boxes.size()),
      boxes_(boxes.begin(), boxes.end()),
      groups_(groups.begin(), groups.end()) {
    std::iota(items_.begin(), items_.end(), 0u);
    if (boxes.empty()) return;
    nodes_.reserve(boxes.size());
    build(0, static_cast<uint32_t>(boxes.size()));
}

void BoxTree::build(uint32_t first, uint32_t count) {
    constexpr uint32_t leaf = 4;
    const auto at = static_cast<uint32_t>(nodes_.size());
    Node node;
    node.first = first;
    node.count = count;
    node.group = groups_.empty() ? none : groups_[items_[first]];
    Box centres;
    for (uint32_t i = first; i < first + count; ++i) {
        node.box.extend(boxes_[items_[i]]);
        centres.extend(boxes_[items_[i]].center());
        if (!groups_.empty() && groups_[items_[i]] != node.group) node.group = none;
    }
    nodes_.push_back(node);
    if (count <= leaf) return;
    Eigen::Index axis = 0;
    centres.sizes().maxCoeff(&axis);
    const auto begin = items_.begin() + first;
    std::nth_element(begin, begin + count / 2, begin + count, [&](uint32_t a, uint32_t b) {
        const double x = boxes_[a].min()[axis] + boxes_[a].max()[axis],
                     y = boxes_[b].min()[axis] + boxes_[b].max()[axis];
        return x != y ? x < y : a < b;
    });
    build(first, count / 2);
    nodes_[at].right = static_cast<uint32_t>(nodes_.size());
    build(first + count / 2, count - count / 2);
}

}  // namespace thigmo
