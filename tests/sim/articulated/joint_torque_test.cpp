// The torque of a joint against finite differences of its energy, lanes against single bodies.
#include "thigmo/sim/articulated/joint_torque.h"

#include <gtest/gtest.h>

#include "tests/sim/articulated/made_bodies.h"
#include "thigmo/base/parallel.h"
#include "thigmo/sim/articulated/body_tree.h"
#include "thigmo/sim/articulated/power.h"

namespace thigmo {
namespace {

Turn<double> turn_of(const Quat& q) {
    return {q.w(), {q.x(), q.y(), q.z()}};
}

double energy(const Quat& q, const Vec3& k) {
    const Vec<double> phi = logarithm(turn_of(q)).phi;
    return 0.5 * (k.x() * phi.x * phi.x + k.y() * phi.y * phi.y + k.z() * phi.z * phi.z);
}

TEST(JointTorque, is_the_gradient_of_the_energy) {
    Random random(1);
    const Vec3 k(1, 2.5, 4);
    for (const double angle : {1e-3, 0.1, 0.38, 0.42, 1., 2., 3.}) {
        const Quat q(Eigen::AngleAxisd(angle, test::random_vec(random, 1).normalized()));
        const Logarithm<double> log = logarithm(turn_of(q));
        const Vec<double> m{k.x() * log.phi.x, k.y() * log.phi.y, k.z() * log.phi.z};
        const Vec<double> tau = joint_torque(log, m);
        const double h = 1e-5;
        Vec3 slope;
        for (int axis = 0; axis < 3; ++axis) {
            const Vec3 e = Vec3::Unit(axis);
            const Quat ahead = q * Quat(Eigen::AngleAxisd(h, e));
            const Quat behind = q * Quat(Eigen::AngleAxisd(-h, e));
            slope[axis] = (energy(ahead, k) - energy(behind, k)) / (2 * h);
        }
        EXPECT_LT((Vec3(tau.x, tau.y, tau.z) + slope).norm(), 1e-8 * (1 + slope.norm())) << angle;
    }
}

TEST(JointTorque, logarithm_inverts_the_exponential) {
    Random random(2);
    for (const double angle : {1e-9, 0.01, 0.39, 0.4, 0.41, 1., 2., 3.1}) {
        const Vec3 v = angle * test::random_vec(random, 1).normalized();
        const Turn<double> q = exponential(Vec<double>{v.x(), v.y(), v.z()});
        const Vec<double> back = logarithm(q).phi;
        EXPECT_LT((Vec3(back.x, back.y, back.z) - v).norm(), 4e-16 + 4e-15 * angle) << angle;
        // The other quaternion of the same rotation.
        const Vec<double> other = logarithm(Turn<double>{-q.w, {-q.v.x, -q.v.y, -q.v.z}}).phi;
        EXPECT_LT((Vec3(other.x, other.y, other.z) - v).norm(), 4e-16 + 4e-15 * angle) << angle;
    }
}

TEST(Power, is_right_to_a_drag_coefficient_s_need) {
    for (const double x : {1., 1.5, 2., 7., 100., 12345.})
        for (const double y : {-1., -0.35, 0., 0.5})
            EXPECT_NEAR(power(x, y) / std::pow(x, y), 1, 2e-8) << x << ' ' << y;
    const Lanes<4> four = power(Lanes<4>(7), Lanes<4>(-0.35));
    for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(four[i], std::pow(7, -0.35), 1e-8);
}

std::vector<double> blown(Bodies bodies, const Tuning& tuning, size_t threads, int steps = 60) {
    const ThreadLimit limit(threads);
    for (double& exponent : bodies.vogel) exponent = -0.7;
    BodyTree tree(bodies, {}, {}, tuning);
    std::vector<AirSample> air;
    std::vector<double> state;
    for (int k = 0; k < steps; ++k) {
        tree.air_samples(air);
        for (AirSample& sample : air) sample.wind = Vec3(6 + sample.point.y(), 0, 0.1 * k);
        tree.step(1. / 60, {.air = air});
    }
    tree.save(state);
    return state;
}

TEST(Lanes, agree_with_single_bodies_to_rounding) {
    const Bodies bodies = test::leafy_tree(2, 4);
    const std::vector<double> one = blown(bodies, {.lanes = 1}, 1),
                              four = blown(bodies, {.lanes = 4}, 1);
    ASSERT_EQ(one.size(), four.size());
    for (size_t i = 0; i < one.size(); ++i)
        EXPECT_NEAR(one[i], four[i], 1e-6 * (1 + std::abs(one[i])));
}

/// A thin rope, which its own pull stiffens, begins to fly.
TEST(Lanes, along_a_run_agree_with_single_bodies_to_rounding) {
    Bodies bodies = test::cantilever(30, {.radius = 0.002, .young = 1e6, .shear = 4e5});
    for (double& drag : bodies.drag) drag = 1e-3;
    const std::vector<double> one = blown(bodies, {.lanes = 1}, 1, 10),
                              four = blown(bodies, {.lanes = 4}, 1, 10);
    ASSERT_EQ(one.size(), four.size());
    for (size_t i = 0; i < one.size(); ++i)
        EXPECT_NEAR(one[i], four[i], 1e-10 * (1 + std::abs(one[i])));
}

TEST(Lanes, give_the_same_bits_on_any_number_of_threads) {
    const Tuning small{.lanes = 4, .block = 40};
    EXPECT_EQ(blown(test::leafy_tree(2, 4), small, 1), blown(test::leafy_tree(2, 4), small, 2));
}

}  // namespace
}  // namespace thigmo
