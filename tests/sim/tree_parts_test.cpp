// Trees in parts: every row once, parents before children, parts that do not touch.
#include "thigmo/sim/tree_parts.h"

#include <gtest/gtest.h>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

std::vector<int> random_tree(size_t count, size_t roots, uint64_t seed) {
    Random random(seed);
    std::vector<int> parents;
    for (size_t i = 0; i < count; ++i)
        parents.push_back(i < roots ? -1
                                    : static_cast<int>(random.uniform(0, static_cast<double>(i))));
    return parents;
}

void expect_parts(const TreeParts& parts, const std::vector<int>& parents) {
    std::vector<int> seen(parents.size());
    for (uint32_t part = 0; part < parts.rows.size(); ++part)
        for (size_t k = 0; k < parts.rows[part].size(); ++k) {
            const uint32_t i = parts.rows[part][k];
            ++seen[i];
            EXPECT_EQ(parts.part_of[i], part);
            if (k > 0) {
                EXPECT_LT(parts.rows[part][k - 1], i);
            }
        }
    for (const int times : seen) EXPECT_EQ(times, 1);
    std::vector<uint32_t> crowns;
    for (size_t i = 0; i < parents.size(); ++i) {
        if (parts.part_of[i] == parts.last()) continue;
        ASSERT_GE(parents[i], 0);
        const uint32_t carrier = parts.part_of[static_cast<size_t>(parents[i])];
        EXPECT_TRUE(carrier == parts.part_of[i] || carrier == parts.last());
        if (carrier == parts.last()) crowns.push_back(static_cast<uint32_t>(i));
    }
    EXPECT_EQ(parts.crowns, crowns);
    for (const uint32_t i : parts.rows.back())
        if (parents[i] >= 0) {
            EXPECT_EQ(parts.part_of[static_cast<size_t>(parents[i])], parts.last());
        }
}

TEST(TreeParts, hold_every_row_once_and_touch_the_last_part_only) {
    for (const uint64_t seed : {1u, 2u, 3u})
        for (const size_t count : {1u, 2u, 10u, 300u})
            for (const size_t wanted : {1u, 4u, 16u}) {
                const std::vector<int> parents =
                    random_tree(count, std::min<size_t>(count, 1 + seed % 2), seed);
                expect_parts(split_tree(parents, std::vector<double>(count, 1.0), wanted), parents);
            }
}

TEST(TreeParts, carry_about_equal_work) {
    const std::vector<int> parents = random_tree(1000, 1, 5);
    const TreeParts parts = split_tree(parents, std::vector<double>(1000, 1.0), 16);
    EXPECT_GE(parts.rows.size(), 16u);
    for (uint32_t part = 0; part < parts.last(); ++part)
        EXPECT_LE(parts.rows[part].size(), 1000u / 16);
}

TEST(TreeParts, are_one_where_one_is_wanted_or_nothing_forks) {
    EXPECT_EQ(split_tree(random_tree(50, 1, 1), std::vector<double>(50, 1.0), 1).rows.size(), 1u);
    std::vector<int> chain;
    for (int i = 0; i < 50; ++i) chain.push_back(i - 1);
    const TreeParts parts = split_tree(chain, std::vector<double>(50, 1.0), 10);
    EXPECT_EQ(parts.rows.size(), 2u);
    EXPECT_EQ(parts.rows[0].size(), 5u);
    EXPECT_TRUE(split_tree({}, {}, 4).rows[0].empty());
}

}  // namespace
}  // namespace thigmo
