// Drag: its law, and that it only takes energy.
#include "thigmo/mechanics/drag.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace thigmo
