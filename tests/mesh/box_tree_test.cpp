// Trees of boxes against asking every box.
#include "thigmo/mesh/box_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

Vec3 random_point(Random& random) {
    return {random.uniform(), random.uniform(), random.uniform()};
}

std::vector<Box> random_boxes(size_t count, uint64_t seed) {
    Random random(seed);
    std::vector<Box> boxes;
    for (size_t i = 0; i < count; ++i) {
        const Vec3 low = random_point(random);
        boxes.emplace_back(low, low + 0.1 * random_point(random));
    }
    return boxes;
}

using Pairs = std::set<std::pair<uint32_t, uint32_t>>;

Pairs pairs_of(const BoxTree& tree) {
    Pairs pairs;
    tree.pairs([&](uint32_t a, uint32_t b) {
        EXPECT_LT(a, b);
        EXPECT_TRUE(pairs.emplace(a, b).second) << "twice";
    });
    return pairs;
}

TEST(BoxTree, WithoutBoxesFindsNothing) {
    for (const BoxTree& tree : {BoxTree(), BoxTree(std::vector<Box>())}) {
        EXPECT_FALSE(tree.any(Box(Vec3::Zero()), [](uint32_t) { return true; }));
        EXPECT_EQ(tree.nearest(Vec3::Zero(), [](uint32_t) { return 0.0; }).first, BoxTree::none);
        EXPECT_TRUE(pairs_of(tree).empty());
    }
}

TEST(BoxTree, AnyVisitsWhatOverlapsOnce) {
    const std::vector<Box> boxes = random_boxes(300, 1);
    const BoxTree tree(boxes);
    for (const Box& asked : random_boxes(20, 2)) {
        std::set<uint32_t> truth, found;
        for (uint32_t i = 0; i < boxes.size(); ++i)
            if (boxes[i].intersects(asked)) truth.insert(i);
        EXPECT_FALSE(tree.any(asked, [&](uint32_t item) {
            EXPECT_TRUE(found.insert(item).second);
            return false;
        }));
        EXPECT_EQ(found, truth);
    }
}

TEST(BoxTree, AnyStopsAtTheFirstYes) {
    const BoxTree tree(random_boxes(300, 1));
    int visits = 0;
    EXPECT_TRUE(tree.any(Box(Vec3::Zero(), Vec3::Ones()), [&](uint32_t) { return ++visits == 3; }));
    EXPECT_EQ(visits, 3);
}

TEST(BoxTree, NearestIsTheNearest) {
    const std::vector<Box> boxes = random_boxes(500, 3);
    const BoxTree tree(boxes);
    Random random(4);
    for (int round = 0; round < 100; ++round) {
        const Vec3 point = 2 * random_point(random);
        const auto squared = [&](uint32_t i) { return (boxes[i].max() - point).squaredNorm(); };
        uint32_t best = 0;
        for (uint32_t i = 1; i < boxes.size(); ++i)
            if (squared(i) < squared(best)) best = i;
        const auto [item, found] = tree.nearest(point, squared);
        EXPECT_EQ(item, best);
        EXPECT_EQ(found, squared(best));
    }
}

TEST(BoxTree, NearestOfEqualsIsTheFirst) {
    const std::vector<Box> boxes(50, Box(Vec3::Ones()));
    const auto squared = [](uint32_t) { return 3.0; };
    EXPECT_EQ(BoxTree(boxes).nearest(Vec3::Zero(), squared).first, 0u);
}

TEST(BoxTree, NearestKeepsBelowItsLimit) {
    const std::vector<Box> boxes(9, Box(Vec3::UnitX()));
    const BoxTree tree(boxes);
    const auto one = [](uint32_t) { return 1.0; };
    EXPECT_EQ(tree.nearest(Vec3::Zero(), one, 1.0).first, BoxTree::none);
    EXPECT_EQ(tree.nearest(Vec3::Zero(), one, 1.1).first, 0u);
    EXPECT_EQ(tree.nearest(
                      Vec3::UnitX(), [](uint32_t) { return 0.0; }, 0)
                  .first,
              BoxTree::none);
}

/// What may not be chosen is infinitely far, and stays so without a limit.
TEST(BoxTree, NearestNeverTakesWhatIsInfinitelyFar) {
    const BoxTree tree(random_boxes(20, 5));
    const auto excluded = [](uint32_t) { return std::numeric_limits<double>::infinity(); };
    EXPECT_EQ(tree.nearest(Vec3::Zero(), excluded).first, BoxTree::none);
}

TEST(BoxTree, PairsAreAllThatOverlap) {
    const std::vector<Box> boxes = random_boxes(400, 6);
    Pairs truth;
    for (uint32_t a = 0; a < boxes.size(); ++a)
        for (uint32_t b = a + 1; b < boxes.size(); ++b)
            if (boxes[a].intersects(boxes[b])) truth.emplace(a, b);
    EXPECT_GT(truth.size(), 50u);
    EXPECT_EQ(pairs_of(BoxTree(boxes)), truth);
}

TEST(BoxTree, PairsOfOneGroupAreLeftOut) {
    const std::vector<Box> boxes = random_boxes(400, 7);
    std::vector<uint32_t> groups;
    Random random(8);
    for (size_t i = 0; i < boxes.size(); ++i)
        groups.push_back(i < 200 ? 0 : static_cast<uint32_t>(random.below(3)));
    Pairs truth;
    for (uint32_t a = 0; a < boxes.size(); ++a)
        for (uint32_t b = a + 1; b < boxes.size(); ++b)
            if (groups[a] != groups[b] && boxes[a].intersects(boxes[b])) truth.emplace(a, b);
    EXPECT_EQ(pairs_of(BoxTree(boxes, groups)), truth);
    EXPECT_TRUE(pairs_of(BoxTree(boxes, std::vector<uint32_t>(boxes.size(), 4))).empty());
}

TEST(BoxTree, BoxesInOnePlaceAreNoTrouble) {
    const std::vector<Box> boxes(40, Box(Vec3::Ones()));
    EXPECT_EQ(pairs_of(BoxTree(boxes)).size(), 40u * 39 / 2);
}

}  // namespace
}  // namespace thigmo
