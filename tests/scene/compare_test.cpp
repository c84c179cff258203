// Simulators compared on branches whose answer is known.
#include "thigmo/scene/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

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

TEST(CompareTest, a_rod_answers_alike_in_all) {
    Progress silent;
    const SimulatorSettings all[] = {BeamSettings{}, ArticulatedSettings{}, ReducedSettings{},
                                     FemSettings{}};
    for (const SimulatorSettings& each : all) {
        const Comparison found = compare_branches(rod_on_rod(), each, FemSettings{}, 20, silent);
        ASSERT_EQ(found.branches.size(), 1u);
        EXPECT_NEAR(found.branches[0].length, 1, 1e-9);
        EXPECT_LT(found.frequency.median, 0.015) << each.index();
        EXPECT_LT(found.sway.median, 0.05) << each.index();
        EXPECT_GT(found.branches[0].first.sway, 0);
        EXPECT_GT(found.branches[0].first.likeness, 0.45);  // one of two bends, in any direction
        EXPECT_EQ(found.branches[0].referee, 0);
    }
}

TEST(CompareTest, sway_is_that_of_an_oscillator_shaken_by_noise) {
    Progress silent;
    const Comparison found =
        compare_branches(rod_on_rod(), FemSettings{}, FemSettings{}, 20, silent);
    // Of the rod of 1 m: tip 1.566 times what takes part; σ² = 2 · 1.566² S/(8 ζ ω³).
    const double omega = 2 * std::numbers::pi * found.branches[0].first.frequency;
    EXPECT_NEAR(found.branches[0].first.sway /
                    (1.566 * std::sqrt(2 * 0.01 / (8 * 0.05 * std::pow(omega, 3)))),
                1, 0.02);
}

TEST(CompareTest, deviation_is_the_same_whichever_is_first) {
    Progress silent;
    const Comparison found = compare_branches(samples::sapling(), ArticulatedSettings{},
                                              FemSettings{}, 20, silent),
                     turned = compare_branches(
                         samples::sapling(), FemSettings{}, ArticulatedSettings{}, 20, silent,
                         [](const Plant&p) { return find_linear_modes(p, FemSettings{}, 60); });
    EXPECT_GE(found.branches.size(), 2u);  // of one segment each
    EXPECT_NEAR(found.frequency.median, turned.frequency.median, 1e-9);
    EXPECT_NEAR(found.sway.median, turned.sway.median, 1e-9);
    EXPECT_NEAR(found.sway.upper_quartile, turned.sway.upper_quartile, 1e-9);
    EXPECT_NEAR(found.sway.worst, turned.sway.worst, 1e-9);
    EXPECT_GT(found.sway.worst, found.sway.median);
}

TEST(CompareTest, log_ratio_changes_its_sign_alone) {
    EXPECT_NEAR(log_ratio(1, 4.226), 1.4413, 1e-4);
    EXPECT_NEAR(log_ratio(4.226, 1), -1.4413, 1e-4);
}

TEST(CompareTest, modes_are_compared_with_the_referees) {
    Progress silent;
    const Referee second_sway = [](const Plant& plant) {
        LinearModes found = find_linear_modes(plant, FemSettings{}, 4);
        found.modes.erase(found.modes.begin(), found.modes.begin() + 2);
        return found;
    };
    const Comparison found = compare_branches(rod_on_rod(), ArticulatedSettings{}, FemSettings{},
                                              20, silent, second_sway);
    const BranchComparison& row = found.branches.at(0);
    EXPECT_NEAR(row.second.frequency, row.referee, 1e-6 * row.referee);
    EXPECT_NEAR(row.first.frequency, row.referee, 0.02 * row.referee);
    const Comparison first =
        compare_branches(rod_on_rod(), ArticulatedSettings{}, FemSettings{}, 20, silent);
    EXPECT_NEAR(row.referee / first.branches[0].second.frequency, 6.27, 0.1);
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
