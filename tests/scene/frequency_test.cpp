// Natural frequencies of plants as they are grown.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "thigmo/scene/scene_file.h"
#include "thigmo/sim/articulated/modes.h"

namespace thigmo {
namespace {

/// Reeds of two to three metres sway once in one to two seconds.
TEST(Frequencies, culms_of_a_reed_sway_as_real_ones_do) {
    SceneFile file;
    ScenePlant plant;
    plant.name = plant.species = "reed";
    plant.settings = ArticulatedSettings{};
    file.plants = {plant};
    file.air.reset();
    Progress quiet;
    const Scene scene = build_scene(file, make_simulator, quiet);
    const Plant& reed = scene.origins[0].part->plant;
    const ArticulatedSettings settings;
    const Bodies bodies = build_bodies(reed, settings);
    EXPECT_THAT(bodies.log.warnings, testing::IsEmpty());  // every culm stands under its own weight
    const Modes found = find_modes(bodies, 40, settings.footing.gravity);
    ASSERT_EQ(found.modes.size(), 40u) << found.failure;
    EXPECT_GT(found.modes.front().frequency, 0.45);
    EXPECT_LT(found.modes.back().frequency, 1.0);
}

}  // namespace
}  // namespace thigmo
