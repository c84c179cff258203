// Simulators compared on branches whose answer is known.
#include "thigmo/scene/compare.h"

#include <gtest/gtest.h>

#include "samples/papers/rods.h"
#include "samples/plants.h"
#include "tests/message.h"

namespace thigmo {
namespace {

/// A stout rod with a thin one on it, of many segments, without leaves.
Plant rod_on_rod() {
    papers::Beam stout;
    stout.radius = 0.05;
    Plant plant = papers::rod(stout, 4, Vec3::UnitY());
    papers::Beam thin;
    thin.radius = 0.005;
    const DomainId twig = papers::add_rod(plant, DomainId(size_t{0}), thin, 24, Vec3::UnitX());
    plant.domains.order[twig] = 1;
    return plant;
}

TEST(CompareTest, a_rod_answers_alike_in_both) {
    Progress silent;
    const Comparison found =
        compare_branches(rod_on_rod(), BeamSettings{}, ArticulatedSettings{}, 20, silent);
    ASSERT_EQ(found.branches.size(), 1u);
    EXPECT_NEAR(found.branches[0].length, 1, 1e-9);
    EXPECT_LT(found.frequency_deviation, 0.05);
    EXPECT_LT(found.sway_deviation, 0.25);
    EXPECT_GT(found.branches[0].first.sway, 0);
}

TEST(CompareTest, elements_answer_by_modes_as_others_by_steps) {
    Progress silent;
    const Plant plant = samples::sapling();
    for (const Plant& each : {rod_on_rod(), plant}) {
        const Comparison found =
            compare_branches(each, ReducedSettings{}, FemSettings{}, 20, silent);
        ASSERT_GE(found.branches.size(), 1u);
        for (const BranchComparison& branch : found.branches) {
            // The peak of a broad resonance, in a record with noise of its own.
            EXPECT_NEAR(branch.second.frequency, branch.first.frequency,
                        0.06 * branch.first.frequency);
            EXPECT_NEAR(branch.second.sway, branch.first.sway, 0.15 * branch.first.sway);
        }
    }
}

TEST(CompareTest, rejects_a_plant_without_branches) {
    Progress silent;
    const Plant plant = papers::rod(papers::Beam{}, 4, Vec3::UnitY());
    EXPECT_EQ(message([&] {
                  compare_branches(plant, BeamSettings{}, ArticulatedSettings{}, 20, silent);
              }),
              "compare: found no flexible branch above the trunk, expected at least one");
}

}  // namespace
}  // namespace thigmo
