// Twists and pins at points of plants.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/plants.h"
#include "tests/scene/puppet.h"
#include "thigmo/air/wind.h"
#include "thigmo/scene/scene_file.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

Event event_at(double at, Happening what, const char* domain) {
    Event event;
    event.at = at;
    event.what = std::move(what);
    event.place.domain = domain;
    event.where = "a.toml:1:1";
    return event;
}

void run(Scene& scene, int steps) {
    for (int i = 0; i < steps; ++i) ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
}

/// How far a rod's last segment is turned about its axis by 0.2 N m.
double turn_by(const Twist& twist) {
    Scene scene;
    scene.make = make_simulator;
    scene.gravity.setZero();
    add_plant(scene, "stem", make_part(samples::stem(8, 0.8, 0.005, 0.005)), ArticulatedSettings{},
              {});
    Event event = event_at(0.1, twist, "trunk");
    event.ramp = 0.5;
    add_event(scene, event);
    run(scene, 150);
    const Eigen::AngleAxisd turn(pose_now(scene.actors[0]).segments[SegmentId(size_t{7})].rotation);
    EXPECT_LT(turn.axis().head<1>().norm(), 1e-9);
    return turn.angle() * turn.axis().y();
}

/// φ = T L/(G J), J = π r⁴/2; the last of eight segments turns as a whole as its middle does. A
/// torque that all share turns the end by half as much, and the last segment between its ends by
/// 1/128.
TEST(PointLoads, twist_a_rod) {
    const Material wood = samples::stem(8, 0.8, 0.005, 0.005).materials.values().front();
    const double GJ = wood.shear * std::numbers::pi / 2 * std::pow(0.005, 4);
    const double whole = 0.2 * 0.8 / GJ;
    EXPECT_GT(whole, 0.1);
    EXPECT_NEAR(turn_by({0.2, {}, false}), whole * 15 / 16, 1e-6 * whole);
    EXPECT_NEAR(turn_by({-0.2, {}, false}), -whole * 15 / 16, 1e-6 * whole);
    EXPECT_NEAR(turn_by({0.2, Vec3(0, -1, 0), false}), -whole * 15 / 16, 1e-6 * whole);
    EXPECT_NEAR(turn_by({0.2, {}, true}), whole / 2 - whole / 256, 1e-6 * whole);
}

/// A mass point on its spring of 100 N/m, caught in its flight: where it is, and where it comes to
/// rest as a share of that.
double held_share(const Pin& pin, double dt) {
    Scene scene;
    scene.make = make_puppet;
    scene.clock.dt = dt;
    add_plant(scene, "sapling", make_part(samples::sapling()), ArticulatedSettings{}, {});
    add_event(scene, event_at(0, Impulse{Vec3(1, 0, 0)}, "trunk"));
    add_event(scene, event_at(0.1, pin, "trunk"));
    const auto offset = [&] {
        return pose_now(scene.actors[0]).segments[SegmentId(size_t{2})].translation.x();
    };
    run(scene, static_cast<int>(std::lround(0.1 / dt)));
    const double caught = offset();
    EXPECT_GT(caught, 0.05);
    run(scene, static_cast<int>(std::lround(10 / dt)));
    return offset() / caught;
}

TEST(PointLoads, pin_a_point_where_it_is_then) {
    for (const double dt : {0.02, 0.005}) {
        EXPECT_NEAR(held_share({300}, dt), 0.75, 1e-9);
        const double stiffness = 2e4 * make_part(samples::sapling())->mass;
        EXPECT_NEAR(held_share({}, dt), stiffness / (stiffness + 100), 1e-9);
    }
}

struct Pinned {
    const char* domain;
    LeafSolve leaves;
    double dt;
};

/// How far a pinned point of a rose goes in a gale (m).
double strays(const Pinned& pinned) {
    SceneFile file;
    ScenePlant plant;
    plant.name = plant.species = "rose";
    plant.age = 2;
    plant.settings = ArticulatedSettings{.leaf_solve = pinned.leaves};
    file.plants = {plant};
    file.dt = pinned.dt;
    file.air = parse_wind("gale");
    file.events = {event_at(0, Pin{}, pinned.domain)};
    Progress quiet;
    Scene scene = build_scene(file, make_simulator, quiet);
    double most = 0;
    uint64_t recursions = 0;
    const int steps = static_cast<int>(std::lround(0.5 / scene.clock.dt));
    for (int i = 0; i < steps; ++i) {
        const StepReport report = step(scene);
        EXPECT_EQ(report.status, StepReport::Status::advanced) << report.message;
        recursions += report.recursions;
        const Cue& cue = scene.cues[0];
        const Rigid motion = scene.actors[0].simulator->row_motion(cue.place.table, cue.row);
        most = std::max(most, (motion * cue.place.point - cue.anchor).norm());
    }
    EXPECT_LT(recursions, 8u * static_cast<unsigned>(steps));
    return most;
}

TEST(PointLoads, hold_a_pinned_point_in_a_gale) {
    for (const double dt : {1.0 / 60, 1.0 / 120}) {
        EXPECT_LT(strays({"tip", LeafSolve::coupled, dt}), 1e-3) << dt;
        EXPECT_LT(strays({"tip", LeafSolve::riding, dt}), 1e-3) << dt;
        EXPECT_LT(strays({"leaf_7", LeafSolve::coupled, dt}), 1e-3) << dt;
    }
}

/// Its flutter does not shake the wood by the pin: that would cost ten times as many recursions.
TEST(PointLoads, pin_a_leaf_that_rides_without_harm) {
    EXPECT_LT(strays({"leaf_7", LeafSolve::riding, 1.0 / 60}), 0.5);
}

}  // namespace
}  // namespace thigmo
