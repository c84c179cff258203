// Sample points: well spread in every pair of dimensions.
#include "thigmo/render/sampler.h"

#include <gtest/gtest.h>

#include <set>

namespace thigmo {

TEST(Sampler, EachPairIsAStratifiedNet) {
    // 16 points of a (0, 2)-sequence have one in each of 16 equal boxes of every such shape.
    for (uint64_t pixel = 0; pixel < 50; ++pixel)
        for (int pair = 0; pair < 4; ++pair)
            for (const int columns : {1, 2, 4, 8, 16}) {
                std::set<int> boxes;
                for (uint32_t sample = 0; sample < 16; ++sample) {
                    Sampler sampler(7, pixel, sample);
                    for (int skip = 0; skip < pair; ++skip) sampler.pair();
                    const Vec2f u = sampler.pair();
                    ASSERT_GE(u.minCoeff(), 0);
                    ASSERT_LT(u.maxCoeff(), 1);
                    const int x = static_cast<int>(u.x() * static_cast<float>(columns));
                    const int y = static_cast<int>(u.y() * 16 / static_cast<float>(columns));
                    boxes.insert(y * columns + x);
                }
                ASSERT_EQ(boxes.size(), 16u) << pixel << ' ' << pair << ' ' << columns;
            }
}

TEST(Sampler, PairsAreNotCorrelated) {
    double sum = 0;
    for (uint64_t pixel = 0; pixel < 500; ++pixel)
        for (uint32_t sample = 0; sample < 16; ++sample) {
            Sampler sampler(1, pixel, sample);
            const Vec2f a = sampler.pair(), b = sampler.pair();
            sum += (a.x() - 0.5) * (b.x() - 0.5);
        }
    EXPECT_NEAR(sum / 8000 * 12, 0, 0.05);
}

TEST(Sampler, SeedChangesThePoints) {
    EXPECT_NE(Sampler(1, 5, 0).pair(), Sampler(2, 5, 0).pair());
}

}  // namespace thigmo
