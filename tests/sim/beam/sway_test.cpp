// How far wind bends branches: never past its own direction, however many of them add up.
#include "thigmo/sim/beam/sway.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

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

/// Angle (rad) by which the tip of the last one has turned towards the wind.
double turned(const BeamPlant& plant, const BeamSettings& settings) {
    static const MotionTexture texture = make_motion_texture(Weave::rows, Drive::gusts, 1);
    std::vector<Bend> bends;
    find_bends(plant, texture, make_gale(plant, settings, controls(settings)), {}, 0, bends);
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
            EXPECT_NEAR(turned(chain(1, direction, slope), steady(1)), expected, 1e-9);
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

TEST(SwayTest, a_branch_across_the_wind_leans_with_the_squared_speed) {
    const BeamPlant plant = chain(1, Vec3::UnitY(), 1e-4);
    EXPECT_NEAR(std::tan(turned(plant, steady(1.8))) / std::tan(turned(plant, steady(0.9))), 4,
                1e-9);
}

}  // namespace
}  // namespace thigmo
