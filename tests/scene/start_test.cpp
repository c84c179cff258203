// Plants that begin in wind.
#include "thigmo/scene/start.h"

#include <gtest/gtest.h>

#include "samples/plants.h"
#include "tests/impatient.h"
#include "thigmo/air/wind.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

Progress silent;

Scene stem_in(const WindSettings& wind, const SimulatorSettings& settings) {
    Scene scene;
    scene.make = make_simulator;
    scene.air = make_air(wind);
    add_plant(scene, "stem", make_part(samples::stem(8, 3, 0.015, 0.005)), settings, {});
    return scene;
}

Scene stem_in(const WindSettings& wind, const Footing& footing = {}) {
    return stem_in(wind, ArticulatedSettings{.footing = footing});
}

WindSettings steady(double speed) {
    WindSettings wind;
    wind.kind = WindSettings::Kind::uniform;
    wind.speed = speed;
    return wind;
}

Vec3 tip(Scene& scene) {
    const Plant& plant = scene.actors[0].part->plant;
    const SegmentId last(plant.segments.size() - 1);
    return pose_now(scene.actors[0]).segments[last] * plant.segments.end[last];
}

std::vector<double> numbers(const Scene& scene) {
    std::vector<double> state;
    scene.actors[0].simulator->save(state);
    return state;
}

void run(Scene& scene, int steps) {
    for (int i = 0; i < steps; ++i) ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
}

TEST(WindStart, a_plant_begins_where_a_steady_wind_would_bring_it) {
    Scene begun = stem_in(steady(15)), blown = stem_in(steady(15));
    const Vec3 upright = tip(begun);
    stand_in_wind(begun, silent);
    run(blown, 3600);
    const double lean = (tip(blown) - upright).norm();
    EXPECT_GT(lean, 0.1);
    EXPECT_LT((tip(begun) - tip(blown)).norm(), 0.04 * lean);
    // And it stays there: no lurch.
    const Vec3 first = tip(begun);
    run(begun, 120);
    EXPECT_LT((tip(begun) - first).norm(), 0.05 * lean);
}

/// The simulators of finite elements too: they stay where they begin.
TEST(WindStart, solids_begin_in_balance) {
    for (const SimulatorSettings& settings :
         {SimulatorSettings(FemSettings{}), SimulatorSettings(ReducedSettings{})}) {
        Scene scene = stem_in(steady(15), settings);
        const Vec3 upright = tip(scene);
        stand_in_wind(scene, silent);
        const Vec3 first = tip(scene);
        EXPECT_GT((first - upright).norm(), 0.1);
        run(scene, 30);
        EXPECT_LT((tip(scene) - first).norm(), 0.1 * (first - upright).norm());
    }
}

/// It asks within its steps: once per step would be seven times.
TEST(WindStart, a_search_is_stopped_within_a_step) {
    for (const SimulatorSettings& settings :
         {SimulatorSettings(ArticulatedSettings{.turn_limit = 0.02}),
          SimulatorSettings(ReducedSettings{}), SimulatorSettings(FemSettings{})}) {
        Scene scene = stem_in(steady(40), settings);
        const std::vector<double> before = numbers(scene);
        Impatient stopping(12);
        stand_in_wind(scene, stopping);
        EXPECT_GT(stopping.asked, 12) << simulator_names[settings.index()];
        EXPECT_LT(stopping.asked, 24) << simulator_names[settings.index()];
        EXPECT_EQ(numbers(scene), before) << simulator_names[settings.index()];
        Impatient waiting(1000000);
        stand_in_wind(scene, waiting);
        EXPECT_GT(waiting.asked, 24) << simulator_names[settings.index()];
        EXPECT_NE(numbers(scene), before) << simulator_names[settings.index()];
    }
}

TEST(WindStart, time_and_wind_do_not_go_on) {
    WindSettings gusts;
    Scene scene = stem_in(gusts);
    std::vector<double> before, after;
    scene.air->save(before);
    stand_in_wind(scene, silent);
    scene.air->save(after);
    EXPECT_EQ(before, after);
    EXPECT_EQ(scene.clock.now(), 0);
}

TEST(WindStart, still_air_changes_nothing) {
    Scene scene = stem_in(steady(0));
    const std::vector<double> before = numbers(scene);
    stand_in_wind(scene, silent);
    EXPECT_EQ(numbers(scene), before);
}

TEST(WindStart, what_sags_or_falls_begins_as_it_is_given) {
    for (const Footing& footing :
         {Footing{.shape = GivenShape::unloaded}, Footing{.base = Base::free}}) {
        Scene scene = stem_in(steady(15), footing);
        const std::vector<double> before = numbers(scene);
        stand_in_wind(scene, silent);
        EXPECT_EQ(numbers(scene), before);
    }
}

TEST(WindStart, a_pot_is_not_pushed_along) {
    Scene scene = stem_in(steady(15), {.base = Base::sliding, .base_mass = 1});
    const Vec3 upright = tip(scene);
    stand_in_wind(scene, silent);
    EXPECT_GT((tip(scene) - upright).norm(), 0.1);
    EXPECT_EQ(scene.actors[0].simulator->base().placement.translation, Vec3::Zero());
    EXPECT_EQ(scene.actors[0].simulator->base().velocity, Vec3::Zero());
}

TEST(WindStart, a_wind_that_an_event_stills_at_once_bends_nothing) {
    Scene scene = stem_in(steady(15));
    Event event;
    event.what = WindChange{0.0, {}};
    add_event(scene, event);
    const std::vector<double> before = numbers(scene);
    stand_in_wind(scene, silent);
    EXPECT_EQ(numbers(scene), before);
}

}  // namespace
}  // namespace thigmo
