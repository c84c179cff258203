// Sets that merge: who is with whom, and how the sets are numbered.
#include "thigmo/base/union_find.h"

#include <gtest/gtest.h>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

TEST(UnionFind, EveryoneBeginsAlone) {
    UnionFind sets(4);
    EXPECT_EQ(sets.size(), 4u);
    EXPECT_EQ(sets.numbers(), (std::vector<uint32_t>{0, 1, 2, 3}));
}

TEST(UnionFind, TellsWhetherTwoWereApart) {
    UnionFind sets(3);
    EXPECT_TRUE(sets.unite(0, 2));
    EXPECT_FALSE(sets.unite(2, 0));
    EXPECT_FALSE(sets.unite(1, 1));
    EXPECT_TRUE(sets.unite(1, 2));
    EXPECT_FALSE(sets.unite(0, 1));
}

TEST(UnionFind, TheLeastMemberStandsForItsSetInWhateverOrderItGrew) {
    UnionFind forwards(6), backwards(6);
    forwards.unite(1, 3);
    forwards.unite(3, 5);
    backwards.unite(5, 3);
    backwards.unite(5, 1);
    for (const uint32_t member : {1u, 3u, 5u}) {
        EXPECT_EQ(forwards.find(member), 1u);
        EXPECT_EQ(backwards.find(member), 1u);
    }
    EXPECT_EQ(forwards.find(4), 4u);
}

TEST(UnionFind, SetsAreNumberedByTheirLeastMembers) {
    UnionFind sets(6);
    sets.unite(5, 0);
    sets.unite(4, 2);
    EXPECT_EQ(sets.numbers(), (std::vector<uint32_t>{0, 1, 2, 3, 2, 0}));
}

/// Reachability by colouring again and again.
TEST(UnionFind, AgreesWithPaintedColours) {
    Random random(7);
    UnionFind sets(60);
    std::vector<uint32_t> colour(60);
    for (uint32_t i = 0; i < 60; ++i) colour[i] = i;
    for (int i = 0; i < 45; ++i) {
        const auto a = static_cast<uint32_t>(random.below(60)),
                   b = static_cast<uint32_t>(random.below(60));
        EXPECT_EQ(sets.unite(a, b), colour[a] != colour[b]);
        const uint32_t old = colour[a];
        for (uint32_t& c : colour)
            if (c == old) c = colour[b];
    }
    for (uint32_t a = 0; a < 60; ++a)
        for (uint32_t b = 0; b < 60; ++b)
            EXPECT_EQ(sets.find(a) == sets.find(b), colour[a] == colour[b]);
}

}  // namespace
}  // namespace thigmo
