// Plants so large that a simulator takes them in pieces, by several threads.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/sim/conformance_stand.h"
#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

class LargeConformance : public ::testing::TestWithParam<Registered> {};
INSTANTIATE_TEST_SUITE_P(All, LargeConformance, ::testing::ValuesIn(those_with_a_large_plant()),
                         name_of);

TEST_P(LargeConformance, any_number_of_threads_gives_the_same_bits) {
    Numbers first;
    for (const size_t threads : {1u, 2u, 4u}) {
        const ThreadLimit limit(threads);
        Stand stand(GetParam(), GetParam().large());
        set_swinging(GetParam(), stand);
        if (first.empty()) first = stand.state();
        EXPECT_TRUE(same_bits(stand.state(), first)) << threads << " threads";
    }
}

TEST_P(LargeConformance, rewinding_repeats_bit_for_bit) {
    Stand stand(GetParam(), GetParam().large());
    set_swinging(GetParam(), stand);
    const Numbers before = stand.state();
    stand.run(GetParam().dt, 10);
    const Numbers first = stand.state();
    stand.simulator->restore(before);
    stand.run(GetParam().dt, 10);
    EXPECT_TRUE(same_bits(stand.state(), first));
    EXPECT_FALSE(same_bits(before, first));
}

TEST_P(LargeConformance, energy_never_grows_with_damping) {
    Stand stand(GetParam(), GetParam().large());
    const double rest = stand.energy();
    set_swinging(GetParam(), stand);
    const double swing = stand.energy() - rest;
    ASSERT_GT(swing, 0);
    double before = stand.energy();
    for (int i = 0; i < 60; ++i) {
        stand.run(GetParam().dt, 1);
        ASSERT_LE(stand.energy(), before + GetParam().waver * swing + 1e-14 * std::abs(rest)) << i;
        before = stand.energy();
    }
}

}  // namespace
}  // namespace thigmo
