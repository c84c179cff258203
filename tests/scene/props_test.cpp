// A potted plant in a scene: in the wind, and what cannot be done with its pot.
#include <gtest/gtest.h>

#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/air/wind.h"
#include "thigmo/plant/edit.h"
#include "thigmo/scene/contact.h"
#include "thigmo/scene/start.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

Progress silent;

const DomainId pot(size_t{0});

Scene in_gusts(const Plant& plant, const SimulatorSettings& settings) {
    Scene scene;
    scene.make = make_simulator;
    scene.air = make_air({});
    scene.ground = -0.15;
    add_plant(scene, "sapling", make_part(plant), settings,
              {Quat(Eigen::AngleAxisd(0.4, Vec3::UnitY())), Vec3(1, 0, 2)});
    stand_in_wind(scene, silent);
    return scene;
}

bool same_bits(const Rigid& a, const Rigid& b) {
    return a.rotation.coeffs() == b.rotation.coeffs() && a.translation == b.translation;
}

TEST(PropsInAScene, leave_every_bit_of_the_motion_as_it_is) {
    const Plant bare = samples::sapling(), potted = samples::potted(bare);
    for (const SimulatorSettings& settings :
         {SimulatorSettings(ArticulatedSettings{}), SimulatorSettings(BeamSettings{})}) {
        Scene one = in_gusts(bare, settings), two = in_gusts(potted, settings);
        const Rigid stands = two.origins[0].placement;
        for (int i = 0; i < 60; ++i) {
            for (Scene* scene : {&one, &two})
                ASSERT_EQ(step(*scene).status, StepReport::Status::advanced);
            const Pose &a = pose_now(one.actors[0]), &b = pose_now(two.actors[0]);
            ASSERT_TRUE(same_bits(b.shapes[pot], stands));
            for (const SegmentId row : bare.segments.rows())
                ASSERT_TRUE(same_bits(a.segments[row], b.segments[row])) << i;
            for (const DomainId row : bare.domains.rows())
                ASSERT_TRUE(same_bits(a.shapes[row], b.shapes[DomainId(row.value + 1)])) << i;
        }
    }
}

TEST(PropsInAScene, touch_no_ground) {
    const Plant bare = samples::sapling(), potted = samples::potted(bare);
    EXPECT_EQ(contact_points(potted).size(), contact_points(bare).size());
}

TEST(PropsInAScene, cannot_be_pulled_or_cut) {
    const Plant plant = samples::potted(samples::sapling());
    for (const Happening& what : {Happening(Pull{}), Happening(Cut{})}) {
        Scene scene = in_gusts(plant, ArticulatedSettings{});
        Event event;
        event.what = what;
        event.place.domain = "prop_1";
        event.where_place = "a.toml:2:3";
        EXPECT_EQ(message([&] { add_event(scene, event); }),
                  "a.toml:2:3: found prop_1, expected what can move: props stay");
    }
}

TEST(PropsInAScene, alone_cannot_be_simulated) {
    const Plant all = samples::potted(samples::sapling());
    const Plant alone = take_subtree(all, pot).plant;
    for (const ArticulatedModel model : {ArticulatedModel::ball, ArticulatedModel::thesis}) {
        ArticulatedSettings settings;
        settings.model = model;
        EXPECT_EQ(message([&] { make_simulator(alone, settings, {}); }),
                  "sapling: found props alone, expected what can move");
    }
    Pose pose;
    make_simulator(alone, BeamSettings{}, {})->pose(pose);
    EXPECT_TRUE(same_bits(pose.shapes[pot], {}));
}

}  // namespace
}  // namespace thigmo
