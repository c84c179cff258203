// Steps that fail: tried in halves, and given up without a trace.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples/plants.h"
#include "tests/scene/puppet.h"
#include "thigmo/air/uniform.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

Scene puppets(double longest, int lasts = 1000000) {
    Scene scene;
    scene.make = make_fragile_puppet(longest, lasts);
    scene.clock.dt = 0.01;
    add_plant(scene, "oak", make_part(samples::sapling()), ArticulatedSettings{}, {});
    return scene;
}

Event event_at(double at, Happening what, const std::string& plant = "") {
    Event event;
    event.at = at;
    event.what = std::move(what);
    event.plant = plant;
    event.place.domain = "trunk";
    return event;
}

TEST(FailedStep, is_tried_in_halves) {
    Scene scene = puppets(0.003);
    const StepReport report = step(scene);
    EXPECT_EQ(report.status, StepReport::Status::advanced);
    EXPECT_EQ(report.accepted, 4u);
    EXPECT_EQ(report.rejected_not_finite, 3u);
}

TEST(FailedStep, stops_with_its_message_when_it_fails_in_every_length) {
    Scene scene = puppets(1e-5);
    const StepReport report = step(scene);
    EXPECT_EQ(report.status, StepReport::Status::failed);
    EXPECT_EQ(report.message, "oak: at 0 s: the step is too long");
    EXPECT_EQ(scene.clock.steps, 0u);
}

TEST(FailedStep, is_given_up_when_its_halves_cost_too_much) {
    for (const uint64_t work : {300u, 2000u}) {
        Scene scene;
        scene.make = make_fragile_puppet(0.0002, 1000000, work);
        scene.clock.dt = 0.01;
        add_plant(scene, "oak", make_part(samples::sapling()), ArticulatedSettings{}, {});
        const StepReport report = step(scene);
        EXPECT_EQ(report.status, StepReport::Status::failed);
        EXPECT_EQ(report.rejected_not_finite, work == 300 ? 4u : 1u);
    }
}

/// What a state holds, but for what is never changed.
void expect_same(const SceneState& a, const SceneState& b) {
    ASSERT_EQ(a.actors.size(), b.actors.size());
    for (size_t i = 0; i < a.actors.size(); ++i) {
        EXPECT_EQ(a.actors[i].name, b.actors[i].name);
        EXPECT_EQ(a.actors[i].part, b.actors[i].part);
        EXPECT_EQ(a.actors[i].stiffness.values(), b.actors[i].stiffness.values());
        EXPECT_EQ(a.actors[i].touches, b.actors[i].touches);
        EXPECT_EQ(a.actors[i].heights, b.actors[i].heights);
        EXPECT_EQ(a.actors[i].numbers, b.actors[i].numbers);
    }
    EXPECT_EQ(a.air, b.air);
    EXPECT_EQ(a.anchors, b.anchors);
    EXPECT_EQ(a.cues_begun, b.cues_begun);
    EXPECT_EQ(a.clock.steps, b.clock.steps);
}

/// Stems that fall over, the last of which is pulled beyond all numbers after 50 steps, while all
/// wilt and the first is pinned.
Scene doomed_scene(size_t plants) {
    Scene scene;
    scene.make = make_simulator;
    scene.clock.dt = 0.01;
    WindSettings wind;
    wind.speed = 6;
    scene.air = std::make_unique<Uniform>(wind);
    ArticulatedSettings settings;
    settings.footing.base = Base::free;
    const auto part = make_part(samples::stem(4, 1, 0.01, 0.006));
    for (size_t i = 0; i < plants; ++i)
        add_plant(scene, "stem_" + std::to_string(i + 1), part, settings,
                  {Quat::Identity(), Vec3(static_cast<double>(i), 0.01, 0)});
    const std::string last = scene.origins.back().name;
    add_event(scene, event_at(0.5, Pull{{}, {}, Vec3(1e305, 0, 1e305), {}, {}}, last));
    add_event(scene, event_at(0.5, Pin{}, "stem_1"));
    Event wilt = event_at(0.5, StiffnessChange{0.5, {}, {}, true});
    wilt.place.domain.clear();
    add_event(scene, wilt);
    return scene;
}

void run_to_doom(Scene& scene) {
    for (int i = 0; i < 50; ++i) ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
}

TEST(FailedStep, leaves_all_plants_as_they_were) {
    for (const size_t plants : {1u, 2u, 3u}) {
        Scene scene = doomed_scene(plants);
        run_to_doom(scene);
        const SceneState before = save(scene);
        EXPECT_FALSE(before.actors[0].touches->empty());
        const StepReport report = step(scene);
        EXPECT_EQ(report.status, StepReport::Status::failed);
        EXPECT_EQ(report.message,
                  scene.origins.back().name + ": at 0.5 s: trunk: its motion is not finite");
        expect_same(save(scene), before);
    }
}

/// Half a thousand iterates a try, and no more tries after a thousand.
TEST(FailedStep, of_full_elements_ends_after_so_much_work) {
    for (const double force : {1e6, 1e9}) {
        Scene scene;
        scene.make = make_simulator;
        scene.clock.dt = 1.0 / 60;
        add_plant(scene, "oak", make_part(samples::sapling()), FemSettings{}, {});
        Event pull = event_at(0, Pull{{}, {}, Vec3(force, 0, 0), {}, {}});
        pull.place.domain = "twig_1";
        add_event(scene, pull);
        const SceneState before = save(scene);
        const StepReport report = step(scene);
        EXPECT_LE(report.recursions, 600u) << force;  // once, not again in halves
        EXPECT_EQ(report.status, StepReport::Status::failed) << force;
        EXPECT_THAT(report.message,
                    testing::MatchesRegex("oak: at 0 s: Newton's method does not converge in "
                                          "[0-9]+ iterates and [0-9]+ halvings of the step"));
        expect_same(save(scene), before);
    }
}

TEST(FailedStep, leaves_no_trace_of_its_first_half) {
    Scene scene = puppets(0.006, 1);
    add_event(scene, event_at(0, Impulse{Vec3(1, 0, 0)}));
    const SceneState before = save(scene);
    EXPECT_EQ(step(scene).status, StepReport::Status::failed);
    expect_same(save(scene), before);
}

TEST(FailedStep, puts_back_what_it_cut_off) {
    Scene scene = doomed_scene(2);
    Event cut = event_at(0.5, Cut{}, "stem_1");
    cut.place.along = 0.5;
    add_event(scene, cut);
    run_to_doom(scene);
    const SceneState before = save(scene);
    EXPECT_EQ(step(scene).status, StepReport::Status::failed);
    expect_same(save(scene), before);
    EXPECT_EQ(scene.actors.size(), 2u);
}

}  // namespace
}  // namespace thigmo
