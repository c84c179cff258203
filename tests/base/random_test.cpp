// Random numbers: the same on every machine, even, and of the right moments.
#include "thigmo/base/random.h"

#include <gtest/gtest.h>

#include <array>

namespace thigmo {

TEST(Random, MixIsTheFinaliserOfSplitMix64) {
    // First outputs of SplitMix64 from state 0 and 1 (reference implementation by Vigna).
    EXPECT_EQ(mix(0), 0xe220a8397b1dcdafu);
    EXPECT_EQ(mix(1), 0x910a2dec89025cc1u);
}

TEST(Random, UniformHasMeanHalfAndVarianceTwelfth) {
    Random random(7);
    double sum = 0, squares = 0;
    constexpr int count = 100000;
    for (int i = 0; i < count; ++i) {
        const double x = random.uniform();
        ASSERT_GE(x, 0);
        ASSERT_LT(x, 1);
        sum += x;
        squares += x * x;
    }
    EXPECT_NEAR(sum / count, 0.5, 5e-3);
    EXPECT_NEAR(squares / count - 0.25, 1.0 / 12, 5e-3);
}

TEST(Random, NormalHasUnitVariance) {
    Random random(7);
    double sum = 0, squares = 0;
    constexpr int count = 100000;
    for (int i = 0; i < count; ++i) {
        const double x = random.normal();
        sum += x;
        squares += x * x;
    }
    EXPECT_NEAR(sum / count, 0, 0.02);
    EXPECT_NEAR(squares / count, 1, 0.02);
}

TEST(Random, BelowReachesEveryNumberEvenly) {
    Random random(3);
    std::array<int, 6> counts{};
    for (int i = 0; i < 6000; ++i) ++counts.at(random.below(6));
    for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
}

}  // namespace thigmo
