// Loops broken one by one, as [Zhao2013] sec. 4.6 has it.
#include "thigmo/authoring/loops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "thigmo/base/random.h"
#include "thigmo/base/union_find.h"

namespace thigmo {
namespace {

/// Removes the first link of a cycle that is known to be spurious.
LoopChooser by_truth(const std::set<uint32_t>& spurious) {
    return [spurious](std::span<const uint32_t> cycle) {
        for (size_t i = 0; i < cycle.size(); ++i)
            if (spurious.contains(cycle[i])) return i;
        ADD_FAILURE() << "a cycle without a spurious link";
        return size_t{0};
    };
}

std::set<uint32_t> removed(const Untangled& result) {
    std::set<uint32_t> links;
    for (uint32_t link = 0; link < result.in_tree.size(); ++link)
        if (result.in_tree[link] == 0) links.insert(link);
    return links;
}

/// Whether the links go round: every node on them is on two.
bool goes_round(std::span<const LimbLink> links, const std::vector<uint32_t>& loop) {
    for (size_t i = 0; i < loop.size(); ++i) {
        const LimbLink &here = links[loop[i]], &next = links[loop[(i + 1) % loop.size()]];
        if (here.a != next.a && here.a != next.b && here.b != next.a && here.b != next.b)
            return false;
    }
    return true;
}

TEST(Loops, ATreeHasNone) {
    const std::vector<LimbLink> links = {{0, 1}, {2, 1}, {3, 0}};
    const uint32_t root = 0;
    const Untangled result =
        untangle(4, std::span(&root, 1), links, [](auto) -> size_t { throw std::logic_error(""); });
    EXPECT_TRUE(result.loops.empty());
    EXPECT_EQ(result.in_tree, (std::vector<uint8_t>{1, 1, 1}));
}

/// Fig. 6 B: both small branches meet the big one; the true tree has one grow from the other.
TEST(Loops, OfThreeGoesTheOneThatTheChooserSays) {
    const std::vector<LimbLink> links = {{0, 1}, {0, 2}, {1, 2}};
    const uint32_t root = 0;
    for (uint32_t spurious = 0; spurious < 3; ++spurious) {
        const Untangled result = untangle(3, std::span(&root, 1), links, by_truth({spurious}));
        ASSERT_EQ(result.loops.size(), 1u);
        EXPECT_EQ(result.loops[0].broken, spurious);
        EXPECT_EQ(result.loops[0].links.back(), 2u);  // the redundant one closes it
        EXPECT_EQ(removed(result), (std::set{spurious}));
    }
}

/// Fig. 6 C: three redundant edges, of which two belong to the true tree.
TEST(Loops, ThreeAfterEachOtherOnATreeThatChanges) {
    //      4 - 5
    //     /|   |      links 0 … 7: the tree of the breadth-first walk is 01 02 13 14 25
    //    1-+-3 |
    //    |     |
    //    0 --- 2
    const std::vector<LimbLink> links = {{0, 1}, {0, 2}, {1, 3}, {1, 4},
                                         {2, 5}, {3, 4}, {4, 5}, {2, 3}};
    const std::set<uint32_t> spurious = {3, 4, 7};  // true: 01 02 13 34 45
    const uint32_t root = 0;
    const Untangled result = untangle(6, std::span(&root, 1), links, by_truth(spurious));
    ASSERT_EQ(result.loops.size(), 3u);
    EXPECT_EQ(removed(result), spurious);
    for (const LimbLoop& loop : result.loops) EXPECT_TRUE(goes_round(links, loop.links));
}

TEST(Loops, TheRedundantLinksComeBreadthFirst) {
    // Two triangles, one at the root and one far out; the far one's links come first in the list.
    const std::vector<LimbLink> links = {{3, 4}, {3, 5}, {4, 5}, {2, 3}, {0, 1}, {0, 2}, {1, 2}};
    const uint32_t root = 0;
    const Untangled result = untangle(6, std::span(&root, 1), links,
                                      [](std::span<const uint32_t> c) { return c.size() - 1; });
    ASSERT_EQ(result.loops.size(), 2u);
    EXPECT_EQ(result.loops[0].broken, 6u);
    EXPECT_EQ(result.loops[1].broken, 2u);
}

TEST(Loops, AWayFromRootToRootIsOne) {
    const std::vector<LimbLink> links = {{0, 2}, {2, 3}, {3, 1}};
    const std::vector<uint32_t> roots = {0, 1};
    const Untangled result = untangle(4, roots, links, by_truth({1}));
    ASSERT_EQ(result.loops.size(), 1u);
    EXPECT_EQ(std::set(result.loops[0].links.begin(), result.loops[0].links.end()),
              (std::set<uint32_t>{0, 1, 2}));
    EXPECT_EQ(removed(result), (std::set<uint32_t>{1}));
    for (const uint32_t cut : {0u, 2u})
        EXPECT_EQ(removed(untangle(4, roots, links, by_truth({cut}))), (std::set{cut}));
}

TEST(Loops, WhatIsNotConnectedStaysOut) {
    const std::vector<LimbLink> links = {{0, 1}, {2, 3}, {3, 4}, {4, 2}};
    const uint32_t root = 0;
    const Untangled result = untangle(5, std::span(&root, 1), links, by_truth({}));
    EXPECT_TRUE(result.loops.empty());
    EXPECT_EQ(result.in_tree, (std::vector<uint8_t>{1, 0, 0, 0}));
}

/// The paper's claim: as many loops as links beyond a tree, and exactly the spurious ones go.
TEST(Loops, OfRandomGraphsExactlyTheSpuriousLinksAreRemoved) {
    Random random(5);
    for (int round = 0; round < 200; ++round) {
        const auto nodes = static_cast<uint32_t>(2 + random.below(40));
        const auto roots_count = static_cast<uint32_t>(1 + random.below(3));
        std::vector<uint32_t> roots;
        for (uint32_t i = 0; i < std::min(roots_count, nodes); ++i) roots.push_back(i);
        std::vector<LimbLink> links;
        for (auto node = static_cast<uint32_t>(roots.size()); node < nodes; ++node)
            links.push_back({static_cast<uint32_t>(random.below(node)), node});
        const size_t tree = links.size();
        std::set<std::pair<uint32_t, uint32_t>> known;
        for (const auto& [a, b] : links) known.emplace(a, b);
        for (int i = 0; i < 20; ++i) {
            const auto a = static_cast<uint32_t>(random.below(nodes)),
                       b = static_cast<uint32_t>(random.below(nodes));
            if (a != b && known.emplace(std::min(a, b), std::max(a, b)).second)
                links.push_back({std::min(a, b), std::max(a, b)});
        }
        // In any order: the tree's links are not the first.
        std::vector<uint32_t> order(links.size());
        for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
        std::vector<LimbLink> shuffled;
        std::set<uint32_t> spurious;
        for (uint32_t i = 0; i < order.size(); ++i) {
            shuffled.push_back(links[order[i]]);
            if (order[i] >= tree) spurious.insert(i);
        }
        const Untangled result = untangle(nodes, roots, shuffled, by_truth(spurious));
        EXPECT_EQ(result.loops.size(), spurious.size());
        EXPECT_EQ(removed(result), spurious) << round;
    }
}

}  // namespace
}  // namespace thigmo
