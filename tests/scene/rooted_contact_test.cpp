// A limb of a rooted plant that sinks down to the ground.
#include <gtest/gtest.h>

#include "samples/trees.h"
#include "thigmo/air/uniform.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

/// Height of the lowest point.
double lowest(Scene& scene) {
    const Pose& pose = pose_now(scene.actors[0]);
    const Plant& plant = scene.actors[0].part->plant;
    double low = 1e9;
    for (const SegmentId row : plant.segments.rows())
        low = std::min(low, (pose.segments[row] * plant.segments.end[row]).y() -
                                plant.segments.end_radius[row]);
    return low;
}

/// A limb of 1 m that grows sideways 0.3 m above the ground, too soft to bear itself; in air that
/// blows, in still air, or in none.
Scene sinking_limb(std::optional<double> wind) {
    Scene scene;
    scene.make = make_simulator;
    scene.clock.dt = 1.0 / 60;
    if (wind) {
        WindSettings settings;
        settings.speed = *wind;
        scene.air = std::make_unique<Uniform>(settings);
    }
    Plant limb = samples::cantilever(20);
    limb.materials.values().front().young = 1e7;
    limb.materials.values().front().shear = 4e6;
    ArticulatedSettings settings;
    settings.footing.shape = GivenShape::unloaded;
    add_plant(scene, "limb", make_part(std::move(limb)), settings,
              {Quat::Identity(), Vec3(0, 0.3, 0)});
    return scene;
}

TEST(RootedContact, a_limb_that_sinks_lies_on_the_ground_in_any_air) {
    for (const std::optional<double> wind :
         {std::optional<double>(), std::optional(0.0), std::optional(4.0)}) {
        Scene scene = sinking_limb(wind);
        double least = 1e9;
        for (int k = 0; k < 900; ++k) {
            ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
            least = std::min(least, lowest(scene));
        }
        EXPECT_FALSE(scene.actors[0].touches->empty());
        EXPECT_GT(least, -0.003);
        // What lies by its own weight sinks in by g dt²/4.
        EXPECT_NEAR(lowest(scene), -9.81 / 4 / 3600, 0.1e-3);
        EXPECT_LT(energy(scene).kinetic, 1e-9);
    }
}

TEST(RootedContact, without_ground_the_limb_hangs_below) {
    Scene scene = sinking_limb(4);
    scene.ground.reset();
    for (int k = 0; k < 900; ++k) step(scene);
    EXPECT_LT(lowest(scene), -0.2);
}

TEST(RootedContact, a_limb_that_gravity_no_longer_draws_leaves_the_ground) {
    Scene scene = sinking_limb(0);
    Event lighter;
    lighter.at = 5;
    lighter.what = GravityChange{Vec3::Zero()};
    add_event(scene, lighter);
    for (int k = 0; k < 1800; ++k) ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
    EXPECT_TRUE(scene.actors[0].touches->empty());
    EXPECT_NEAR(lowest(scene), 0.3, 0.02);
}

}  // namespace
}  // namespace thigmo
