// The immovable root body of a module string: it stands still, and what it bears stands on it.
#include <gmock/gmock.h>

#include <string>

#include "tests/message.h"
#include "thigmo/scene/nursery.h"
#include "thigmo/scene/step.h"
#include "thigmo/sim/articulated/thesis.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

Plant of_string(const std::string& text) {
    return draw_string(text, "text", {}).plant;
}

/// A level rod of four links on a root that stands; the links may have another radius than it.
Plant bent_rod(double root_radius) {
    std::string text = "B(0.25," + std::to_string(root_radius) + ",900)";
    text += "J(1e9,1.5707963267948966,0,0,0,0,0,0.01)B(0.25,0.01,900)";
    for (int i = 0; i < 3; ++i) text += "J(1e9,0,0,0,0,0,0,0.01)B(0.25,0.01,900)";
    return of_string(text);
}

TEST(FixedRoot, StandsStillInEverySimulator) {
    const Plant plant = bent_rod(0.02);
    for (const char* name : simulator_names) {
        const auto simulator = make_simulator(plant, settings_for(name, {}), {});
        Loads loads;
        loads.gravity = Vec3(0, -9.81, 0);
        std::vector<AirSample> air;
        for (int i = 0; i < 30; ++i) {
            simulator->air_samples(air);
            for (AirSample& sample : air) sample.wind = Vec3(6, 0, 0);
            loads.air = air;
            const StepReport report = simulator->step(1.0 / 60, loads);
            ASSERT_EQ(report.status, StepReport::Status::advanced) << name;
        }
        Pose pose;
        simulator->pose(pose);
        const SegmentId root(size_t{0}), tip(plant.segments.size() - 1);
        const Vec3 end = plant.segments.end[root];
        EXPECT_LT((pose.segments[root] * end - end).norm(), 1e-12) << name;
        const Vec3 far = plant.segments.end[tip];
        EXPECT_GT((pose.segments[tip] * far - far).norm(), 1e-4) << name;
    }
}

TEST(FixedRoot, rejects_a_load_on_it_by_its_name) {
    const Plant plant = bent_rod(0.02);
    ArticulatedSettings thesis;
    thesis.model = ArticulatedModel::thesis;
    const Load pull;
    Loads loads;
    loads.points = {&pull, 1};
    for (const SimulatorSettings& settings :
         {SimulatorSettings(ArticulatedSettings{}), SimulatorSettings(thesis)}) {
        const auto simulator = make_simulator(plant, settings, {});
        EXPECT_EQ(message([&] { simulator->step(1.0 / 60, loads); }),
                  "load: found trunk_1, which does not move, expected a part that does");
    }
}

TEST(FixedRoot, rejects_a_pull_at_it_by_the_place_in_the_file) {
    Scene scene;
    scene.make = make_simulator;
    add_plant(scene, "rod", make_part(bent_rod(0.02)), ArticulatedSettings{}, {});
    Pull pull;
    pull.force = Vec3(1, 0, 0);
    Event event;
    event.what = pull;
    event.place.domain = "trunk_1";
    event.where = "s.toml:9:6";
    add_event(scene, event);
    EXPECT_EQ(message([&] { step(scene); }),
              "s.toml:9:6: rod: found trunk_1, which does not move, expected a part that does");
}

/// The springs that the thesis gives a joint see the root's radius and length: eq. 6.6.
TEST(FixedRoot, CountsInTheThesissSprings) {
    ArticulatedSettings settings;
    settings.model = ArticulatedModel::thesis;
    settings.footing.shape = GivenShape::unloaded;
    const auto stiffness = [&](double radius) {
        const Plant plant = bent_rod(radius);
        Bodies bodies = build_bodies(plant, settings);
        make_cylinders(plant, bodies);
        return bodies.stiffness[BodyId(size_t{0})].y();
    };
    EXPECT_NEAR(stiffness(0.02) / stiffness(0.01), (16 + 1) / 2.0, 1e-9);
}

TEST(FixedRoot, MovesWithTheBase) {
    const Plant plant = bent_rod(0.02);
    for (const ArticulatedModel model : {ArticulatedModel::ball, ArticulatedModel::thesis}) {
        ArticulatedSettings settings;
        settings.model = model;
        settings.substeps = model == ArticulatedModel::thesis ? 100 : 1;
        const auto simulator = make_simulator(plant, settings, {});
        Loads loads;
        loads.base.acceleration = Vec3(2, 0, 0);
        for (int i = 0; i < 100; ++i) simulator->step(0.01, loads);
        Pose pose;
        simulator->pose(pose);
        const SegmentId root(size_t{0});
        const Vec3 end = pose.segments[root] * plant.segments.end[root];
        EXPECT_LT((end - plant.segments.end[root] - Vec3(1, 0, 0)).norm(), 0.02);
        const Vec3 speed = simulator->velocity(Load::Table::segments, root.value, end);
        EXPECT_LT((speed - Vec3(2, 0, 0)).norm(), 1e-9);
    }
}

}  // namespace
}  // namespace thigmo
