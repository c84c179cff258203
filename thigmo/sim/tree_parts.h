// A tree of bodies in parts that threads can take: subtrees that do not touch, and what is above.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace thigmo {

struct TreeParts {
    /// Ascending rows of every part; the last has all rows that no other has, roots included.
    std::vector<std::vector<uint32_t>> rows;
    std::vector<uint32_t> part_of;  // every row
    std::vector<uint32_t> crowns;   // rows of other parts whose parents are in the last one

    uint32_t last() const { return static_cast<uint32_t>(rows.size() - 1); }
};

/// Parts of about equal work, `wanted` or some more, by parents (−1: the base) that come before
/// their children. Depends on the tree alone. One: all rows in the last.
TreeParts split_tree(std::span<const int> parents, std::span<const double> work, size_t wanted);

}  // namespace thigmo
