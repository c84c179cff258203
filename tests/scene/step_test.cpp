// The step of a scene, with mass points for plants.
#include "thigmo/scene/step.h"

#include <gtest/gtest.h>

#include <numbers>

#include "samples/plants.h"
#include "tests/message.h"
#include "tests/scene/puppet.h"
#include "thigmo/base/parallel.h"
#include "thigmo/scene/timeline.h"

namespace thigmo {
namespace {

/// A wind of 1 m/s along +X for one second of every two.
class Puffs final : public Air {
  public:
    const char* name() const override { return "puffs"; }
    void sample(std::span<AirSample> samples, double ahead) const override {
        for (AirSample& sample : samples)
            sample.wind = Vec3(std::fmod(time_ + ahead, 2.0) < 1 ? 1.0 : 0.0, 0, 0);
    }
    void advance(double dt, std::span<const AirSample> samples) override {
        time_ += dt;
        seen = samples.size();
    }
    bool feels_plants() const override { return true; }
    void save(std::vector<double>& out) const override { out.assign(1, time_); }
    void restore(std::span<const double> state) override { time_ = state[0]; }
    size_t seen = 0;

  private:
    double time_ = 0;
};

Scene scene_of(size_t plants, Base base = Base::held) {
    Scene scene;
    scene.make = make_puppet;
    scene.clock.dt = 0.01;
    ArticulatedSettings settings;
    settings.footing.base = base;
    const auto part = make_part(samples::sapling());
    for (size_t i = 0; i < plants; ++i)
        add_plant(scene, "sapling_" + std::to_string(i + 1), part, settings,
                  {Quat::Identity(), Vec3(static_cast<double>(i), 0, 0)});
    return scene;
}

void run(Scene& scene, int steps) {
    for (int i = 0; i < steps; ++i) ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
}

Event event_at(double at, Happening what, const char* domain = "") {
    Event event;
    event.at = at;
    event.what = std::move(what);
    event.place.domain = domain;
    event.where = "a.toml:1:1";
    return event;
}

Vec3 tip_offset(Scene& scene) {
    return pose_now(scene.actors[0]).segments[SegmentId(size_t{2})].translation;
}

TEST(Step, plants_share_what_they_are) {
    const Scene scene = scene_of(3);
    EXPECT_EQ(scene.actors[0].part, scene.actors[2].part);
}

TEST(Step, time_is_steps_times_dt) {
    Scene scene = scene_of(1);
    run(scene, 300);
    EXPECT_EQ(scene.clock.now(), 300 * 0.01);
}

TEST(Step, the_air_meets_every_plant_and_sees_all) {
    Scene scene = scene_of(2);
    auto puffs = std::make_unique<Puffs>();
    const Puffs& air = *puffs;
    scene.air = std::move(puffs);
    run(scene, 90);
    EXPECT_EQ(air.seen, 2 * 11u);
    // 1 N against 100 N/m and 2 N s/m.
    EXPECT_NEAR(tip_offset(scene).x(), 0.01, 0.004);
    EXPECT_EQ(tip_offset(scene).y(), 0);
}

/// A wind along +X that swells and ebbs, and is stronger higher up and farther on.
class Swell final : public Air {
  public:
    const char* name() const override { return "swell"; }
    void sample(std::span<AirSample> samples, double ahead) const override {
        for (AirSample& sample : samples)
            sample.wind = Vec3(
                6 + 4 * std::sin(5 * (time_ + ahead) + 2 * sample.point.x()) + sample.point.y(), 0,
                0);
    }
    void advance(double dt, std::span<const AirSample>) override { time_ += dt; }
    void save(std::vector<double>& out) const override { out.assign(1, time_); }
    void restore(std::span<const double> state) override { time_ = state[0]; }

  private:
    double time_ = 0;
};

Vec3 tip_after_a_second(int steps) {
    Scene scene;
    scene.make = make_simulator;
    scene.clock.dt = 1.0 / steps;
    scene.air = std::make_unique<Swell>();
    Plant stem = samples::stem(4, 2, 0.01, 0.006);
    stem.materials.values().front().vogel = 0;  // the exponent is taken at the step's beginning
    const auto part = make_part(std::move(stem));
    add_plant(scene, "stem", part, ArticulatedSettings{}, {});
    run(scene, steps);
    const SegmentId last(size_t{3});
    return pose_now(scene.actors[0]).segments[last] * part->plant.segments.end[last];
}

TEST(Step, a_wind_that_changes_is_met_to_second_order) {
    const Vec3 exact = tip_after_a_second(3840);
    EXPECT_GT((exact - Vec3(0, 2, 0)).norm(), 0.05);
    const double coarse = (tip_after_a_second(120) - exact).norm();
    const double fine = (tip_after_a_second(240) - exact).norm();
    EXPECT_GT(std::log2(coarse / fine), 1.8) << coarse << " " << fine;
}

TEST(Step, a_pull_settles_between_the_springs) {
    Scene scene = scene_of(1);
    Pull pull;
    pull.by = Vec3(0.5, 0, 0);
    pull.stiffness = 300;
    add_event(scene, event_at(0.5, pull, "trunk"));
    run(scene, 50);
    EXPECT_EQ(tip_offset(scene).x(), 0);
    run(scene, 1000);
    EXPECT_NEAR(tip_offset(scene).x(), 0.5 * 300 / 400, 1e-9);
}

TEST(Step, a_release_lets_go_at_its_time) {
    Scene scene = scene_of(1);
    Pull pull;
    pull.force = Vec3(0, 0, 20);
    Event pulled = event_at(0, pull, "trunk");
    pulled.name = "hand";
    pulled.ramp = 0.5;
    add_event(scene, pulled);
    add_event(scene, event_at(10, Release{"hand"}));
    run(scene, 1000);
    EXPECT_NEAR(tip_offset(scene).z(), 0.2, 1e-3);
    run(scene, 2000);
    EXPECT_NEAR(tip_offset(scene).z(), 0, 1e-3);
}

TEST(Step, a_release_leaves_the_pull_that_begins_behind_it_at_the_same_time) {
    Scene scene = scene_of(1);
    Event pulled = event_at(0, Pull{{}, {}, Vec3(0, 0, 20), {}, {}}, "trunk");
    pulled.name = "hand";
    add_event(scene, pulled);
    add_event(scene, event_at(1, Release{"hand"}));
    pulled.at = 1;
    add_event(scene, pulled);
    EXPECT_EQ(scene.cues[0].end, 1);
    EXPECT_GT(scene.cues[2].end, 1e9);
    add_event(scene, event_at(1, Release{"hand"}));
    EXPECT_EQ(scene.cues[2].end, 1);
}

/// A wind as strong as its height.
class Rising final : public Air {
  public:
    const char* name() const override { return "rising"; }
    void sample(std::span<AirSample> samples, double) const override {
        for (AirSample& sample : samples) sample.wind = Vec3(sample.point.y(), 0, 0);
    }
    void advance(double, std::span<const AirSample>) override {}
    void save(std::vector<double>& out) const override { out.clear(); }
    void restore(std::span<const double>) override {}
};

TEST(Step, the_air_is_as_high_as_it_is_above_the_ground) {
    Scene scene = scene_of(1);
    scene.air = std::make_unique<Rising>();
    scene.shelter = false;
    scene.ground = -5;
    step(scene);
    const AirSample& sample = scene.actors[0].air[0];
    EXPECT_NEAR(sample.wind.x(), sample.point.y() + 5, 1e-12);
}

TEST(Step, a_hand_goes_smoothly_to_where_it_pulls) {
    Scene scene = scene_of(1);
    Pull pull;
    pull.by = Vec3(0, 0, 0.3);
    pull.stiffness = 1e6;
    Event pulled = event_at(0, pull, "trunk");
    pulled.ramp = 1;
    add_event(scene, pulled);
    run(scene, 25);
    EXPECT_NEAR(tip_offset(scene).z(), 0.3 * ramp_up(0.25, 1), 0.02);
    run(scene, 100);
    EXPECT_NEAR(tip_offset(scene).z(), 0.3, 1e-3);
}

TEST(Step, an_impulse_acts_once) {
    Scene scene = scene_of(1, Base::free);
    scene.ground.reset();
    scene.gravity.setZero();
    add_event(scene, event_at(0.123, Impulse{Vec3(0, 2, 0)}, "trunk"));
    run(scene, 12);
    EXPECT_EQ(scene.actors[0].simulator->velocity(Load::Table::segments, 2, {}).y(), 0);
    run(scene, 1);
    EXPECT_NEAR(scene.actors[0].simulator->velocity(Load::Table::segments, 2, {}).y(), 2, 1e-12);
    run(scene, 20);
    EXPECT_NEAR(scene.actors[0].simulator->velocity(Load::Table::segments, 2, {}).y(), 2, 1e-12);
}

TEST(Step, an_impulse_in_the_middle_of_a_step_acts_once) {
    for (const double at : {0.025, 0.075, 0.125, 0.175, 1.025}) {
        Scene scene = scene_of(1, Base::free);
        scene.clock.dt = 1.0 / 60;
        scene.ground.reset();
        scene.gravity.setZero();
        add_event(scene, event_at(at, Impulse{Vec3(0, 2, 0)}, "trunk"));
        run(scene, 80);
        EXPECT_NEAR(scene.actors[0].simulator->velocity(Load::Table::segments, 2, {}).y(), 2, 1e-12)
            << at;
    }
}

TEST(Step, a_pushed_pot_slides_and_friction_stops_it) {
    Scene scene = scene_of(1, Base::sliding);
    Event push = event_at(0, Push{Vec3(200, 0, 0)});
    push.duration = 0.5;
    add_event(scene, push);
    run(scene, 50);
    EXPECT_GT(scene.actors[0].simulator->base().velocity.x(), 1);
    run(scene, 3000);
    EXPECT_LT(scene.actors[0].simulator->base().velocity.x(), 1e-3);
    EXPECT_GT(scene.actors[0].simulator->base().placement.translation.x(), 0.2);
}

TEST(Step, gravity_ramps_and_the_later_change_takes_over) {
    Scene scene = scene_of(1);
    Event first = event_at(1, GravityChange{Vec3(5, 0, 0)});
    first.ramp = 2;
    add_event(scene, first);
    add_event(scene, event_at(2, GravityChange{Vec3(0, 0, 1)}));
    EXPECT_EQ(gravity_at(scene, 0.99), Vec3(0, -9.81, 0));
    EXPECT_TRUE(gravity_at(scene, 1.5).isApprox(Vec3(0, -9.81, 0) + 0.15625 * Vec3(5, 9.81, 0)));
    EXPECT_EQ(gravity_at(scene, 2.01), Vec3(0, 0, 1));
}

TEST(Step, changes_end_as_they_came) {
    Scene scene = scene_of(1);
    Event lighter = event_at(1, GravityChange{Vec3::Zero()});
    lighter.ramp = 1;
    lighter.duration = 3;
    add_event(scene, lighter);
    EXPECT_EQ(gravity_at(scene, 3.5), Vec3(0, 0, 0));
    EXPECT_NEAR(gravity_at(scene, 4.5).y(), -0.5 * 9.81, 1e-12);
    EXPECT_EQ(gravity_at(scene, 6), Vec3(0, -9.81, 0));
}

TEST(Step, a_change_of_wind_leaves_what_it_does_not_name) {
    Scene scene = scene_of(1);
    add_event(scene, event_at(1, WindChange{2.0, {}}));
    add_event(scene, event_at(2, WindChange{{}, std::numbers::pi / 2}));
    EXPECT_LT((wind_gain_at(scene, 3) * Vec3(1, 0, 0) - Vec3(0, 0, -2)).norm(), 1e-12);
}

TEST(Step, stiffness_of_all_plants_changes_for_those_of_a_kind_only) {
    Scene scene = scene_of(2);
    add_event(scene, event_at(0.1, StiffnessChange{0.5, {}, Kind::leaf, true}));
    Column<DomainId, double> factors;
    for (const Actor& actor : scene.actors) {
        EXPECT_TRUE(stiffness_at(scene, actor, 0.4, factors));
        EXPECT_EQ(factors.values(), (std::vector<double>{1, 1, 0.5, 0.5, 1, 0.5, 0.5}));
    }
}

TEST(Step, rejects_stiffness_of_a_place_in_no_plant) {
    Scene scene = scene_of(2);
    EXPECT_EQ(message([&] { add_event(scene, event_at(0, StiffnessChange{}, "trunk")); }),
              "a.toml:1:1: found a place and no plant, expected the name of one of the scene's 2 "
              "(plant = ...)");
}

TEST(Step, stiffness_changes_for_those_named) {
    Scene scene = scene_of(1);
    StiffnessChange wilt{0.25, {}, {}, true};
    add_event(scene, event_at(0.1, wilt, "twig_1"));
    Column<DomainId, double> factors;
    EXPECT_FALSE(stiffness_at(scene, scene.actors[0], 0.05, factors));
    EXPECT_TRUE(stiffness_at(scene, scene.actors[0], 0.2, factors));
    EXPECT_EQ(factors.values(), (std::vector<double>{1, 0.25, 0.25, 0.25, 1, 1, 1}));
    add_event(scene, event_at(0.3, StiffnessChange{0.5, {}, Kind::leaf, true}));
    EXPECT_TRUE(stiffness_at(scene, scene.actors[0], 0.4, factors));
    EXPECT_EQ(factors.values(), (std::vector<double>{1, 0.25, 0.5, 0.5, 1, 0.5, 0.5}));
    run(scene, 50);
    EXPECT_EQ(scene.actors[0].stiffness.values(), factors.values());
}

TEST(Step, stiffness_goes_back_when_its_time_is_over) {
    Scene scene = scene_of(1);
    Event wilt = event_at(0.1, StiffnessChange{0.25, {}, {}, true}, "twig_1");
    wilt.duration = 0.2;
    add_event(scene, wilt);
    const auto stiffness = [&] { return scene.actors[0].stiffness.values(); };
    run(scene, static_cast<int>(std::lround(0.2 / scene.clock.dt)));
    EXPECT_EQ(stiffness(), (std::vector<double>{1, 0.25, 0.25, 0.25, 1, 1, 1}));
    run(scene, static_cast<int>(std::lround(0.2 / scene.clock.dt)));
    EXPECT_EQ(stiffness(), std::vector<double>(7, 1.0));
}

TEST(Step, wind_changes_turn_and_strengthen_it) {
    Scene scene = scene_of(1);
    add_event(scene, event_at(1, WindChange{2, 0.5 * std::numbers::pi}));
    EXPECT_TRUE(wind_gain_at(scene, 0.5).isIdentity(0));
    EXPECT_TRUE((wind_gain_at(scene, 1.5) * Vec3::UnitX()).isApprox(Vec3(0, 0, -2)));
}

std::vector<double> numbers(const Scene& scene) {
    std::vector<double> all;
    for (const SceneState::ActorState& actor : save(scene).actors)
        all.insert(all.end(), actor.numbers.begin(), actor.numbers.end());
    return all;
}

Scene busy_scene() {
    Scene scene = scene_of(3);
    scene.air = std::make_unique<Puffs>();
    Pull pull;
    pull.by = Vec3(0.1, -0.2, 0);
    Event pulled = event_at(0.3, pull, "twig_1");
    pulled.plant = "sapling_2";
    add_event(scene, pulled);
    Event cut = event_at(0.6, Cut{}, "twig_2");
    cut.place.along = 0;
    cut.plant = "sapling_2";
    add_event(scene, cut);
    Event pin = event_at(0.4, Pin{}, "trunk");
    pin.plant = "sapling_3";
    add_event(scene, pin);
    add_event(scene, event_at(0.2, StiffnessChange{0.5, {}, {}, true}));
    return scene;
}

TEST(Step, rewinding_repeats_bit_for_bit_over_a_cut) {
    Scene scene = busy_scene();
    run(scene, 35);
    const SceneState state = save(scene);
    run(scene, 60);
    const std::vector<double> first = numbers(scene);
    ASSERT_EQ(scene.actors.size(), 4u);
    restore(scene, state);
    EXPECT_EQ(scene.actors.size(), 3u);
    run(scene, 60);
    EXPECT_EQ(numbers(scene), first);
}

TEST(Step, any_number_of_threads_gives_the_same_bits) {
    std::vector<double> first;
    for (const size_t threads : {1u, 2u, 4u}) {
        const ThreadLimit limit(threads);
        Scene scene = busy_scene();
        run(scene, 90);
        if (first.empty()) first = numbers(scene);
        EXPECT_EQ(numbers(scene), first) << threads;
    }
}

TEST(Step, rejects_plants_that_are_not_there) {
    Scene scene = scene_of(2);
    Event event = event_at(0, Push{});
    EXPECT_EQ(message([&] { add_event(scene, event); }),
              "a.toml:1:1: found no plant, expected the name of one of the scene's 2 (plant = "
              "\"sapling_1\")");
    event.plant = "oak";
    EXPECT_EQ(message([&] { add_event(scene, event); }),
              "a.toml:1:1: found plant 'oak', expected one of sapling_1, sapling_2");
}

TEST(Step, rejects_bases_that_cannot_be_driven_so) {
    Scene held = scene_of(1), sliding = scene_of(1, Base::sliding);
    EXPECT_EQ(message([&] { add_event(held, event_at(0, Push{})); }),
              "a.toml:1:1: found a plant whose base is held, expected it sliding");
    EXPECT_EQ(message([&] { add_event(sliding, event_at(0, Shake{})); }),
              "a.toml:1:1: found a plant whose base is sliding, expected it held");
}

TEST(Step, rejects_releases_of_nothing_and_stiffness_of_nothing) {
    Scene scene = scene_of(1);
    EXPECT_EQ(message([&] { add_event(scene, event_at(0, Release{"hand"})); }),
              "a.toml:1:1: found a release of 'hand', expected the name of a pull or pin before "
              "it");
    EXPECT_EQ(message([&] {
                  add_event(scene, event_at(0, StiffnessChange{1, 9, {}, true}));
              }),
              "a.toml:1:1: found no domain of that order and kind, expected some");
}

}  // namespace
}  // namespace thigmo
