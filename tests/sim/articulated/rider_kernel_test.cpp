// One leaf's solve: against Euler's equation in full, and its linearisation against differences.
#include "thigmo/sim/articulated/carrier_path.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "tests/sim/articulated/made_bodies.h"
#include "thigmo/sim/articulated/lane_eigen.h"

namespace thigmo {
namespace {

using test::random_turn;
using test::random_vec;

/// A leaf of 0.3 g on its carrier, with everything that acts on it.
struct Leaf {
    Quat rotation, carrier, rest;
    Vec3 spin = Vec3::Zero(), carrier_spin = Vec3::Zero(), flow, felt;  // of the joint
    double mass = 0.3e-3, d = 0.04, kt = 2e-4, kb = 5e-4, ct = 1e-6, cb = 3e-6,
           drag = 0.6 * 1.2 * 4e-3, cd = 0.05;
    Vec3 J = {1e-8, 6e-7, 8e-7};

    Vec3 axis() const { return rotation * Vec3::UnitX(); }
    Mat3 inertia() const {
        const Mat3 R = rotation.toRotationMatrix();
        return R * J.asDiagonal() * R.transpose();
    }
    Mat3 along(double across, double axial) const {
        const Vec3 t = axis();
        return across * Mat3::Identity() + (axial - across) * t * t.transpose();
    }
    Vec3 stage_solve(const Stage& stage) const {
        const RiderConstants<double> c{
            zero_vec<double>(), lanes_of(rest), mass, d, lanes_of(J), kt, kb, ct, cb, drag, 0, cd};
        const RiderMotion<double> m{lanes_of(rotation), lanes_of(spin), zero_vec<double>()};
        CarrierMotion<double> on{};
        on.Q = lanes_of(carrier);
        on.w = lanes_of(carrier_spin);
        on.v.x = lanes_of(flow);
        on.a.x = lanes_of(felt);
        Solve solve{.stage = stage, .air = true, .load_stiffness = stage.c2 > 0};
        solve.stage.stiffened = 0;
        return eigen(solve_rider(c, m, zero_vec<double>(), on, drag, solve));
    }
    Vec3 explicit_solve() const { return stage_solve({.spin = {1}, .early = {1}}); }

    /// All moments about the joint but J α; the spring's by differences of its energy.
    Vec3 moment() const {
        const Vec3 t = axis(), u = flow + cd * spin.cross(t);
        Vec3 sum = -spin.cross(inertia() * spin) - mass * d * t.cross(felt) -
                   drag * cd * u.norm() * t.cross(u) - along(cb, ct) * (spin - carrier_spin);
        const auto energy = [&](const Vec3& turn) {
            const Quat turned = Quat(Eigen::AngleAxisd(turn.norm(), turn.normalized())) * rotation;
            const Eigen::AngleAxisd bend((carrier * rest).conjugate() * turned);
            const Vec3 phi = bend.angle() * bend.axis();
            return 0.5 * (kt * phi.x() * phi.x() + kb * (phi.y() * phi.y() + phi.z() * phi.z()));
        };
        constexpr double h = 1e-5;
        for (int k = 0; k < 3; ++k)
            sum[k] -= (energy(h * Vec3::Unit(k)) - energy(-h * Vec3::Unit(k))) / (2 * h);
        return sum;
    }
};

TEST(RiderKernel, solves_eulers_equation) {
    Random random(11);
    for (int k = 0; k < 50; ++k) {
        Leaf leaf;
        leaf.carrier = random_turn(random, 2);
        leaf.rest = random_turn(random, 1);
        leaf.rotation = leaf.carrier * leaf.rest * random_turn(random, 1);
        leaf.spin = random_vec(random, 20);
        leaf.carrier_spin = random_vec(random, 5);
        leaf.flow = random_vec(random, 8);
        leaf.felt = random_vec(random, 15);
        const Vec3 exact = leaf.inertia().partialPivLu().solve(leaf.moment());
        EXPECT_LT((leaf.explicit_solve() - exact).norm(), 1e-6 * exact.norm());
    }
}

/// What pulls a leaf straight outward, its joint and the air resist its turning by as much as the
/// moments change: the matrix of the implicit solve is that of differences.
TEST(RiderKernel, its_linearisation_is_the_derivative_of_what_pulls_outward) {
    Random random(12);
    for (int k = 0; k < 20; ++k) {
        Leaf leaf;
        leaf.carrier = random_turn(random, 2);
        leaf.rest = random_turn(random, 1);
        leaf.rotation = leaf.carrier * leaf.rest;
        leaf.flow = -random.uniform(1, 20) * leaf.axis();
        leaf.felt = -random.uniform(1, 200) * leaf.axis();
        Mat3 K, C;
        for (int axis = 0; axis < 3; ++axis) {
            constexpr double h = 1e-4;
            const auto moment = [&](double turn, double spin) {
                Leaf moved = leaf;
                moved.rotation = Quat(Eigen::AngleAxisd(turn, Vec3::Unit(axis))) * leaf.rotation;
                moved.spin = spin * Vec3::Unit(axis);
                return Vec3(moved.inertia() * moved.explicit_solve() +
                            moved.spin.cross(moved.inertia() * moved.spin));
            };
            K.col(axis) = (moment(-h, 0) - moment(h, 0)) / (2 * h);
            C.col(axis) = (moment(0, -h) - moment(0, h)) / (2 * h);
        }
        // Backward Euler from a spin: (J + h C + h² K) α = M − h K w with the moment M at w.
        leaf.spin = random_vec(random, 1e-3);
        const double h = 1. / 60;
        const Stage stage = scheme(Integrator::backward_euler, h).stage[0];
        const Vec3 M = leaf.inertia() * leaf.explicit_solve();
        const Mat3 system = leaf.inertia() + h * C + h * h * K;
        const Vec3 exact = system.partialPivLu().solve(M - h * K * leaf.spin);
        EXPECT_LT((leaf.stage_solve(stage) - exact).norm(), 1e-5 * exact.norm());
    }
}

}  // namespace
}  // namespace thigmo
