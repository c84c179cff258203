// Blades on stalks: torque, balance, and what a seat feels, against the equations written out.
#include "thigmo/sim/blade.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "thigmo/base/random.h"
#include "thigmo/mechanics/cross_matrix.h"

namespace thigmo {
namespace {

Vec3 random_vector(Random& random, double size = 1) {
    return size * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
}

/// A thin leaf with a stalk that is not equally stiff about all axes.
Blade leaf(Random& random) {
    Blade blade;
    blade.hinge = random_vector(random);
    for (int i = 0; i < 5; ++i)
        blade.solid = blade.solid + point_solid(0.01, random_vector(random, 0.1));
    const Mat3 axes = turned_on(random_vector(random), Quat::Identity()).toRotationMatrix();
    blade.stiffness = axes * Vec3(0.02, 0.05, 0.04).asDiagonal() * axes.transpose();
    blade.viscosity = 0.03;
    return blade;
}

double stored(const Blade& blade, const Quat& turn) {
    return energy_of(blade, {turn, Vec3::Zero()}, 1, {}, Mat3::Identity(), Vec3::Zero(),
                     Vec3::Zero())
        .elastic;
}

// τ·θ = −∂V for small turns θ about each axis, far from rest.
TEST(Blade, torque_is_the_slope_of_energy) {
    Random random(3);
    for (const double angle : {0.0, 1e-4, 0.3, 1.5, 3.0}) {
        Blade blade = leaf(random);
        blade.rest = turned_on(random_vector(random, 0.2), Quat::Identity());
        const Quat turn = turned_on(angle * random_vector(random).normalized(), Quat::Identity());
        const Vec3 torque = stalk_torque(blade, turn);
        constexpr double step = 1e-6;
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3 by = step * Vec3::Unit(axis);
            const double slope =
                (stored(blade, turned_on(by, turn)) - stored(blade, turned_on(-by, turn))) /
                (2 * step);
            EXPECT_NEAR(torque[axis], -slope, 1e-9) << angle;
        }
    }
}

TEST(Blade, is_held_in_the_given_shape) {
    Random random(4);
    Blade blade = leaf(random);
    const Vec3 gravity(1, -9.7, 0.5);
    hold_blade(blade, gravity);
    const Vec3 left = stalk_torque(blade, Quat::Identity()) + blade.solid.first.cross(gravity);
    EXPECT_LT(left.norm(), 1e-14);
    EXPECT_GT(blade.rest.vec().norm(), 0.01);
}

// A blade and its seat's acceleration A as one system of 3 + 6 unknowns: what is left of the blade
// after its own rows are taken out, by plain elimination.
TEST(Blade, condensed_is_the_whole_system_without_its_rows) {
    Random random(5);
    const Blade blade = leaf(random);
    const BladeMotion now{turned_on(random_vector(random), Quat::Identity()),
                          random_vector(random, 3)};
    SeatMotion seat;
    seat.centre = random_vector(random);
    seat.spin = random_vector(random, 2);
    seat.velocity = random_vector(random);
    seat.felt << random_vector(random, 5), random_vector(random, 5);
    const Vec3 before = random_vector(random, 8);
    const StageReach reach{0.01, 0.0001};
    BladeForce push;
    push.point = random_vector(random, 0.1);
    push.force = random_vector(random);
    push.slope = 0.02 * Mat3::Identity();
    const CondensedBlade condensed = condense(blade, now, before, 1.3, seat, reach, {&push, 1});

    const Mat3 R = now.turn.toRotationMatrix();
    const Solid solid = turned(blade.solid, R);
    const Mat3 J = solid.inertia, K = 1.3 * R * blade.stiffness * R.transpose();
    const Vec3 c = solid.first, h = blade.hinge - seat.centre, omega = seat.spin + now.rate;
    const double m = solid.mass;
    // Rows: torque about the hinge, then moment and force on the seat; unknowns ẇ, A.
    const auto left = [&](const Vec3& wdot, const Vec3& turn, const Vec3& shift) {
        const Vec3 spin_rate = turn + wdot + seat.spin.cross(now.rate);
        const Vec3 a = shift + turn.cross(h) + seat.spin.cross(seat.spin.cross(h));
        const Vec3 at_point = shift + turn.cross(h) + (turn + wdot).cross(push.point);
        const Vec3 old = seat.felt.tail<3>() + seat.felt.head<3>().cross(h) +
                         (seat.felt.head<3>() + before).cross(push.point);
        const Vec3 f = push.force - push.slope * (at_point - old);
        const Vec3 inertial = m * a + spin_rate.cross(c) + omega.cross(omega.cross(c)) - f;
        const Vec3 about =
            J * spin_rate + omega.cross(J * omega) + c.cross(a) - push.point.cross(f);
        const Vec3 stalk = 1.3 * stalk_torque(blade, now.turn) - blade.viscosity * (K * now.rate) -
                           (reach.rate * blade.viscosity + reach.place) * (K * (wdot - before));
        const Vec3 own = about - stalk, on_seat = about + h.cross(inertial);
        Eigen::VectorXd rows(9);
        for (int k = 0; k < 3; ++k) {
            rows[k] = own[k];
            rows[3 + k] = on_seat[k];
            rows[6 + k] = inertial[k];
        }
        return rows;
    };
    const Eigen::VectorXd known = left(Vec3::Zero(), Vec3::Zero(), Vec3::Zero());
    Eigen::MatrixXd S(9, 9);
    for (int k = 0; k < 9; ++k) {
        Eigen::VectorXd unit = Eigen::VectorXd::Zero(9);
        unit[k] = 1;
        S.col(k) = left(unit.head<3>(), unit.segment<3>(3), unit.tail<3>()) - known;
    }
    const Mat3 inverse = S.topLeftCorner<3, 3>().inverse();
    const Mat6 inertia = S.bottomRightCorner<6, 6>() -
                         S.bottomLeftCorner<6, 3>() * inverse * S.topRightCorner<3, 6>();
    const Vec6 force = known.tail<6>() - S.bottomLeftCorner<6, 3>() * inverse * known.head<3>();
    EXPECT_LT((condensed.inertia - inertia).norm(), 1e-12 * inertia.norm());
    EXPECT_LT((condensed.force - force).norm(), 1e-12 * force.norm());
    Vec6 a;
    a << random_vector(random), random_vector(random);
    const Vec3 wdot = -inverse * (known.head<3>() + S.topRightCorner<3, 6>() * a);
    EXPECT_LT((condensed.acceleration(a) - wdot).norm(), 1e-10 * wdot.norm());
}

// A blade that is free to turn is felt as its mass along the line to its centre, and by a quarter
// of it across, if it is a slender rod: m − m²c²/J with J = mℓ²/3, c = ℓ/2.
TEST(Blade, a_loose_rod_weighs_a_quarter_across) {
    Blade blade;
    for (int i = 0; i < 1000; ++i)
        blade.solid =
            blade.solid + point_solid(0.002 / 1000, Vec3(0.1 * (i + 0.5) / 1000, 1e-6, 1e-6));
    blade.solid.inertia += 1e-12 * Mat3::Identity();
    blade.stiffness = 1e-12 * Mat3::Identity();
    const CondensedBlade felt = condense(blade, {}, Vec3::Zero(), 1, {}, {0.001, 1e-6}, {});
    EXPECT_NEAR(felt.inertia(3, 3), 0.002, 1e-6);
    EXPECT_NEAR(felt.inertia(4, 4), 0.0005, 1e-6);
    EXPECT_NEAR(felt.inertia(5, 5), 0.0005, 1e-6);
    EXPECT_LT((felt.inertia.topLeftCorner<3, 3>().norm()), 1e-9);
}

}  // namespace
}  // namespace thigmo
