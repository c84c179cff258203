// Loops among limbs that meet, and which meeting each is broken at.
//
// Based on [Zhao2013], sec. 4.6: a tree grown breadth-first from the root, the edges beyond it
// taken in breadth-first order, each closing one cycle of which one edge is removed. Who chooses it
// is an argument: the machine by its score, or a person.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace thigmo {

struct LimbLink {
    uint32_t a = 0, b = 0;
};

/// A cycle and the link that it was broken at; `links` go round.
struct LimbLoop {
    std::vector<uint32_t> links;
    uint32_t broken = 0;
};

/// Says which of a cycle's links to remove: a place in the span of numbers of links.
using LoopChooser = std::function<size_t(std::span<const uint32_t>)>;

struct Untangled {
    std::vector<LimbLoop> loops;   // in the order in which they were broken
    std::vector<uint8_t> in_tree;  // per link
};

/// Of what is connected to the roots; links elsewhere stay out of the tree. Roots count as joined
/// below the ground: a way from one to another is a cycle too.
Untangled untangle(size_t nodes, std::span<const uint32_t> roots, std::span<const LimbLink> links,
                   const LoopChooser& choose);

}  // namespace thigmo
