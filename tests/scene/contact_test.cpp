// Landing on the ground.
#include "thigmo/scene/contact.h"

#include <gtest/gtest.h>

#include "samples/plants.h"
#include "tests/scene/puppet.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

/// Velocity of a mass after an implicit step under a load and gravity.
Vec3 after(const Load& load, const Vec3& v, double mass, double dt) {
    const Mat3 inertia = mass * Mat3::Identity() + dt * load.damping + dt * dt * load.stiffness;
    const Vec3 force = load.force + mass * Vec3(0, -9.81, 0) - dt * load.stiffness * v;
    return v + inertia.inverse() * (dt * force);
}

TEST(Contact, what_falls_lands_and_does_not_bounce) {
    const double dt = 1.0 / 60;
    double y = 1;
    Vec3 v = Vec3::Zero();
    double deepest = 0;
    for (int i = 0; i < 300; ++i) {
        v = after(contact_load(y, v, dt, 2, 0.5), v, 2, dt);
        y += dt * v.y();
        deepest = std::min(deepest, y);
        if (i > 60) {
            EXPECT_LT(v.norm(), 0.03) << i;
        }
    }
    EXPECT_GT(deepest, -0.02);
    EXPECT_NEAR(y, -9.81 * dt * dt / 4, 1e-6);  // m g / K
    EXPECT_LT(v.norm(), 1e-9);
}

TEST(Contact, friction_is_coulombs_and_never_reverses) {
    const double dt = 1.0 / 240, mu = 0.4;
    double y = -9.81 * dt * dt / 4, x = 0;
    Vec3 v(2, 0, 0);
    int steps = 0;
    for (; v.x() > 1e-6 && steps < 1000; ++steps) {
        v = after(contact_load(y, v, dt, 3, mu), v, 3, dt);
        x += dt * v.x();
        y += dt * v.y();
        EXPECT_GE(v.x(), 0);
    }
    // Braked by µ g: v²/(2 µ g) = 0.51 m; the secant lags by a step.
    EXPECT_NEAR(x, 4 / (2 * mu * 9.81), 0.02);
    EXPECT_LT(steps, 250);
}

TEST(Contact, nothing_sticks_to_the_ground) {
    EXPECT_TRUE(contact_load(0.01, Vec3(0, 1, 0), 0.01, 1, 0.5).force.isZero(0));
    EXPECT_TRUE(contact_load(0.5, Vec3(0, -1, 0), 0.01, 1, 0.5).force.isZero(0));
    EXPECT_TRUE(contact_load(-0.01, Vec3(0, 1, 0), 0.01, 1, 0.5).force.isZero(0));
    EXPECT_GT(contact_load(0.005, Vec3(0, -1, 0), 0.01, 1, 0.5).force.y(), 0);
}

TEST(Contact, points_are_ends_feet_and_tips_of_shapes) {
    const ContactPoints points = contact_points(samples::sapling());
    EXPECT_EQ(points.size(), 1u + 7u + 4u);
    EXPECT_EQ(points[0].point, Vec3::Zero());
    EXPECT_EQ(points[0].radius, 0.03);
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
