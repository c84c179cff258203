// Frusta against closed forms of cylinder and cone, and against quadrature.
#include "thigmo/mechanics/frustum.h"

#include <gtest/gtest.h>

#include <numbers>

namespace thigmo {
namespace {

constexpr double pi = std::numbers::pi;

TEST(Frustum, cylinder_has_textbook_inertia) {
    const RodInertia rod = rod_inertia({2, 0.1, 0.1}, 700);
    const double m = 700 * pi * 0.01 * 2;
    EXPECT_NEAR(rod.mass, m, 1e-13 * m);
    EXPECT_NEAR(rod.centre, 1, 1e-14);
    EXPECT_NEAR(rod.axial, m * 0.01 / 2, 1e-13);
    EXPECT_NEAR(rod.transverse, m * (0.01 / 4 + 4.0 / 3), 1e-12);
}

TEST(Frustum, cone_has_textbook_inertia) {
    // About the centre of its base: m (3r²/20 + h²/10); about its axis 3mr²/10.
    const RodInertia rod = rod_inertia({3, 0.5, 0}, 100);
    const double m = 100 * pi * 0.25;
    EXPECT_NEAR(rod.mass, m, 1e-13 * m);
    EXPECT_NEAR(rod.centre, 0.75, 1e-14);
    EXPECT_NEAR(rod.axial, 0.3 * m * 0.25, 1e-13);
    EXPECT_NEAR(rod.transverse, m * (0.15 * 0.25 + 0.9), 1e-12);
}

TEST(Frustum, tapered_agrees_with_quadrature) {
    const Frustum f{1.3, 0.04, 0.025};
    double mass = 0, first = 0, axial = 0, transverse = 0, side = 0, side_first = 0;
    constexpr int n = 20000;
    for (int i = 0; i < n; ++i) {
        const double s = (i + 0.5) / n * f.length, ds = f.length / n;
        const double r = f.start_radius + (f.end_radius - f.start_radius) * s / f.length;
        const double m = 850 * pi * r * r * ds;
        mass += m;
        first += m * s;
        axial += m * r * r / 2;
        transverse += m * (r * r / 4 + s * s);
        side += 2 * r * ds;
        side_first += 2 * r * s * ds;
    }
    const RodInertia rod = rod_inertia(f, 850);
    EXPECT_NEAR(rod.mass, mass, 1e-8 * mass);
    EXPECT_NEAR(rod.centre, first / mass, 1e-8);
    EXPECT_NEAR(rod.axial, axial, 1e-8 * axial);
    EXPECT_NEAR(rod.transverse, transverse, 1e-8 * transverse);
    EXPECT_NEAR(side_area(f), side, 1e-8);
    EXPECT_NEAR(side_centre(f), side_first / side, 1e-8);
}

TEST(Frustum, halves_make_the_whole) {
    const Frustum f{1, 0.3, 0.1};
    EXPECT_NEAR(volume(first_half(f)) + volume(second_half(f)), volume(f), 1e-15);
    EXPECT_DOUBLE_EQ(first_half(f).end_radius, second_half(f).start_radius);
}

}  // namespace
}  // namespace thigmo
