// Motion of the bodies: statics, energy, order, frames, the base.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "tests/sim/articulated/made_bodies.h"
#include "thigmo/sim/articulated/body_tree.h"

namespace thigmo {
namespace {

using test::cantilever;
using test::random_vec;

const BodyLoads weightless{.gravity = Vec3::Zero()};

Vec3 tip(const BodyTree& tree, const Bodies& bodies, BodyId i) {
    return tree.position(i) + tree.rotation(i) * Vec3(bodies.length[i], 0, 0);
}
Vec3 tip(const BodyTree& tree, const Bodies& bodies) {
    return tip(tree, bodies, bodies.rows().back());
}

double settled_drop(size_t n) {
    Bodies bodies = cantilever(n);
    for (const BodyId i : bodies.rows()) bodies.damping[i] = 0.05 * bodies.stiffness[i];
    BodyTree tree(bodies, {});
    for (int k = 0; k < 300; ++k) tree.step(1. / 60, {});
    return -tip(tree, bodies).y();
}

// [Garcia2023] figure 8.3's rod on springs of half a length at its clamp; nonlinear statics.
TEST(ArticulatedMotion, settles_on_the_static_drop_of_a_cantilever) {
    EXPECT_NEAR(settled_drop(10), .0056450280, 2e-10);
    EXPECT_NEAR(settled_drop(100), .0055896970, 2e-10);
}

/// A soft chain in space, swinging.
Bodies soft_chain(double damping = 0) {
    Bodies bodies = cantilever(10, {.young = 4e7, .shear = 2e7});
    for (const BodyId i : bodies.rows()) bodies.damping[i] = damping * bodies.stiffness[i];
    return bodies;
}

BodyTree swinging(const Bodies& bodies, Integrator integrator, const ArticulatedSettings& s = {}) {
    ArticulatedSettings settings = s;
    settings.integrator = integrator;
    BodyTree tree(bodies, settings);
    for (const BodyId i : bodies.rows())
        tree.set_angular_velocity(i, Vec3(0, 0.3, 0.2) * static_cast<double>(i.value + 1));
    tree.restart();
    return tree;
}

/// Orientation of the last body after half a second.
Eigen::Vector4d end_of(Integrator integrator, int steps) {
    const Bodies bodies = soft_chain();
    BodyTree tree = swinging(bodies, integrator, {.energy_guard = false});
    for (int k = 0; k < steps; ++k) EXPECT_EQ(tree.step(0.25 / steps, {}).rejected_turn, 0);
    return tree.rotation(bodies.rows().back()).coeffs();
}

TEST(ArticulatedMotion, converges_at_each_integrator_s_order) {
    const Eigen::Vector4d exact = end_of(Integrator::tr_bdf2, 12800);
    const auto order = [&](Integrator integrator, int steps) {
        const double coarse = (end_of(integrator, steps) - exact).norm();
        const double fine = (end_of(integrator, 2 * steps) - exact).norm();
        return std::log2(coarse / fine);
    };
    EXPECT_NEAR(order(Integrator::tr_bdf2, 400), 2, 0.15);
    EXPECT_NEAR(order(Integrator::rosenbrock, 400), 2, 0.15);
    EXPECT_NEAR(order(Integrator::midpoint, 400), 2, 0.15);
    EXPECT_NEAR(order(Integrator::backward_euler, 6400), 1, 0.15);
    EXPECT_NEAR(order(Integrator::semi_implicit_euler, 3200), 1, 0.15);
}

TEST(ArticulatedMotion, conserves_energy_without_damping) {
    for (const Integrator integrator :
         {Integrator::tr_bdf2, Integrator::rosenbrock, Integrator::midpoint}) {
        BodyTree tree = swinging(soft_chain(), integrator);
        const Vec3 g(0, -9.81, 0);
        const double before = tree.energy(g).total();
        double kinetic = 0;
        for (int k = 0; k < 1000; ++k) {
            EXPECT_EQ(tree.step(1e-3, {}).accepted, 1);
            kinetic = std::max(kinetic, tree.energy(g).kinetic);
        }
        EXPECT_NEAR(tree.energy(g).total(), before, 3e-5 * kinetic);
    }
}

TEST(ArticulatedMotion, falls_freely_without_turning) {
    Bodies bodies = test::leafy_tree(1, 2);
    ArticulatedSettings settings{.footing = {.base = Base::free}};
    Start start;
    start.placement.rotation = Quat(Eigen::AngleAxisd(0.4, Vec3(1, 2, 0.5).normalized()));
    start.velocity = Vec3(1, 2, 3);
    BodyTree tree(bodies, settings, start);
    const BodyId last = bodies.rows().back();
    const Quat before = tree.rotation(last);
    const Vec3 from = tree.position(last);
    for (int k = 0; k < 60; ++k) tree.step(1. / 60, {});
    EXPECT_LT(tree.rotation(last).angularDistance(before), 1e-12);
    EXPECT_LT((tree.position(last) - from - Vec3(1, 2 - 9.81 / 2, 3)).norm(), 1e-12);
    EXPECT_LT((tree.base().velocity - Vec3(1, 2 - 9.81, 3)).norm(), 1e-12);
}

TEST(ArticulatedMotion, keeps_the_momentum_of_a_free_plant) {
    Bodies bodies = soft_chain();
    BodyTree tree(bodies, {.footing = {.base = Base::free}});
    for (const BodyId i : bodies.rows()) tree.set_angular_velocity(i, Vec3(1, 4, i.value));
    tree.restart();
    const auto momentum = [&](Vec3& angular) {
        Vec3 linear = Vec3::Zero();
        angular.setZero();
        for (const BodyId i : bodies.rows()) {
            const Mat3 R = tree.rotation(i).toRotationMatrix();
            const Vec3 c = tree.position(i) + R * bodies.centre[i], m = bodies.centre[i];
            const Vec3 p = bodies.mass[i] * tree.velocity(i, c);
            const Mat3 J =
                bodies.inertia[i] -
                bodies.mass[i] * (m.squaredNorm() * Mat3::Identity() - m * m.transpose());
            linear += p;
            angular += c.cross(p) + R * J * R.transpose() * tree.angular_velocity(i);
        }
        return linear;
    };
    Vec3 before, after;
    const Vec3 p0 = momentum(before);
    for (int k = 0; k < 2000; ++k) tree.step(2.5e-4, weightless);
    const Vec3 p1 = momentum(after);
    EXPECT_LT((p1 - p0).norm(), 1e-5 * p0.norm());
    EXPECT_LT((after - before).norm(), 1e-5 * before.norm());
}

// In a frame that accelerates with its base a plant feels nothing but other gravity.
TEST(ArticulatedMotion, moves_as_in_an_accelerated_frame) {
    const Bodies bodies = soft_chain(0.01);
    BodyTree driven = swinging(bodies, Integrator::tr_bdf2);
    BodyTree still = swinging(bodies, Integrator::tr_bdf2);
    const Vec3 a(3, 1, -2), g(0, -9.81, 0);
    BodyLoads pushed{.gravity = g};
    pushed.base.acceleration = a;
    for (int k = 0; k < 120; ++k) {
        driven.step(1. / 240, pushed);
        still.step(1. / 240, {.gravity = g - a});
    }
    const BodyId last = bodies.rows().back();
    EXPECT_LT(driven.rotation(last).angularDistance(still.rotation(last)), 1e-9);
    EXPECT_LT((driven.position(last) - still.position(last) - 0.125 * a).norm(), 1e-9);
    EXPECT_LT((driven.base().velocity - 0.5 * a).norm(), 1e-12);
}

// A rigid plant on a turning base only turns with it.
TEST(ArticulatedMotion, follows_a_turning_base) {
    const Bodies bodies = cantilever(5, {.radius = 0.05});
    BodyTree tree(bodies, {});
    BodyLoads loads = weightless;
    loads.base.angular_acceleration = Vec3(0, 2, 0);
    for (int k = 0; k < 60; ++k) tree.step(1. / 60, loads);
    const BodyId last = bodies.rows().back();
    EXPECT_LT(tree.rotation(last).angularDistance(Quat(Eigen::AngleAxisd(1, Vec3::UnitY()))), 1e-4);
    EXPECT_NEAR(tree.angular_velocity(last).y(), 2, 1e-3);
}

// Pushed without friction, plant and pot together gain the momentum of the push.
TEST(ArticulatedMotion, slides_with_its_pot) {
    const Bodies bodies = soft_chain(0.02);
    BodyTree tree(bodies, {.footing = {.base = Base::sliding, .base_mass = 1.5}});
    BodyLoads loads;
    loads.base.force = Vec3(0, 0, 0.6);
    for (int k = 0; k < 2400; ++k) tree.step(1. / 1200, loads);
    Vec3 momentum = 1.5 * tree.base().velocity;
    for (const BodyId i : bodies.rows())
        momentum += bodies.mass[i] *
                    tree.velocity(i, tree.position(i) + tree.rotation(i) * bodies.centre[i]);
    EXPECT_NEAR(momentum.z(), 1.2, 1e-4);
    EXPECT_EQ(tree.base().placement.translation.y(), 0);
    EXPECT_EQ(tree.base().velocity.y(), 0);
    loads.base.force.setZero();
    loads.base.friction = 0.5;
    for (int k = 0; k < 3000; ++k) tree.step(1. / 60, loads);
    EXPECT_EQ(tree.base().velocity, Vec3::Zero());
}

// A pot with a stiff stem in it: a block of m under a force F with friction of at most R.
TEST(ArticulatedMotion, friction_holds_a_pot_still_or_lets_go_by_the_rest) {
    Bodies bodies = cantilever(3, {.young = 1e11, .shear = 4e10});
    const double m = 4 + std::accumulate(bodies.mass.begin(), bodies.mass.end(), 0.0);
    BodyTree tree(bodies, {.footing = {.base = Base::sliding, .base_mass = 4}});
    BodyLoads loads;
    loads.base.friction = 10;
    loads.base.force = Vec3(0.99 * 6, 0, 0.99 * 8);
    for (int k = 0; k < 600; ++k) tree.step(1. / 60, loads);
    EXPECT_EQ(tree.base().placement.translation, Vec3::Zero());
    loads.base.force = Vec3(12, 0, 16);
    for (int k = 0; k < 60; ++k) tree.step(1. / 60, loads);
    const Vec3 v = tree.base().velocity;
    // (F − R) / m over 1 s, but for the last acceleration, none, that enters TR-BDF2's first step.
    const double late = std::numbers::sqrt2 / 4 / 60;
    EXPECT_NEAR(v.norm(), (20 - 10) / m * (1 - late), 1e-4 * v.norm());
    EXPECT_NEAR(v.x() / v.z(), 12. / 16, 1e-4);  // though the stem gives way along z only
    // Let go, it stops after v² / 2(R/m) and stays there.
    const Vec3 from = tree.base().placement.translation;
    loads.base.force.setZero();
    for (int k = 0; k < 300; ++k) tree.step(1. / 60, loads);
    const Vec3 there = tree.base().placement.translation;
    EXPECT_NEAR((there - from).norm(), v.squaredNorm() * m / (2 * 10), 0.02 * v.norm());
    EXPECT_EQ(tree.base().velocity, Vec3::Zero());
    for (int k = 0; k < 60; ++k) tree.step(1. / 60, loads);
    EXPECT_EQ(tree.base().placement.translation, there);
}

TEST(ArticulatedMotion, begins_turned_by_the_initial_rotations) {
    Bodies bodies = cantilever(4);
    bodies.initial[BodyId(size_t{1})] = Vec3(0, 0, 0.3);
    bodies.initial[BodyId(size_t{2})] = Vec3(0, 0.1, 0);
    const BodyTree tree(bodies, {});
    const Quat second(Eigen::AngleAxisd(0.3, Vec3::UnitZ()));
    const Quat third = second * Quat(Eigen::AngleAxisd(0.1, Vec3::UnitY()));
    EXPECT_LT(tree.rotation(BodyId(size_t{0})).angularDistance(Quat::Identity()), 1e-15);
    EXPECT_LT(tree.rotation(BodyId(size_t{1})).angularDistance(second), 1e-15);
    EXPECT_LT(tree.rotation(BodyId(size_t{3})).angularDistance(third), 1e-15);
    EXPECT_LT((tree.bend(BodyId(size_t{2})) - Vec3(0, 0.1, 0)).norm(), 1e-15);
    EXPECT_LT(tree.bend(BodyId(size_t{3})).norm(), 1e-15);
}

}  // namespace
}  // namespace thigmo
