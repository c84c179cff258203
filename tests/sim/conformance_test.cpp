// Every simulator against what it claims.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/message.h"
#include "tests/sim/conformance_stand.h"
#include "thigmo/base/parallel.h"
#include "thigmo/plant/walk.h"

namespace thigmo {

namespace {

class Conformance : public ::testing::TestWithParam<Registered> {};
class DynamicConformance : public ::testing::TestWithParam<Registered> {};
class ConservativeConformance : public ::testing::TestWithParam<Registered> {};
class ExactConformance : public ::testing::TestWithParam<Registered> {};

INSTANTIATE_TEST_SUITE_P(All, Conformance, ::testing::ValuesIn(registered_simulators()), name_of);
INSTANTIATE_TEST_SUITE_P(All, DynamicConformance,
                         ::testing::ValuesIn(those([](const Claims& c) { return c.dynamic; })),
                         name_of);
INSTANTIATE_TEST_SUITE_P(All, ConservativeConformance,
                         ::testing::ValuesIn(those([](const Claims& c) { return c.conservative; })),
                         name_of);
INSTANTIATE_TEST_SUITE_P(All, ExactConformance, ::testing::ValuesIn(those([](const Claims& c) {
                             return c.exact_in_time;
                         })),
                         name_of);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ConservativeConformance);

TEST_P(Conformance, rest_stays_at_rest) {
    Stand stand(GetParam());
    const double height = bounds(stand.plant).sizes().maxCoeff();
    const std::vector<Vec3> before = stand.ends();
    stand.run(GetParam().dt, 200);
    EXPECT_LT(farthest(before, stand.ends()), 1e-7 * height);
    EXPECT_LT(stand.kinetic(), 1e-12 * mass(stand.plant) * 9.81 * height);
}

TEST_P(Conformance, the_given_pose_is_the_first) {
    const Stand stand(GetParam());
    std::vector<Vec3> given;
    for (const Vec3& end : stand.plant.segments.end) given.push_back(end);
    EXPECT_LT(farthest(given, stand.ends()), 1e-9);
}

TEST_P(Conformance, rewinding_repeats_bit_for_bit) {
    Stand stand(GetParam());
    set_swinging(GetParam(), stand);
    const Numbers before = stand.state();
    stand.run(GetParam().dt, 40);
    const Numbers first = stand.state();
    stand.simulator->restore(before);
    EXPECT_TRUE(same_bits(stand.state(), before));
    stand.run(GetParam().dt, 40);
    EXPECT_TRUE(same_bits(stand.state(), first));
    EXPECT_FALSE(same_bits(before, first));
}

TEST_P(Conformance, a_new_one_goes_on_from_a_saved_state) {
    Stand stand(GetParam()), other(GetParam());
    set_swinging(GetParam(), stand);
    other.simulator->restore(stand.state());
    stand.run(GetParam().dt, 20);
    other.run(GetParam().dt, 20);
    EXPECT_TRUE(same_bits(stand.state(), other.state()));
}

TEST_P(Conformance, any_number_of_threads_gives_the_same_bits) {
    Numbers first;
    for (const size_t threads : {1u, 2u, 3u, 4u}) {
        const ThreadLimit limit(threads);
        Stand stand(GetParam());
        set_swinging(GetParam(), stand);
        if (first.empty()) first = stand.state();
        EXPECT_TRUE(same_bits(stand.state(), first)) << threads << " threads";
    }
}

TEST_P(Conformance, rejects_bad_settings) {
    const Plant plant = GetParam().plant();
    for (const SimulatorSettings& settings : GetParam().bad)
        EXPECT_NE(message([&] { GetParam().make(plant, settings, {}); }), "no error");
}

TEST_P(Conformance, rows_lie_within_the_state_and_apart) {
    const Stand stand(GetParam());
    std::vector<int> taken(stand.state().size());
    for (const StateRow& row : stand.simulator->rows()) {
        ASSERT_LE(row.first + row.count, taken.size());
        for (uint32_t i = 0; i < row.count; ++i) EXPECT_EQ(taken[row.first + i]++, 0);
    }
}

TEST_P(DynamicConformance, what_is_no_number_never_leaves_a_step) {
    Stand stand(GetParam());
    set_swinging(GetParam(), stand);
    const Numbers before = stand.state();
    Load load = stand.tip_load();
    load.force = Vec3(NAN, 0, 0);
    std::vector<AirSample> air;
    stand.simulator->air_samples(air);
    ASSERT_FALSE(air.empty());
    air.back().wind.z() = INFINITY;
    std::array<Loads, 4> bad;
    bad[0].points = {&load, 1};
    bad[1].air = air;
    bad[2].gravity.y() = NAN;
    bad[3].base.acceleration.x() = NAN;
    for (size_t i = 0; i < bad.size(); ++i) {
        const StepReport report = stand.simulator->step(GetParam().dt, bad[i]);
        EXPECT_EQ(report.status, StepReport::Status::failed) << i;
        EXPECT_NE(report.message.find("not finite"), std::string::npos) << i << report.message;
        EXPECT_TRUE(same_bits(stand.state(), before)) << i;
    }
    stand.run(GetParam().dt, 5);
}

TEST_P(DynamicConformance, energy_never_grows_with_damping) {
    Stand stand(GetParam());
    const double rest = stand.energy();
    set_swinging(GetParam(), stand);
    const double swing = stand.energy() - rest;
    ASSERT_GT(swing, 0);
    double before = stand.energy();
    const auto steps = static_cast<int>(0.8 / GetParam().dt);
    for (int i = 0; i < steps; ++i) {
        stand.run(GetParam().dt, 1);
        // Rounding: of energies as large as gravity's, and of the swing's own.
        ASSERT_LE(stand.energy(), before + GetParam().waver * swing + 1e-14 * std::abs(rest)) << i;
        before = stand.energy();
    }
    EXPECT_LT(before - rest, 0.9 * swing);
}

TEST_P(ConservativeConformance, undamped_energy_holds) {
    Stand stand(GetParam(), false);
    const double rest = stand.energy();
    // Let come on slowly, so that what swings is resolved.
    const double dt = GetParam().fine_dt;
    const auto steps = static_cast<int>(1 / dt);
    for (int i = 0; i < steps / 2; ++i) {
        const double s = 2.0 * i / steps;
        stand.run(dt, 1, Vec3(GetParam().force * s * s * (3 - 2 * s), 0, 0));
    }
    const double swing = stand.energy() - rest;
    double low = stand.energy(), high = low;
    for (int i = 0; i < steps; ++i) {
        stand.run(dt, 1);
        low = std::min(low, stand.energy());
        high = std::max(high, stand.energy());
    }
    ASSERT_GT(swing, 0);
    EXPECT_LT((high - low) / swing, GetParam().energy_loss);
}

TEST_P(DynamicConformance, halving_dt_converges_at_its_order) {
    // From rest under a force that comes on at once.
    std::vector<std::vector<Vec3>> ends;
    const auto coarsest = static_cast<int>(std::lround(0.16 / GetParam().order_dt));
    for (const int steps : {coarsest, 2 * coarsest, 4 * coarsest, 8 * coarsest}) {
        Stand stand(GetParam());
        stand.run(0.16 / steps, steps, Vec3(GetParam().force, 0, 0.5 * GetParam().force));
        EXPECT_EQ(stand.rejected, 0u);
        ends.push_back(stand.ends());
    }
    const double order = std::log2(farthest(ends[1], ends[2]) / farthest(ends[2], ends[3]));
    EXPECT_GT(order, Stand(GetParam()).simulator->claims().order - 0.3);
}

TEST_P(ExactConformance, any_dt_gives_the_same_pose) {
    Registered moving = GetParam();
    moving.settings = moving.moving;
    Stand coarse(moving), fine(moving);
    const std::vector<Vec3> before = coarse.ends();
    coarse.run(0.5, 1);
    fine.run(0.125, 4);
    EXPECT_LT(farthest(coarse.ends(), fine.ends()), 1e-9);
    EXPECT_GT(farthest(coarse.ends(), before), 1e-5);
}

}  // namespace
}  // namespace thigmo
