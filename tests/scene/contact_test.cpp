// Landing on the ground.
#include "thigmo/scene/contact.h"

#include <gtest/gtest.h>

#include "samples/plants.h"
#include "tests/scene/puppet.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

constexpr double g = 9.81;

/// A block on the ground that does not turn: its whole underside goes with it.
struct Block {
    double mass = 2, friction = 0.4, dt = 1.0 / 60;
    Vec3 x = Vec3(0, -g* dt* dt / 4, 0);  // where m g / K lets it lie
    Vec3 v = Vec3::Zero(), anchor = x;
    GroundLoads ground = {};

    /// One step of backward Euler under a force beside its weight.
    void step(const Vec3& push) {
        ground = contact_loads({x.y(), x - anchor, v, v}, dt, mass, friction);
        anchor = x - ground.holds * (x - anchor);
        const Mat3 K = ground.point.stiffness, D = ground.point.damping + ground.underside.damping;
        const Vec3 f = ground.point.force + ground.underside.force + push - Vec3(0, mass * g, 0);
        const Mat3 inertia = mass * Mat3::Identity() + dt * D + dt * dt * K;
        v += inertia.inverse() * (dt * (f - dt * K * v));
        x += dt * v;
    }
};

TEST(Contact, what_falls_lands_and_does_not_bounce) {
    Block block;
    block.x = block.anchor = Vec3(0, 1, 0);
    double deepest = 0;
    for (int i = 0; i < 300; ++i) {
        block.step(Vec3::Zero());
        deepest = std::min(deepest, block.x.y());
        if (i > 60) {
            EXPECT_LT(block.v.norm(), 0.03) << i;
        }
    }
    EXPECT_GT(deepest, -0.02);
    EXPECT_NEAR(block.x.y(), -g * block.dt * block.dt / 4, 1e-6);  // m g / K
    EXPECT_LT(block.v.norm(), 1e-9);
}

TEST(Contact, a_block_under_less_than_the_limit_rests) {
    Block block;
    const Vec3 push = 0.95 * block.friction * block.mass * g * Vec3(0.6, 0, -0.8);
    for (int i = 0; i < 300; ++i) block.step(push);
    const Vec3 then = block.x;
    EXPECT_LT(block.v.norm(), 1e-9);
    for (int i = 0; i < 600; ++i) block.step(push);
    EXPECT_LT((block.x - then).norm(), 1e-9);
    EXPECT_LT(then.norm(), 1e-3);  // µ g dt² / 4: the stretch of the spring that holds it
}

TEST(Contact, a_block_under_more_than_the_limit_accelerates_by_the_rest) {
    Block block;
    const Vec3 push(1.2 * block.friction * block.mass * g, 0, 0);
    for (int i = 0; i < 60; ++i) block.step(push);
    const double then = block.v.x();
    for (int i = 0; i < 60; ++i) block.step(push);
    EXPECT_NEAR(block.v.x() - then, 0.2 * block.friction * g, 0.02);  // (F − µ m g) / m
    EXPECT_EQ(block.v.z(), 0);
}

TEST(Contact, a_sliding_block_stops_where_coulomb_says_and_stays) {
    Block block;
    block.v = Vec3(2, 0, 0);
    for (int i = 0; i < 120; ++i) {
        const double before = block.v.squaredNorm();
        block.step(Vec3::Zero());
        EXPECT_GT(block.v.x(), -1e-2);  // but for the spring's stretch it never turns back
        EXPECT_LE(0.5 * block.mass * block.v.squaredNorm(),
                  0.5 * block.mass * before + block.friction * block.mass * g * 1e-4);
    }
    EXPECT_NEAR(block.x.x(), 4 / (2 * block.friction * g), 0.02);  // v² / 2µg, within v dt
    const Vec3 then = block.x;
    for (int i = 0; i < 2400; ++i) block.step(Vec3::Zero());
    EXPECT_LT((block.x - then).norm(), 1e-6);
}

TEST(Contact, without_friction_a_block_slides_on) {
    Block block;
    block.friction = 0;
    block.v = Vec3(1, 0, 0.5);
    for (int i = 0; i < 60; ++i) block.step(Vec3::Zero());
    EXPECT_NEAR(block.v.x(), 1, 1e-12);
    EXPECT_NEAR(block.v.z(), 0.5, 1e-12);
    EXPECT_GT(block.ground.normal, 0);
}

TEST(Contact, its_loads_are_the_derivatives_of_its_force) {
    const Bearing at{-0.002, Vec3(1e-4, 0, -2e-4), Vec3(1e-3, -2e-3, 5e-4), Vec3(2e-3, 0, 1e-3)};
    const auto force = [](const Bearing& b) {
        const GroundLoads ground = contact_loads(b, 0.01, 0.7, 5);  // holds: 5 is a high friction
        return Vec3(ground.point.force + ground.underside.force);
    };
    const GroundLoads ground = contact_loads(at, 0.01, 0.7, 5);
    EXPECT_EQ(ground.holds, 1);
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3 e = 1e-6 * Vec3::Unit(axis);
        Bearing moved = at, faster = at, spun = at;
        moved.stretch += e;
        moved.y += e.y();
        faster.velocity += e;
        spun.underside += e;
        const double scale = 0.7 * 4e4;
        EXPECT_LT(((force(moved) - force(at)) / 1e-6 + ground.point.stiffness.col(axis)).norm(),
                  1e-6 * scale);
        EXPECT_LT(((force(faster) - force(at)) / 1e-6 + ground.point.damping.col(axis)).norm(),
                  1e-6 * scale);
        EXPECT_LT(((force(spun) - force(at)) / 1e-6 + ground.underside.damping.col(axis)).norm(),
                  1e-6 * scale);
    }
}

TEST(Contact, nothing_sticks_to_the_ground_but_what_is_inside_it) {
    const auto pushed = [](double y, double up) {
        return contact_loads({y, Vec3::Zero(), Vec3(0, up, 0), Vec3::Zero()}, 0.01, 1, 0.5).normal;
    };
    EXPECT_EQ(pushed(0.01, 1), 0);
    EXPECT_EQ(pushed(0.5, -1), 0);
    EXPECT_GT(pushed(0.005, -1), 0);
    // From inside it comes up by a fifth of its depth per step, and no faster.
    EXPECT_NEAR(pushed(-0.01, 0.2), 0, 1e-9);
    EXPECT_LT(pushed(-0.01, 0.3), 0);
    EXPECT_GT(pushed(-0.01, 0.1), 0);
}

TEST(Contact, points_are_ends_feet_and_tips_of_shapes) {
    const ContactPoints points = contact_points(samples::sapling());
    EXPECT_EQ(points.size(), 1u + 7u + 4u);
    EXPECT_EQ(points[0].point, Vec3::Zero());
    EXPECT_EQ(points[0].radius, 0.03);
    // The foot carries all, a leaf itself.
    const Plant plant = samples::sapling();
    EXPECT_NEAR(points[0].mass, mass(plant), 1e-12);
    EXPECT_EQ(points.back().mass, mass(plant, DomainId(plant.domains.size() - 1)));
}

TEST(Contact, pieces_come_to_rest_on_the_ground) {
    Scene scene;
    scene.make = make_puppet;
    scene.clock.dt = 1.0 / 60;
    scene.ground = 0.25;
    ArticulatedSettings settings;
    settings.footing.base = Base::free;
    Plant heavy = samples::sapling();  // the puppet's points have 1 kg each: no row has less
    for (Material& material : heavy.materials) material.density *= 1000;
    add_plant(scene, "piece", make_part(std::move(heavy)), settings,
              {Quat::Identity(), Vec3(0, 2, 0)});
    for (int i = 0; i < 300; ++i) step(scene);
    EXPECT_LT(energy(scene).kinetic, 1e-6);
    const Pose& pose = pose_now(scene.actors[0]);
    const Plant& plant = scene.actors[0].part->plant;
    for (const SegmentId row : plant.segments.rows()) {
        const double low =
            (pose.segments[row] * plant.segments.end[row]).y() - plant.segments.end_radius[row];
        EXPECT_GT(low, 0.25 - 0.01);
    }
}

TEST(Contact, a_rooted_foot_stands_in_the_ground) {
    Scene scene;
    scene.make = make_puppet;
    scene.ground = 0.7;  // above the first segment's end
    add_plant(scene, "sapling", make_part(samples::sapling()), ArticulatedSettings{}, {});
    for (int i = 0; i < 10; ++i) step(scene);
    EXPECT_TRUE(scene.actors[0].loads.empty());
    EXPECT_EQ(energy(scene).kinetic, 0);
}

}  // namespace
}  // namespace thigmo
