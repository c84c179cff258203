// Coulomb's law for a base whose inertia differs from direction to direction.
#include "thigmo/sim/slide.h"

#include <gtest/gtest.h>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

using Eigen::Vector2d;

struct Case {
    Eigen::Matrix2d S;
    Vector2d f, v;
};

Case random_case(Random& random) {
    const auto vector = [&] { return Vector2d(random.normal(), random.normal()); };
    const Vector2d a = vector(), b = vector();
    return {0.1 * Eigen::Matrix2d::Identity() + 4 * a * a.transpose() + b * b.transpose(),
            10 * vector(), vector()};
}

TEST(Slide, friction_is_against_the_velocity_at_the_end) {
    Random random(3);
    const double h = 1. / 60, R = 6;
    int held = 0;
    for (int k = 0; k < 1000; ++k) {
        const auto [S, f, v] = random_case(random);
        const Vector2d a = slide(S, f, v, h, R), u = v + h * a, friction = S * a - f;
        EXPECT_LE(friction.norm(), R * (1 + 1e-12));
        if (u.norm() < 1e-12) {
            ++held;
            continue;
        }
        EXPECT_LT((friction + R * u.normalized()).norm(), 1e-9 * R);
    }
    EXPECT_GT(held, 0);
    EXPECT_LT(held, 500);
}

TEST(Slide, without_friction_the_force_has_its_way) {
    Random random(5);
    const auto [S, f, v] = random_case(random);
    EXPECT_LT((S * slide(S, f, v, 0.01, 0) - f).norm(), 1e-12 * f.norm());
}

TEST(Slide, an_explicit_solve_holds_what_rests_and_brakes_what_moves) {
    const Eigen::Matrix2d S = Vector2d(4, 1).asDiagonal();
    EXPECT_EQ(slide(S, Vector2d(3, 4), Vector2d::Zero(), 0, 6), Vector2d(0, 0));
    const Vector2d a = slide(S, Vector2d::Zero(), Vector2d(3, 4), 0, 10);
    EXPECT_LT((a - Vector2d(-6. / 4, -8)).norm(), 1e-6);
}

}  // namespace
}  // namespace thigmo
