// Shelter in scenes: of one plant, between plants, and in the search for balance.
#include "thigmo/scene/shelter_plants.h"

#include <gtest/gtest.h>

#include "samples/parts.h"
#include "samples/plants.h"
#include "thigmo/air/wind.h"
#include "thigmo/base/parallel.h"
#include "thigmo/scene/nursery.h"
#include "thigmo/scene/start.h"
#include "thigmo/scene/step.h"
#include "thigmo/sim/rest_samples.h"

namespace thigmo {
namespace {

Progress silent;

WindSettings steady(double speed) {
    WindSettings wind;
    wind.kind = WindSettings::Kind::uniform;
    wind.speed = speed;
    wind.profile = false;
    return wind;
}

const Plant& hazel() {
    static const Plant plant = grow_species(find_species("hazel"), 2, 1, silent);
    return plant;
}

Scene scene_of(const SimulatorSettings& settings, const WindSettings& wind,
               const std::vector<Vec3>& places = {Vec3::Zero()}) {
    Scene scene;
    scene.make = make_simulator;
    scene.air = make_air(wind);
    scene.shelter = wind.shelter;
    const auto part = make_part(prepare(hazel(), settings));
    for (const Vec3& place : places)
        add_plant(scene, "hazel", part, settings, Rigid{Quat::Identity(), place});
    return scene;
}

/// Mean over the actor's samples of the wind's squared speed, weighted by their drag area.
double pressure(const Actor& actor) {
    double sum = 0, all = 0;
    for (const AirSample& sample : actor.air) {
        sum += sample.drag.all() * sample.wind.squaredNorm();
        all += sample.drag.all();
    }
    return sum / all;
}

TEST(ShelterPlants, every_simulator_that_samples_air_is_sheltered_alike) {
    std::vector<double> shares;
    for (const SimulatorSettings& settings :
         {SimulatorSettings(ArticulatedSettings{}), SimulatorSettings(ReducedSettings{}),
          SimulatorSettings(FemSettings{})}) {
        Scene scene = scene_of(settings, steady(6));
        ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
        shares.push_back(pressure(scene.actors[0]) / 36);
        WindSettings bare = steady(6);
        bare.shelter = false;
        Scene free = scene_of(settings, bare);
        ASSERT_EQ(step(free).status, StepReport::Status::advanced);
        EXPECT_NEAR(pressure(free.actors[0]) / 36, 1, 1e-12);
    }
    EXPECT_LT(shares[0], 0.9);
    EXPECT_NEAR(shares[1] / shares[0], 1, 0.1);
    EXPECT_NEAR(shares[2] / shares[0], 1, 0.1);
    BeamSettings beam;
    beam.wind.mean = Vec3(6, 0, 0);
    beam.wind.roughness = 0;
    SimulatorSettings told = beam;
    tell_shelter(hazel(), 0, told);
    const Plant plant = hazel();
    const std::vector<AirSample> air = rest_samples(plant);
    const std::vector<double>& left = std::get<BeamSettings>(told).wind.sheltered;
    ASSERT_EQ(left.size(), air.size());
    double sum = 0, all = 0;
    for (size_t i = 0; i < air.size(); ++i) {
        sum += air[i].drag.all() * left[i];
        all += air[i].drag.all();
    }
    EXPECT_NEAR(sum / all / shares[0], 1, 0.1);
}

TEST(ShelterPlants, a_crowd_shelters_those_behind) {
    std::vector<Vec3> row;
    for (int i = 0; i < 4; ++i) row.emplace_back(3 * i, 0, 0);
    Scene scene = scene_of(ArticulatedSettings{}, steady(6), row);
    ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
    Scene alone = scene_of(ArticulatedSettings{}, steady(6));
    ASSERT_EQ(step(alone).status, StepReport::Status::advanced);
    EXPECT_NEAR(pressure(scene.actors[0]) / pressure(alone.actors[0]), 1, 1e-6);
    EXPECT_LT(pressure(scene.actors[1]), 0.9 * pressure(scene.actors[0]));
    EXPECT_LT(pressure(scene.actors[3]), pressure(scene.actors[1]));
}

TEST(ShelterPlants, balance_is_found_in_the_shelter) {
    Scene scene = scene_of(ArticulatedSettings{}, steady(6));
    for (int i = 0; i < 3; ++i) stand_in_wind(scene, silent);
    const auto top = [&] {
        const Plant& plant = scene.actors[0].part->plant;
        SegmentId highest(0u);
        for (const SegmentId row : plant.segments.rows())
            if (plant.segments.end[row].y() > plant.segments.end[highest].y()) highest = row;
        return Vec3(pose_now(scene.actors[0]).segments[highest] * plant.segments.end[highest] -
                    plant.segments.end[highest]);
    };
    const Vec3 begun = top();
    for (int i = 0; i < 90; ++i) ASSERT_EQ(step(scene).status, StepReport::Status::advanced);
    EXPECT_GT(begun.norm(), 0.02);
    EXPECT_LT((top() - begun).norm(), 0.1 * begun.norm());
}

TEST(ShelterPlants, any_number_of_threads_gives_the_same_bits_and_so_does_a_restored_scene) {
    std::vector<std::vector<double>> ends;
    for (const size_t threads : {1, 4}) {
        const ThreadLimit limit(threads);
        WindSettings gusts;
        Scene scene = scene_of(ArticulatedSettings{}, gusts, {Vec3::Zero(), Vec3(1.5, 0, 0.5)});
        for (int i = 0; i < 5; ++i) step(scene);
        const SceneState kept = save(scene);
        for (int again = 0; again < 2; ++again) {
            restore(scene, kept);
            for (int i = 0; i < 5; ++i) step(scene);
            ends.emplace_back();
            scene.actors[1].simulator->save(ends.back());
        }
    }
    for (const auto& end : ends) EXPECT_EQ(end, ends.front());
}

TEST(ShelterPlants, cells_are_two_leaves_long_at_least) {
    const Plant sapling = samples::sapling();
    EXPECT_GT(shelter_cell(sapling), 1.2 / 24);
    EXPECT_NEAR(shelter_cell(samples::stem(8, 3, 0.015, 0.005)), 3.0 / 24, 0.01);
}

}  // namespace
}  // namespace thigmo
