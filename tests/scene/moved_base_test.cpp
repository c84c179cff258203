// Bases that are moved, shaken and accelerated: they go where they are told to, and stay there.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/plants.h"
#include "tests/message.h"
#include "tests/scene/puppet.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

constexpr double pi = std::numbers::pi;

Scene stem_on(SimulatorFactory make, ArticulatedModel model = ArticulatedModel::ball,
              size_t segments = 2) {
    Scene scene;
    scene.make = std::move(make);
    scene.gravity.setZero();
    ArticulatedSettings settings{.model = model};
    if (model == ArticulatedModel::thesis) {
        settings.integrator = Integrator::semi_implicit_euler;
        settings.substeps = 100;
    }
    add_plant(scene, "stem", make_part(samples::stem(segments, 0.5, 0.01, 0.01)), settings, {});
    return scene;
}

void drive(Scene& scene, Happening what, double at, double duration = 1e6, double ramp = 0) {
    Event event;
    event.at = at;
    event.duration = duration;
    event.ramp = ramp;
    event.what = std::move(what);
    event.where = "a.toml:1:1";
    add_event(scene, event);
}

void run_to(Scene& scene, double time) {
    while (scene.clock.now() < time - 1e-9)
        ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
}

Start base(const Scene& scene) {
    return scene.actors[0].simulator->base();
}

/// Where it is, and how it stands, to what rounding leaves in some hundred steps.
void expect_at_rest(const Scene& scene, const Vec3& offset, const Vec3& tilt) {
    const Start now = base(scene);
    EXPECT_LT((now.placement.translation - offset).norm(), 1e-10)
        << now.placement.translation.transpose();
    const Quat turn(Eigen::AngleAxisd(tilt.norm(), tilt.stableNormalized()));
    EXPECT_LT(now.placement.rotation.angularDistance(turn), 1e-7);
    EXPECT_LT(now.velocity.norm(), 1e-10);
    EXPECT_LT(now.angular_velocity.norm(), 1e-10);
}

TEST(MovedBase, ends_where_it_began_when_it_was_shaken) {
    for (const double frequency : {0.7, 5.0, 10.0, 14.9})
        for (const double at : {0.0, 0.123})
            for (const auto model : {ArticulatedModel::ball, ArticulatedModel::thesis}) {
                SCOPED_TRACE(frequency);
                Scene scene = stem_on(make_simulator, model);
                drive(scene, Shake{Vec3(0.05, 0, 0), Vec3(0, 0, 0.02), frequency}, at, 1.9);
                run_to(scene, 2.2);
                expect_at_rest(scene, Vec3::Zero(), Vec3::Zero());
            }
}

TEST(MovedBase, swings_by_the_amplitude) {
    for (const double frequency : {2.0, 10.0}) {
        Scene scene = stem_on(make_simulator);
        drive(scene, Shake{Vec3(0.05, 0, 0), Vec3(0, 0, 0.02), frequency}, 0, 3);
        run_to(scene, 1);
        for (int i = 0; i < 30; ++i) {
            const double share = std::sin(2 * pi * frequency * scene.clock.now());
            EXPECT_NEAR(base(scene).placement.translation.x(), 0.05 * share, 1e-10);
            const Eigen::AngleAxisd turn(base(scene).placement.rotation);
            EXPECT_NEAR(turn.angle() * turn.axis().z(), 0.02 * share, 1e-10);
            step(scene);
        }
    }
}

TEST(MovedBase, rejects_a_shake_that_steps_cannot_follow) {
    Scene scene = stem_on(make_puppet);
    EXPECT_EQ(message([&] {
                  drive(scene, Shake{Vec3::UnitX(), Vec3::Zero(), 29}, 0);
              }),
              "a.toml:1:1: found a shake of 29 Hz in steps of 0.01667 s, expected at most 15 Hz, "
              "or steps of at most 0.008621 s (dt_s)");
}

struct Stop {
    double time, x;
};

/// Moved, and turned by as many radians as metres.
Move along_x(const std::vector<Stop>& stops, double scale = 1) {
    Move move;
    for (const Stop& stop : stops)
        move.path.push_back({stop.time, scale * Vec3(stop.x, 0, 0), scale * Vec3(0, stop.x, 0)});
    return move;
}

TEST(MovedBase, rests_in_every_row) {
    const std::vector<Stop> paths[] = {{{0, 0}, {0.01, 1}},
                                       {{0, 0}, {0.04, 1}, {0.08, 0}},
                                       {{0.013, 0}, {0.021, 0.01}, {0.5, 0}},
                                       {{0, 0}, {0.4, 0.3}, {0.6, -0.2}, {0.61, 0.5}}};
    for (const auto& path : paths)
        for (const auto model : {ArticulatedModel::ball, ArticulatedModel::thesis}) {
            Scene scene = stem_on(make_simulator, model);
            // The thesis is explicit and does not bear a metre within two steps.
            const double scale = model == ArticulatedModel::thesis ? 1e-3 : 1;
            drive(scene, along_x(path, scale), 0.2);
            for (const Stop& stop : path) {
                // Rounded to steps, and two later than the row before.
                const double time = stop.time == 0.01 || stop.time == 0.021 || stop.time == 0.61
                                        ? stop.time + 0.025
                                        : stop.time;
                const double whole = std::round((0.2 + time) * 60) / 60;
                run_to(scene, whole);
                SCOPED_TRACE(stop.time);
                expect_at_rest(scene, scale * Vec3(stop.x, 0, 0), scale * Vec3(0, stop.x, 0));
            }
            run_to(scene, 1);
            const double end = scale * path.back().x;
            expect_at_rest(scene, Vec3(end, 0, 0), Vec3(0, end, 0));
        }
}

TEST(MovedBase, goes_the_same_way_where_steps_are_halved) {
    Scene whole = stem_on(make_puppet), halved = stem_on(make_fragile_puppet(0.005));
    for (Scene* scene : {&whole, &halved}) {
        drive(*scene, along_x({{0, 0}, {0.3, 0.5}}), 0.1);
        drive(*scene, Shake{Vec3(0, 0, 0.1), Vec3::Zero(), 7}, 0.15, 0.8);
    }
    for (int i = 0; i < 70; ++i) {
        step(whole);
        step(halved);
        EXPECT_LT((base(whole).placement.translation - base(halved).placement.translation).norm(),
                  1e-12);
    }
    EXPECT_LT((base(halved).placement.translation - Vec3(0.5, 0, 0)).norm(), 1e-12);
}

/// x = a t²/2, φ = α t²/2, and at constant speed when it is over.
TEST(MovedBase, is_accelerated) {
    for (const auto model : {ArticulatedModel::ball, ArticulatedModel::thesis}) {
        Scene scene = stem_on(make_simulator, model);
        drive(scene, Accelerate{Vec3(0.5, 0, -0.2), Vec3(0, 0.3, 0)}, 0.5, 1);
        run_to(scene, 1.5);
        EXPECT_LT((base(scene).placement.translation - Vec3(0.25, 0, -0.1)).norm(), 1e-10);
        EXPECT_NEAR(Eigen::AngleAxisd(base(scene).placement.rotation).angle(), 0.15, 1e-9);
        run_to(scene, 2);
        EXPECT_LT((base(scene).placement.translation - Vec3(0.5, 0, -0.2)).norm(), 1e-10);
        EXPECT_LT((base(scene).velocity - Vec3(0.5, 0, -0.2)).norm(), 1e-10);
    }
}

/// An accelerated stem leans as one that carries m a: by ρA a L⁴/(8EI) at its tip.
TEST(MovedBase, makes_a_stem_lean_when_it_is_accelerated) {
    Scene scene = stem_on(make_simulator, ArticulatedModel::ball, 20);
    drive(scene, Accelerate{Vec3(0.5, 0, 0), Vec3::Zero()}, 0, 1e6, 2);
    run_to(scene, 4);
    const Plant& plant = scene.actors[0].part->plant;
    const Material& wood = plant.materials.values().front();
    const double r = 0.01, L = 0.5, rhoA = wood.density * pi * r * r;
    const double EI = wood.young * pi / 4 * r * r * r * r;
    const SegmentId last(plant.segments.size() - 1);
    const Vec3 tip = pose_now(scene.actors[0]).segments[last] * plant.segments.end[last];
    const double lean = base(scene).placement.translation.x() - tip.x();
    const double expected = rhoA * 0.5 * L * L * L * L / (8 * EI);
    EXPECT_NEAR(lean, expected, 0.005 * expected);
}

}  // namespace
}  // namespace thigmo
