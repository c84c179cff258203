// Plants in a steady wind: small leans, weight that helps the wind, and large leans.
#include "thigmo/sim/beam/wind_balance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/parts.h"
#include "samples/plants.h"
#include "thigmo/mechanics/drag.h"

namespace thigmo {
namespace {

BeamSettings settings_with(double gravity) {
    BeamSettings settings;
    settings.gravity = gravity;
    settings.wind.roughness = 0;
    settings.wind.turbulence = 0;
    return settings;
}

/// A rod of 1 m and a radius of 1 cm.
struct Rod {
    Plant plant = samples::stem(40, 1, 0.01, 0.01);
    double EI, weight, drag;  // N m², N/m per m/s² of gravity, N/m per squared speed

    Rod() {
        const Material& wood = plant.materials[MaterialId(size_t{0})];
        EI = wood.young * std::numbers::pi * std::pow(0.01, 4) / 4;
        weight = wood.density * std::numbers::pi * 1e-4;
        drag = drag_constant(wood.drag, 0.02) * std::pow(8 / vogel_speed, wood.vogel);
    }
    SegmentId last() const { return SegmentId(plant.segments.size() - 1); }
    Vec3 slight_tip(const SwayTree& tree) const {
        return tree.displacement(slight_lean(tree, Vec3::UnitX()), tree.at_end[last()],
                                 plant.segments.end[last()]) *
               kept_share(tree.vogel, 8);
    }
    Vec3 balanced_tip(const SwayTree& tree, double speed) const {
        const auto poses = balance_in_wind(tree, Vec3(speed, 0, 0), Mat3::Identity()).bodies;
        const auto body = static_cast<size_t>(tree.at_end[last()]);
        return poses[body].at +
               poses[body].turn * (plant.segments.end[last()] - tree.bodies[body].at);
    }
};

TEST(WindBalance, a_rod_leans_as_a_uniform_load_bends_it) {
    const Rod rod;
    const SwayTree tree(rod.plant, settings_with(0));
    EXPECT_NEAR(rod.slight_tip(tree).x(), rod.drag / (8 * rod.EI), 0.01 * rod.drag / (8 * rod.EI));
}

TEST(WindBalance, weight_helps_the_wind_as_in_a_column_that_nears_buckling) {
    // wL³/EI of 7.84 buckles it; below, the way is 1/(1 − w/7.84) times as large, within 2 %.
    const Rod rod;
    for (const double share : {0.3, 0.6}) {
        const SwayTree tree(rod.plant, settings_with(share * 7.837 * rod.EI / rod.weight));
        const double expected = rod.drag / (8 * rod.EI) / (1 - share);
        EXPECT_NEAR(rod.slight_tip(tree).x(), expected, 0.03 * expected) << share;
    }
}

TEST(WindBalance, weak_winds_lean_as_small_angles_do) {
    const Rod rod;
    const SwayTree tree(rod.plant, settings_with(9.81));
    const double speed = 8;
    const double slight = speed * speed * rod.slight_tip(tree).x();
    EXPECT_LT(slight, 0.02);
    EXPECT_NEAR(rod.balanced_tip(tree, speed).x(), slight, 0.02 * slight);
}

/// Angle of a stiff rod on a hinge of stiffness k at its foot, in a wind across it whose drag goes
/// with the squared speed across it: k θ = m cos²θ, m = ½ q L².
double hinge_angle(double k, double m) {
    double low = 0, high = std::numbers::pi / 2;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (k * middle < m * std::pow(std::cos(middle), 2) ? low : high) = middle;
    }
    return low;
}

TEST(WindBalance, a_strong_wind_leans_a_stiff_rod_on_a_hinge_as_its_arm_allows) {
    Rod rod;
    rod.plant.articulations.resize(40);
    for (size_t i = 0; i < 40; ++i)
        rod.plant.articulations[SegmentId(i)].young = Vec3::Constant(i == 0 ? 1e6 : 1e14);
    const SwayTree tree(rod.plant, settings_with(0));
    for (const double speed : {8.0, 16.0, 30.0}) {
        const Vec3 tip = rod.balanced_tip(tree, speed);
        const double above = 1 - tree.bodies[0].at.y();
        const double q = rod.drag / std::pow(8 / vogel_speed, tree.vogel) *
                         kept_share(tree.vogel, speed) * speed * speed;
        const double expected =
            hinge_angle(tree.bodies[0].stiffness(2, 2), 0.5 * q * above * above);
        EXPECT_NEAR(std::atan2(tip.x(), tip.y() - tree.bodies[0].at.y()), expected, 0.03 * expected)
            << speed;
        EXPECT_GT(expected, 0.1);
    }
}

TEST(WindBalance, gusts_move_a_leaning_rod_by_the_slope_of_its_lean) {
    const Rod rod;
    const SwayTree tree(rod.plant, settings_with(9.81));
    const auto body = static_cast<size_t>(tree.at_end[rod.last()]);
    const Vec3 tip = rod.plant.segments.end[rod.last()];
    for (const double speed : {8.0, 25.0}) {
        const WindBalance balance = balance_in_wind(tree, Vec3(speed, 0, 0), Mat3::Identity());
        const Vec3 now = balance.bodies[body].turn * (tip - tree.bodies[body].at);
        const auto gives = [&](size_t axis) -> Vec3 {
            const SwayMotion& motion = balance.give[axis];
            return motion.shift[body] + motion.turn[body].cross(now);
        };
        const double h = 0.05 * speed;
        const Vec3 slope =
            (rod.balanced_tip(tree, speed + h) - rod.balanced_tip(tree, speed - h)) / (2 * h);
        EXPECT_NEAR(gives(0).x(), slope.x(), 0.05 * slope.x()) << speed;
        // A wind that turns a little takes the rod along.
        const double away = rod.balanced_tip(tree, speed).x();
        EXPECT_NEAR(gives(2).z(), away / speed, 0.05 * away / speed) << speed;
    }
}

}  // namespace
}  // namespace thigmo
