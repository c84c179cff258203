// The cheapest tree against all trees there are.
#include "thigmo/authoring/arborescence.h"

#include <gtest/gtest.h>

#include <cmath>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

/// The cost of a choice of arcs; infinite where it is no tree that reaches every node.
double cost_of(size_t nodes, uint32_t root, std::span<const Arc> arcs,
               const std::vector<uint32_t>& chosen) {
    double sum = 0;
    for (uint32_t node = 0; node < nodes; ++node) {
        if (node == root) continue;
        if (chosen[node] == no_arc || arcs[chosen[node]].to != node) return INFINITY;
        sum += arcs[chosen[node]].cost;
        uint32_t at = node;
        for (size_t steps = 0; at != root; ++steps) {
            if (steps > nodes || chosen[at] == no_arc) return INFINITY;
            at = arcs[chosen[at]].from;
        }
    }
    return sum;
}

/// The least cost over every choice of one arc per node.
double least_cost(size_t nodes, uint32_t root, std::span<const Arc> arcs) {
    std::vector<std::vector<uint32_t>> into(nodes);
    for (uint32_t arc = 0; arc < arcs.size(); ++arc) into[arcs[arc].to].push_back(arc);
    into[root] = {no_arc};
    std::vector<size_t> digit(nodes);
    double least = INFINITY;
    for (;;) {
        std::vector<uint32_t> chosen(nodes, no_arc);
        for (uint32_t node = 0; node < nodes; ++node) {
            if (into[node].empty()) return INFINITY;
            chosen[node] = into[node][digit[node]];
        }
        least = std::min(least, cost_of(nodes, root, arcs, chosen));
        size_t node = 0;
        while (node < nodes && ++digit[node] == into[node].size()) digit[node++] = 0;
        if (node == nodes) return least;
    }
}

TEST(Arborescence, OfRandomGraphsIsAsCheapAsTheBestOfAll) {
    Random random(1);
    for (int round = 0; round < 300; ++round) {
        const size_t nodes = 2 + random.below(5);
        const auto root = static_cast<uint32_t>(random.below(nodes));
        std::vector<Arc> arcs;
        for (uint32_t from = 0; from < nodes; ++from)
            for (uint32_t to = 0; to < nodes; ++to)
                if (random.uniform() < 0.7)
                    arcs.push_back({from, to, std::floor(random.uniform(-3, 9))});
        const double least = least_cost(nodes, root, arcs);
        const std::vector<uint32_t> chosen = cheapest_tree(nodes, root, arcs);
        if (std::isfinite(least)) {
            EXPECT_EQ(cost_of(nodes, root, arcs, chosen), least) << round;
        }
    }
}

TEST(Arborescence, BreaksAFork) {
    // Two siblings hold each other more cheaply than their parent holds either.
    const std::vector<Arc> arcs = {{0, 1, 5}, {0, 2, 6}, {1, 2, 1}, {2, 1, 1}};
    EXPECT_EQ(cheapest_tree(3, 0, arcs), (std::vector<uint32_t>{no_arc, 0, 2}));
}

TEST(Arborescence, CyclesWithinCycles) {
    // 1 and 2 hold each other, they and 3 as well; only 3 is held from outside.
    const std::vector<Arc> arcs = {{1, 2, 1}, {2, 1, 1}, {3, 1, 2}, {2, 3, 2}, {0, 3, 50}};
    const std::vector<uint32_t> chosen = cheapest_tree(4, 0, arcs);
    EXPECT_EQ(chosen, (std::vector<uint32_t>{no_arc, 2, 0, 4}));
}

TEST(Arborescence, OfEqualCostsTheFirstArcWins) {
    const std::vector<Arc> arcs = {{0, 1, 1}, {0, 2, 1}, {0, 3, 2}, {1, 3, 2}, {2, 3, 2}};
    EXPECT_EQ(cheapest_tree(4, 0, arcs), (std::vector<uint32_t>{no_arc, 0, 1, 2}));
}

TEST(Arborescence, NodesThatNothingReachesStayWithoutAnArcAndHoldNothing) {
    // 2 leads to 4 and from there to 1, more cheaply than the root, but nothing leads to 2.
    const std::vector<Arc> arcs = {{0, 1, 1}, {4, 1, 0.5}, {2, 4, 1}, {4, 2, 1}};
    EXPECT_EQ(cheapest_tree(5, 0, arcs),
              (std::vector<uint32_t>{no_arc, 0, no_arc, no_arc, no_arc}));
}

TEST(Arborescence, OfOneNodeIsEmpty) {
    EXPECT_EQ(cheapest_tree(1, 0, {}), (std::vector<uint32_t>{no_arc}));
    const std::vector<Arc> loop = {{0, 0, -1}};
    EXPECT_EQ(cheapest_tree(1, 0, loop), (std::vector<uint32_t>{no_arc}));
}

TEST(Arborescence, ManyForksInAChain) {
    // Every pair 2i+1, 2i+2 holds itself; the first of each is held by the pair before.
    constexpr uint32_t pairs = 500;
    std::vector<Arc> arcs;
    for (uint32_t i = 0; i < pairs; ++i) {
        const uint32_t a = 2 * i + 1, b = 2 * i + 2;
        arcs.insert(arcs.end(), {{a, b, 1}, {b, a, 1}, {2 * i, a, 10}, {2 * i, b, 11}});
    }
    const std::vector<uint32_t> chosen = cheapest_tree(2 * pairs + 1, 0, arcs);
    for (uint32_t i = 0; i < pairs; ++i) {
        EXPECT_EQ(chosen[2 * i + 1], 4 * i + 2);
        EXPECT_EQ(chosen[2 * i + 2], 4 * i);
    }
}

}  // namespace
}  // namespace thigmo
