// Felled plants on the ground: they land, lie still, and repeat themselves.
#include <gtest/gtest.h>

#include <cmath>

#include "samples/plants.h"
#include "thigmo/air/wind.h"
#include "thigmo/base/parallel.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/cut.h"
#include "thigmo/scene/nursery.h"
#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

/// The sapling cut at a share of its trunk when it has stood for 0.1 s.
Scene felled(double along, double wind) {
    Scene scene;
    scene.make = make_simulator;
    scene.clock.dt = 1.0 / 60;
    WindSettings air;
    air.kind = WindSettings::Kind::uniform;
    air.speed = wind;
    if (wind > 0) scene.air = make_air(air);
    add_plant(scene, "sapling", make_part(samples::sapling()), ArticulatedSettings{}, {});
    Event event;
    event.at = 0.1;
    event.what = Cut{};
    event.place.domain = "trunk";
    event.place.along = along;
    add_event(scene, event);
    return scene;
}

void run(Scene& scene, double seconds) {
    for (int i = 0; i < seconds / scene.clock.dt; ++i)
        ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
}

std::vector<Vec3> ends(Scene& scene) {
    std::vector<Vec3> points;
    for (Actor& actor : scene.actors) {
        const Pose& pose = pose_now(actor);
        for (const SegmentId row : actor.part->plant.segments.rows())
            points.push_back(pose.segments[row] * actor.part->plant.segments.end[row]);
    }
    return points;
}

std::vector<double> numbers(const Scene& scene) {
    std::vector<double> all;
    for (const Actor& actor : scene.actors) {
        std::vector<double> own;
        actor.simulator->save(own);
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

TEST(Rest, what_is_felled_lies_still_in_wind_and_calm) {
    for (const double wind : {0.0, 3.0}) {
        Scene scene = felled(0.3, wind);
        run(scene, 20);  // it comes down on its edge, all in one plane, and tips over from there
        const std::vector<Vec3> then = ends(scene);
        run(scene, 5);
        const std::vector<Vec3> now = ends(scene);
        for (size_t i = 0; i < then.size(); ++i) EXPECT_LT((now[i] - then[i]).norm(), 5e-4) << i;
    }
}

/// Root mean square over the mass (m/s).
double speed(const Scene& scene, const Actor& actor) {
    return std::sqrt(2 * actor.simulator->energy(scene.gravity).kinetic / actor.part->mass);
}

TEST(Rest, a_felled_shrub_lies_still_on_its_leaves) {
    // Thrown up from inside the ground and falling back step by step, it used to crawl for ever.
    for (const LeafSolve leaves : {LeafSolve::coupled, LeafSolve::riding}) {
        Scene scene;
        scene.make = make_simulator;
        scene.clock.dt = 1.0 / 60;
        WindSettings calm;
        calm.kind = WindSettings::Kind::calm;
        scene.air = make_air(calm);
        GrowthSettings growth;
        growth.age = 3;
        Progress progress;
        Plant hazel = grow_species(find_species("hazel"), growth, progress).plant;
        ArticulatedSettings settings;
        settings.leaf_solve = leaves;
        add_plant(scene, "hazel", make_part(std::move(hazel)), settings, {});
        Event event;
        event.at = 0.1;
        event.what = Cut{};
        event.place.domain = "trunk_1";
        event.place.along = 0.1;
        add_event(scene, event);
        run(scene, 10);
        ASSERT_EQ(scene.actors.size(), 2u);
        EXPECT_LT(speed(scene, scene.actors[1]), 1e-3);
        step(scene);
        EXPECT_LT(speed(scene, scene.actors[1]), 1e-3);
    }
}

TEST(Rest, landing_only_takes_energy) {
    Scene scene = felled(0.3, 0);
    run(scene, 0.2);
    double before = energy(scene).total();
    for (int i = 0; i < 300; ++i) {
        step(scene);
        const double now = energy(scene).total();
        // What the ground's springs give back: m g times g dt² / 4.
        EXPECT_LT(now, before + 1e-3 * 9.81 * scene.actors[1].part->mass) << i;
        before = now;
    }
}

TEST(Rest, a_cut_in_the_ground_does_not_throw_the_plant_up) {
    Scene scene = felled(0, 0);
    run(scene, 0.1);
    const double before = ends(scene)[0].y();
    for (int i = 0; i < 12; ++i) {
        step(scene);
        EXPECT_LT(ends(scene)[0].y(), before + 1e-4) << i;
    }
    EXPECT_GT(ends(scene)[0].y(), before - 0.01);
}

TEST(Rest, goes_back_and_repeats_itself_bit_for_bit) {
    Scene scene = felled(0.3, 3);
    run(scene, 1.5);
    ASSERT_FALSE(scene.actors[1].touches->empty());
    const SceneState state = save(scene);
    run(scene, 0.5);
    const std::vector<double> first = numbers(scene);
    restore(scene, state);
    run(scene, 0.5);
    EXPECT_EQ(numbers(scene), first);
}

TEST(Rest, any_number_of_threads_gives_the_same_bits) {
    std::vector<double> first;
    for (const size_t threads : {1u, 3u}) {
        const ThreadLimit limit(threads);
        Scene scene = felled(0.3, 3);
        run(scene, 1.5);
        if (first.empty()) first = numbers(scene);
        EXPECT_EQ(numbers(scene), first) << threads;
    }
}

TEST(Rest, a_cut_through_what_lies_leaves_it_lying) {
    Scene scene = felled(0.3, 0);
    run(scene, 12);
    const Touches before = *scene.actors[1].touches;
    ASSERT_FALSE(before.empty());
    // A tip high in the air, on which nothing rests.
    const Plant& plant = scene.actors[1].part->plant;
    const Pose& pose = pose_now(scene.actors[1]);
    SegmentId highest(size_t{0});
    const auto height = [&](SegmentId row) {
        return (pose.segments[row] * plant.segments.end[row]).y();
    };
    for (const SegmentId row : plant.segments.rows())
        if (height(row) > height(highest)) highest = row;
    cut(scene, 1, {highest, segment_domains(plant)[highest]});
    step(scene);
    // What lay goes on lying where it lay.
    for (const Touch& was : before) {
        double nearest = 1;
        for (const Touch& is : *scene.actors[1].touches)
            nearest = std::min(nearest, (is.anchor - was.anchor).norm());
        EXPECT_LT(nearest, 1e-3);
    }
}

}  // namespace
}  // namespace thigmo
