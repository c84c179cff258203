// How far wind bends branches: never past its own direction, however many of them add up.
#include "thigmo/sim/beam/sway.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/message.h"
#include "thigmo/mechanics/tapered_beam.h"
#include "thigmo/sim/beam/stations.h"

namespace thigmo {
namespace {

constexpr double degree = std::numbers::pi / 180;

/// Branches in a row, each going on where the last one ends, that lean by a slope at their tips per
/// squared speed.
BeamPlant chain(size_t count, const Vec3& direction, double slope) {
    BeamPlant plant;
    Vec3 borne = Vec3::Zero();
    for (size_t i = 0; i < count; ++i) {
        Branch branch;
        if (i > 0) branch.parent = BranchId(i - 1);
        branch.along = 1;
        branch.order = static_cast<uint16_t>(i);
        branch.taper = 0.4;
        branch.curve.base = static_cast<double>(i) * direction;
        branch.curve.c1 = direction;
        branch.frame = Quat::FromTwoVectors(Vec3::UnitX(), direction);
        branch.lean = slope * beam_deflection(0.4, 1) / beam_slope(0.4, 1.0);
        branch.borne = borne;
        borne += slope * direction;
        plant.branches.push_back(branch);
    }
    return plant;
}

BeamSettings steady(double speed) {
    BeamSettings settings;
    settings.wind.mean = Vec3(speed, 0, 0);
    settings.wind.turbulence = 0;
    return settings;
}

const MotionTexture& any_texture() {
    static const MotionTexture texture = make_motion_texture(Weave::rows, Drive::gusts, 1);
    return texture;
}

/// Angle (rad) by which the tip of the last one has turned towards the wind.
double turned(const BeamPlant& plant, const BeamSettings& settings) {
    std::vector<Bend> bends;
    find_bends(plant, any_texture(), make_gale(plant, settings, controls(settings)), {}, 0, bends);
    double sum = 0;
    for (size_t i = 0; i < bends.size(); ++i)
        sum += std::atan(bends[i].amplitude * beam_slope(0.4, 1.0));
    return sum;
}

TEST(SwayTest, a_lone_branch_lies_along_the_sum_of_its_direction_and_the_wind) {
    for (const double apart : {30 * degree, 60 * degree, 90 * degree})
        for (const double slope : {0.01, 0.3, 2.0, 50.0}) {
            const Vec3 direction(std::cos(apart), std::sin(apart), 0);
            const Vec3 sum = direction + slope * Vec3::UnitX();
            const double expected = apart - std::atan2(sum.y(), sum.x());
            EXPECT_NEAR(turned(chain(1, direction, slope), steady(1)), expected, 1e-6);
        }
}

TEST(SwayTest, far_out_a_branch_leans_with_the_cube_root_of_the_pressure) {
    const auto way = [](double free) { return free * lean_of(free, 1.0, 0.0, 5.0).share; };
    EXPECT_NEAR(way(1e-6), 1e-6, 1e-10);
    EXPECT_NEAR(way(8e6) / way(1e6), 2, 1e-4);
}

TEST(SwayTest, gusts_move_a_leaning_branch_by_the_slope_of_its_lean) {
    constexpr double h = 1e-6;
    for (const double free : {0.01, 0.5, 4.0})
        for (const double hardening : {0.0, 0.3, 6.0})
            for (const double along : {-0.5, 0.0, 0.8}) {
                const auto way = [&](double x) {
                    return x * lean_of(x, 1.7, along, hardening).share;
                };
                EXPECT_NEAR(lean_of(free, 1.7, along, hardening).slope,
                            (way(free + h) - way(free - h)) / (2 * h), 1e-7);
            }
}

TEST(SwayTest, no_chain_of_branches_turns_past_the_wind) {
    for (const double apart : {20 * degree, 50 * degree, 90 * degree, 130 * degree})
        for (const double slope : {0.1, 0.5, 2.0, 10.0, 100.0}) {
            const Vec3 direction(std::cos(apart), std::sin(apart), 0);
            const double all = turned(chain(6, direction, slope), steady(1));
            EXPECT_LT(all, apart + 5 * degree) << apart / degree << ' ' << slope;
            EXPECT_GE(1.01 * all, turned(chain(1, direction, slope), steady(1)));
        }
}

std::vector<Bend> bends_of(const BeamPlant& plant, const BeamControls& live, double time) {
    std::vector<Bend> bends;
    find_bends(plant, any_texture(), make_gale(plant, {}, live), {}, time, bends);
    return bends;
}

TEST(SwayTest, branches_lean_with_the_swell_at_their_place) {
    const BeamPlant plant = chain(3, Vec3::UnitY(), 1e-6);
    BeamControls live = controls(steady(6));
    const double still = bends_of(plant, live, 0)[0].amplitude;
    live.wind.turbulence = 0.3;
    live.sway = {0};
    const Gale gale = make_gale(plant, {}, live);
    for (const double time : {0.0, 3.3, 1234.5})
        for (const BranchId id : plant.branches.rows()) {
            const double speed = swell_at(gale, plant.branches[id].curve.base, time);
            EXPECT_NEAR(bends_of(plant, live, time)[id.value].amplitude / still, speed * speed,
                        1e-4);
        }
}

TEST(SwayTest, a_branch_in_step_sways_as_its_stem_does) {
    BeamPlant plant = chain(2, Vec3::UnitY(), 1e-6);
    Branch& second = plant.branches[BranchId(size_t{1})];
    second.frequency = {3.7, 5.1};
    second.run = draw_trajectory(Weave::rows, 5);
    second.stem = BranchId(size_t{0});
    const BeamControls live = controls(steady(6));
    const auto apart = [&] {
        double most = 0;
        for (const double time : {0.3, 4.0, 17.7}) {
            BeamControls gusty = live;
            gusty.wind.turbulence = 0.3;
            const std::vector<Bend> bends = bends_of(plant, gusty, time);
            most = std::max(
                most,
                (bends[1].amplitude * bends[1].axis / bends[0].amplitude - bends[0].axis).norm());
        }
        return most;
    };
    plant.branches[BranchId(size_t{0})].frequency = {2, 2};
    // Sways of one oscillator stand for both, so gusts of a lower frequency are stronger.
    second.sway = {std::cbrt(3.7 / 2), std::cbrt(5.1 / 2)};
    EXPECT_GT(apart(), 0.05);
    second.in_step = Eigen::Matrix2d::Identity();
    EXPECT_LT(apart(), 0.02);
}

TEST(SwayTest, a_branch_may_be_stiffer_than_its_order) {
    const BeamPlant plant = chain(3, Vec3::UnitY(), 1e-6);
    BeamControls live = controls(steady(6));
    const std::vector<Bend> before = bends_of(plant, live, 2);
    live.branches.stiffness = {1, 4, 1};
    const std::vector<Bend> after = bends_of(plant, live, 2);
    EXPECT_NEAR(after[0].amplitude, before[0].amplitude, 1e-6 * before[0].amplitude);
    EXPECT_NEAR(after[1].amplitude, before[1].amplitude / 4, 1e-5 * before[1].amplitude);
}

TEST(SwayTest, controls_of_a_branch_multiply_those_of_its_order) {
    const BeamPlant plant = chain(2, Vec3::UnitY(), 1e-6);
    BeamControls own = controls({}), order = own;
    own.damping = {0.2, 0.1};
    own.branches.damping = {1, 3};
    own.branches.sway = {0.5, 1};
    order.damping = {0.2, 0.3};
    order.sway = {0.5, 1};
    const std::vector<Bend> a = bends_of(plant, own, 7), b = bends_of(plant, order, 7);
    for (size_t i = 0; i < 2; ++i)
        EXPECT_NEAR(a[i].amplitude, b[i].amplitude, 1e-6 * b[i].amplitude);
    // Where controls give no damping, the branch has its own, from its wood and the wind.
    BeamPlant damped = plant;
    damped.branches[BranchId(size_t{1})].damping = 0.06;
    damped.branches[BranchId(size_t{1})].air_damping = 0.04 / own.wind.mean.norm();
    own.damping = {};
    EXPECT_NEAR(bends_of(damped, own, 7)[1].amplitude, b[1].amplitude, 1e-6 * b[1].amplitude);
    own.damping = {0.2, 0.1};
    own.branches.damping = {};
    EXPECT_GT(std::abs(bends_of(plant, own, 7)[1].amplitude / b[1].amplitude - 1), 1e-4);
}

TEST(SwayTest, rejects_controls_of_another_number_of_branches) {
    const BeamPlant plant = chain(3, Vec3::UnitY(), 1e-6);
    BeamControls live;
    live.branches.damping = {1, 1};
    EXPECT_EQ(message([&] { make_gale(plant, {}, live); }),
              "damping: found 2 factors of branches, expected 3");
}

TEST(SwayTest, a_branch_across_the_wind_leans_with_the_squared_speed) {
    const BeamPlant plant = chain(1, Vec3::UnitY(), 1e-4);
    EXPECT_NEAR(std::tan(turned(plant, steady(1.8))) / std::tan(turned(plant, steady(0.9))), 4,
                1e-5);
}

}  // namespace
}  // namespace thigmo
