// The cheapest tree that reaches every node of a directed graph from one root.
//
// Chu and Liu 1965, Edmonds 1967: every node takes its cheapest way in; a cycle becomes one node,
// in which each way in costs what it costs more than the one that it replaces.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace thigmo {

/// A way into `to` from `from`.
struct Arc {
    uint32_t from = 0, to = 0;
    double cost = 0;
};

/// For every node the number of the arc by which it is reached; `no_arc` at the root and at nodes
/// that nothing reaches. Of equal costs the first arc wins.
constexpr uint32_t no_arc = UINT32_MAX;
std::vector<uint32_t> cheapest_tree(size_t nodes, uint32_t root, std::span<const Arc> arcs);

}  // namespace thigmo
