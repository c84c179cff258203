// Branches found in plants: frequencies, lean and what rides on what.
#include "thigmo/sim/beam/branches.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/beam_tree.h"
#include "samples/parts.h"
#include "samples/plants.h"
#include "samples/trees.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

TEST(BranchesTest, a_cantilever_sways_at_its_own_frequency) {
    const Plant plant = samples::cantilever(50);
    const BeamPlant beams = build_branches(plant, {});
    ASSERT_EQ(beams.branches.size(), 1u);
    const Branch& branch = beams.branches[BranchId(size_t{0})];
    for (const double frequency : branch.frequency)
        EXPECT_NEAR(frequency, samples::cantilever_hz, 2e-3 * samples::cantilever_hz);
    EXPECT_NEAR(branch.mass, mass(plant), 1e-9);
    EXPECT_NEAR(branch.modal_mass, 0.25 * mass(plant), 1e-3 * mass(plant));
    for (const double share : branch.participation) EXPECT_NEAR(share, 1.566, 5e-3);
    EXPECT_NEAR(branch.length, 1, 1e-12);
    EXPECT_EQ(branch.taper, 1);
}

TEST(BranchesTest, a_steady_wind_leans_a_rod_as_a_uniform_load_does) {
    const Plant plant = samples::cantilever(50);
    BeamSettings settings;
    settings.wind.roughness = 0;
    const BeamPlant beams = build_branches(plant, settings);
    const Branch& branch = beams.branches[BranchId(size_t{0})];
    const Material& wood = plant.materials[MaterialId(size_t{0})];
    const double r = 0.01, EI = wood.young * std::numbers::pi * std::pow(r, 4) / 4;
    const double k = drag_constant(wood.drag, 2 * r);  // per metre
    EXPECT_NEAR(branch.lean, k / (8 * EI), 2e-3 * k / (8 * EI));
}

TEST(BranchesTest, twigs_that_bend_slow_down_the_branch_that_bears_them) {
    // A bough with a stout rod at its end, against the same with a whip of the same mass.
    const auto frequency = [](double young) {
        Plant plant = samples::stem(10, 1, 0.01, 0.01);
        plant.materials.push_back(plant.materials[MaterialId(size_t{0})]);
        plant.materials.back().young = young;
        samples::add_domain(plant, DomainId(size_t{0}), {SegmentId(size_t{9}), 1}, Kind::twig);
        plant.domains.material.back() = MaterialId(plant.materials.size() - 1);
        for (int i = 0; i < 4; ++i)
            samples::add_segment(plant, {0.1 * i, 1, 0}, {0.1 * (i + 1), 1, 0}, 0.01, 0.01);
        return build_branches(plant, {}).branches[BranchId(size_t{0})].frequency[0];
    };
    EXPECT_GT(frequency(1e13), 1.05 * frequency(1e7));
}

TEST(BranchesTest, measured_frequencies_go_by_length_and_leaves) {
    BeamSettings settings;
    settings.frequency = FrequencyLaw::measured;
    const Plant bare = samples::cantilever(5);
    EXPECT_NEAR(build_branches(bare, settings).branches[BranchId(size_t{0})].frequency[0],
                2.5 * 2.55, 1e-9);
    settings.frequency_factor = 0.5;
    const Plant leafy = samples::sapling();
    const BeamPlant beams = build_branches(leafy, settings);
    const Branch& trunk = beams.branches[BranchId(size_t{0})];
    EXPECT_NEAR(trunk.frequency[0], 0.5 * 2.55 * std::pow(trunk.length, -0.59), 1e-9);
}

TEST(BranchesTest, orders_and_places_are_those_of_the_plant) {
    const Plant plant = samples::beam_tree();
    const BeamPlant beams = build_branches(plant, {});
    EXPECT_EQ(beams.branches.size(), 1u + 15 + 150 + 1350);
    for (const BranchId id : beams.branches.rows()) {
        const Branch& branch = beams.branches[id];
        EXPECT_EQ(branch.order, plant.domains.order[branch.domain]);
        EXPECT_EQ(beams.rides[branch.domain].branch, id);
        if (!branch.parent.exists()) continue;
        EXPECT_LT(branch.parent, id);
        const Branch& parent = beams.branches[branch.parent];
        // Where it grows, the parent's fitted centreline is.
        EXPECT_LT((parent.curve.at(branch.along) - branch.curve.base).norm(), 0.01 * parent.length);
    }
    for (const DomainId domain : plant.domains.rows()) {
        if (is_branch(plant, domain)) continue;
        EXPECT_EQ(beams.branches[beams.rides[domain].branch].domain, plant.domains.parent[domain]);
    }
}

TEST(BranchesTest, no_two_branches_take_the_same_way_through_the_texture) {
    const BeamPlant beams = build_branches(samples::beam_tree(), {});
    const auto begin = [&](size_t i) { return beams.branches[BranchId(i)].run.begin; };
    for (size_t i = 1; i < 200; ++i)
        for (size_t j = 0; j < i; ++j) EXPECT_GT((begin(i) - begin(j)).norm(), 0);
}

}  // namespace
}  // namespace thigmo
