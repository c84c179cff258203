// Bodies on revolute joints: the golden tree, Lagrangian finite differences, the solve's
// neighbours (inverse dynamics, mass matrix, carried wrenches), rigid and Euler joints, failures.
#include "thigmo/sim/articulated/joint_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/sim/golden_tree.h"
#include "thigmo/base/random.h"

namespace thigmo {
namespace {

std::span<const double> span(const Eigen::VectorXd& v) {
    return {v.data(), size_t(v.size())};
}

JointTree golden_tree(bool springs) {
    std::vector<JointBody> bodies;
    for (size_t i = 0; i < golden_bodies.size(); ++i) {
        const GoldenBody& given = golden_bodies[i];
        JointBody body;
        body.parent = given.parent;
        body.place = given.place;
        body.rest = Quat(Eigen::AngleAxisd(given.pre_angle, given.pre_axis));
        body.axis[0] = given.axis;
        body.mass = given.mass;
        body.centre = given.centre;
        body.inertia = given.inertia.asDiagonal();
        if (springs) {
            body.stiffness[0] = golden_k[Eigen::Index(i)];
            body.damping[0] = golden_b[Eigen::Index(i)];
        }
        bodies.push_back(body);
    }
    JointTree tree(bodies);
    tree.set_state({golden_q.data(), 5}, {golden_qd.data(), 5});
    return tree;
}

void expect_equal(const Golden5& ours, const Golden5& expected, double tolerance) {
    for (int k = 0; k < 5; ++k)
        EXPECT_NEAR(ours[k], expected[k], tolerance * std::abs(expected[k])) << k;
}

TEST(JointTree, meets_the_golden_tree) {
    Golden5 ours;
    ASSERT_TRUE(golden_tree(false).solve({}, std::span<double>(ours.data(), 5)));
    expect_equal(ours, golden_gravity_only, 1e-13);
    ASSERT_TRUE(golden_tree(true).solve({}, std::span<double>(ours.data(), 5)));
    expect_equal(ours, golden_springs, 1e-13);
    JointTree tree = golden_tree(true);
    ASSERT_TRUE(tree.step(Integrator::backward_euler, golden_dt, {}));
    expect_equal(Eigen::Map<const Golden5>(tree.accelerations().data()), golden_implicit, 1e-13);
}

TEST(JointTree, has_the_golden_trees_matrices_and_energy) {
    const JointTree tree = golden_tree(true);
    EXPECT_LT((tree.mass_matrix() - golden_mass).cwiseAbs().maxCoeff(), 1e-15);
    const Golden5 zero = Golden5::Zero();
    const Golden5 held = tree.needed_forces({.gravity = Vec3::Zero()}, {zero.data(), 5});
    expect_equal(held, golden_coriolis, 1e-13);
    const Golden5 both = tree.needed_forces({}, {zero.data(), 5});
    expect_equal(both - held, golden_gravity_gradient, 1e-13);
    const Energy energy = tree.energy(Vec3(0, -9.81, 0));
    EXPECT_NEAR(energy.kinetic, golden_kinetic, 1e-14);
    EXPECT_NEAR(energy.gravity, golden_potential, 1e-13);
}

/// Branching, with one, two and three axes to a joint and rigid bodies between.
JointTree random_tree(Random& random, int count, Eigen::VectorXd& q, Eigen::VectorXd& qd) {
    const auto vector = [&] {
        return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    };
    std::vector<JointBody> bodies;
    for (int i = 0; i < count; ++i) {
        JointBody body;
        body.parent = i == 0 ? -1 : int(random.below(uint64_t(i) + 1)) - 1;
        body.place = vector();
        body.rest = Quat(Eigen::AngleAxisd(random.uniform(-2, 2), vector().normalized()));
        body.axes = i == 0 ? 3 : int(random.below(4));
        // Near the usual x, y, z: far from axes in line.
        for (int k = 0; k < 3; ++k)
            body.axis[size_t(k)] = (Vec3::Unit(k) + 0.2 * vector()).normalized();
        body.mass = random.uniform(0.5, 2);
        body.centre = vector();
        const Mat3 root = Mat3::Identity() + 0.3 * vector() * vector().transpose();
        body.inertia = random.uniform(0.1, 0.4) * root * root.transpose();
        body.stiffness = 5 * vector().cwiseAbs();
        body.damping = vector().cwiseAbs();
        body.spring_rest = 0.3 * vector();
        bodies.push_back(body);
    }
    JointTree tree(bodies);
    const auto n = Eigen::Index(tree.coordinates());
    const auto some = [&] { return random.uniform(-0.8, 0.8); };
    q = Eigen::VectorXd::NullaryExpr(n, some);
    qd = Eigen::VectorXd::NullaryExpr(n, some);
    tree.set_state(span(q), span(qd));
    return tree;
}

const Vec3 gravity(1, -9.81, 2);

/// d/dt ∂L/∂q̇ − ∂L/∂q by differences of the energy alone: M q̈ + h for q̈ = 0 is
/// Σ ∂²T/∂q̇∂q q̇ − ∂(T − V)/∂q.
TEST(JointTree, follows_lagranges_equations) {
    Random random(3);
    Eigen::VectorXd q, qd;
    JointTree tree = random_tree(random, 8, q, qd);
    const auto n = q.size();
    const auto lagrangian = [&](const Eigen::VectorXd& angles, const Eigen::VectorXd& rates) {
        tree.set_state(span(angles), span(rates));
        const Energy energy = tree.energy(gravity);
        return energy.kinetic - energy.gravity;
    };
    const double h = 1e-3;
    // Fourth order: differences of a Lagrangian of size 10 keep 10 digits.
    const auto slope = [&](const auto& f) {
        return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h);
    };
    for (Eigen::Index k = 0; k < n; ++k) {
        const Eigen::VectorXd unit = Eigen::VectorXd::Unit(n, k);
        const double mixed = slope([&](double t) {
            const Eigen::VectorXd moved = q + t * qd;
            return slope([&](double u) { return lagrangian(moved, qd + u * unit); });
        });
        const double conservative = slope([&](double u) { return lagrangian(q + u * unit, qd); });
        tree.set_state(span(q), span(qd));
        const Eigen::VectorXd zero = Eigen::VectorXd::Zero(n);
        const double ours = tree.needed_forces({.gravity = gravity}, span(zero))[k];
        EXPECT_NEAR(ours, mixed - conservative, 2e-6) << k;
    }
}

TEST(JointTree, mass_matrix_is_the_kinetic_energys) {
    Random random(4);
    Eigen::VectorXd q, qd;
    JointTree tree = random_tree(random, 12, q, qd);
    const double exact = 0.5 * qd.dot(tree.mass_matrix() * qd);
    EXPECT_NEAR(tree.energy(gravity).kinetic, exact, 1e-13 * exact);
}

TEST(JointTree, inverse_dynamics_gives_back_what_the_solve_found) {
    Random random(5);
    Eigen::VectorXd q, qd;
    JointTree tree = random_tree(random, 20, q, qd);
    std::vector<Wrench> loads(tree.size());
    for (Wrench& load : loads) {
        load.force = Vec3(random.normal(), random.normal(), random.normal());
        load.moment = Vec3(random.normal(), random.normal(), random.normal());
    }
    JointForces forces{.gravity = gravity,
                       .base_acceleration = Vec3(1, 2, 3),
                       .base_angular_acceleration = Vec3(-1, 2, 0.5),
                       .loads = loads};
    Start base;
    base.placement.rotation = Quat(Eigen::AngleAxisd(0.4, Vec3(1, 2, 3).normalized()));
    base.angular_velocity = Vec3(0.3, -0.7, 0.2);
    base.velocity = Vec3(1, 0, 0);
    tree.set_base(base);
    Eigen::VectorXd found(q.size());
    ASSERT_TRUE(tree.solve(forces, {found.data(), size_t(found.size())}));
    const Eigen::VectorXd needed = tree.needed_forces(forces, span(found));
    for (size_t i = 0; i < tree.size(); ++i)
        for (int k = 0; k < tree.body(i).axes; ++k) {
            const auto at = Eigen::Index(tree.first(i)) + k;
            const double spring =
                -tree.body(i).stiffness[k] * (q[at] - tree.body(i).spring_rest[k]) -
                tree.body(i).damping[k] * qd[at];
            EXPECT_NEAR(needed[at], spring, 1e-11) << at;
        }
}

TEST(JointTree, gravity_hessian_is_the_gradients_slope) {
    Random random(6);
    Eigen::VectorXd q, qd;
    JointTree tree = random_tree(random, 8, q, qd);
    const auto n = q.size();
    const Eigen::VectorXd still = Eigen::VectorXd::Zero(n);
    tree.set_state(span(q), span(still));
    const Eigen::MatrixXd hessian = tree.gravity_hessian(gravity);
    const double h = 1e-5;
    for (Eigen::Index k = 0; k < n; ++k) {
        const auto gradient = [&](double u) {
            const Eigen::VectorXd moved = q + u * Eigen::VectorXd::Unit(n, k);
            tree.set_state(span(moved), span(still));
            return tree.needed_forces({.gravity = gravity}, span(still));
        };
        const Eigen::VectorXd slope = (gradient(h) - gradient(-h)) / (2 * h);
        EXPECT_LT((slope - hessian.col(k)).norm(), 1e-8 * (1 + hessian.col(k).norm())) << k;
    }
}

TEST(JointTree, velocities_are_the_slopes_of_places) {
    Random random(7);
    Eigen::VectorXd q, qd;
    JointTree tree = random_tree(random, 10, q, qd);
    const size_t last = tree.size() - 1;
    const Vec3 local(0.3, -0.2, 0.5), point = tree.frame(last) * local;
    const Vec3 ours = tree.velocity(last, point);
    const double h = 1e-5;
    const auto place = [&](double t) {
        const Eigen::VectorXd moved = q + t * qd;
        tree.set_state(span(moved), span(qd));
        return tree.frame(last) * local;
    };
    EXPECT_LT(((place(h) - place(-h)) / (2 * h) - ours).norm(), 1e-8);
}

TEST(JointTree, a_step_that_fails_leaves_the_state) {
    Random random(8);
    Eigen::VectorXd q, qd;
    JointTree tree = random_tree(random, 10, q, qd);
    const Vec3 place = tree.frame(9).translation;
    std::vector<Wrench> loads(tree.size());
    loads[4].moment = Vec3(NAN, 0, 0);
    for (Integrator integrator :
         {Integrator::tr_bdf2, Integrator::rosenbrock, Integrator::backward_euler,
          Integrator::midpoint, Integrator::semi_implicit_euler}) {
        EXPECT_FALSE(tree.step(integrator, 0.01, {.loads = loads}));
        EXPECT_TRUE(std::ranges::equal(tree.angles(), span(q)));
        EXPECT_TRUE(std::ranges::equal(tree.velocities(), span(qd)));
        EXPECT_EQ(tree.frame(9).translation, place);
    }
}

/// Two of three axes in line: no acceleration is defined.
TEST(JointTree, a_step_at_an_euler_joints_gimbal_fails) {
    JointBody body;
    body.axes = 3;
    body.axis = {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitX()};
    body.inertia *= 2;
    JointTree tree({body});
    EXPECT_FALSE(tree.step(Integrator::semi_implicit_euler, 0.01, {}));
    EXPECT_FALSE(tree.step(Integrator::tr_bdf2, 0.01, {}));
}

}  // namespace
}  // namespace thigmo
