// Drag: its law, and that it only takes energy.
#include "thigmo/mechanics/drag.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace thigmo {
namespace {

std::vector<DragLaw> laws() {
    const Vec3 axis = Vec3(1, 2, -0.5).normalized();
    return {{0.3, 0, axis},
            {0.3, -0.7, axis},
            {0.3, -2, axis},
            {0.3, 0, Vec3::Zero()},
            {0.3, -0.7, Vec3::Zero()}};
}

std::vector<Vec3> speeds() {
    return {{0.1, -0.2, 0.05}, {1.5, 0.2, -0.7}, {5, -8, 2}, {-20, 3, 11}};
}

TEST(Drag, cylinder_feels_only_what_is_across) {
    const DragLaw law{drag_constant(1.1, 0.02), 0, Vec3::UnitX()};
    EXPECT_NEAR((drag_force(law, Vec3(7, 0, 0))).norm(), 0, 1e-15);
    EXPECT_NEAR(drag_force(law, Vec3(7, 3, 0)).y(), -0.5 * 1.2 * 1.1 * 0.02 * 9, 1e-14);
}

TEST(Drag, grows_with_the_vogel_exponent_beyond_its_speed) {
    const DragLaw law{1, -0.7, Vec3::Zero()};
    const auto at = [&](double speed) { return drag_force(law, Vec3(0, 0, speed)).norm(); };
    EXPECT_NEAR(at(1) / at(0.5), 4, 1e-12);
    EXPECT_NEAR(at(16) / at(8), std::pow(2, 1.3), 1e-12);
    EXPECT_NEAR(at(2 + 1e-9), at(2 - 1e-9), 1e-7);
}

TEST(Drag, slope_is_the_derivative_of_the_force) {
    for (const DragLaw& law : laws()) {
        if (law.vogel < -1) continue;
        for (const Vec3& u : speeds()) {
            Mat3 differences;
            const double h = 1e-6;
            for (int k = 0; k < 3; ++k)
                differences.col(k) = (drag_force(law, u - h * Vec3::Unit(k)) -
                                      drag_force(law, u + h * Vec3::Unit(k))) /
                                     (2 * h);
            EXPECT_LT((drag_with_slope(law, u).slope - differences).norm(),
                      1e-7 * (1 + differences.norm()));
        }
    }
}

TEST(Drag, slope_is_never_negative) {
    for (const DragLaw& law : laws())
        for (const Vec3& u : speeds()) {
            const Mat3 slope = drag_with_slope(law, u).slope;
            EXPECT_EQ(drag_with_slope(law, u).force, drag_force(law, u));
            for (const Vec3& way : speeds()) EXPECT_GE(way.dot(slope * way), -1e-12);
            EXPECT_LT((slope - slope.transpose()).norm(), 1e-12);
        }
    EXPECT_EQ(drag_with_slope(laws()[0], Vec3::Zero()).slope, Mat3::Zero());
}

TEST(Drag, only_takes_energy) {
    for (const DragLaw& law : laws())
        for (const Vec3& u : speeds()) EXPECT_LE(drag_force(law, u).dot(u), 0);
}

TEST(Drag, a_cylinder_has_the_mean_of_its_drag_over_all_directions) {
    // ∫ sin³θ · sinθ dθ / ∫ sinθ dθ over 0 … π: what is along the wind of a force across the axis.
    double sum = 0;
    constexpr int steps = 2000;
    for (int i = 0; i < steps; ++i)
        sum += std::pow(std::sin((i + 0.5) * std::numbers::pi / steps), 4) * std::numbers::pi /
               steps / 2;
    EXPECT_NEAR(cylinder_share, sum, 1e-9);
}

TEST(Drag, areas_of_wood_and_foliage_are_summed_apart) {
    DragArea sum;
    add_drag({drag_constant(1.1, 0.02), 0, Vec3::UnitY()}, sum);
    add_drag({drag_constant(1, 0.3), -1}, sum);
    add_drag({drag_constant(0.5, 0.2), -0.4}, sum);
    add_drag({0, -2}, sum);
    EXPECT_NEAR(sum.wood, cylinder_share * 0.022, 1e-15);
    EXPECT_NEAR(sum.foliage, 0.4, 1e-15);
    EXPECT_NEAR(sum.vogel, (-1 * 0.3 - 0.4 * 0.1) / 0.4, 1e-15);
    EXPECT_NEAR(sum.all(), sum.wood + sum.foliage, 1e-15);
}

TEST(Drag, a_part_keeps_its_area_in_weak_wind_and_less_in_strong) {
    EXPECT_EQ(kept_share(-0.7, vogel_speed), 1);
    EXPECT_EQ(kept_share(0, 30), 1);
    EXPECT_NEAR(kept_share(-1, 5 * vogel_speed), 0.2, 1e-15);
}

}  // namespace
}  // namespace thigmo
