// Prescribed frequencies: the paper's oscillator, whole plants, and what cuts leave of them.
#include "thigmo/sim/reduced/match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/plants.h"
#include "thigmo/plant/edit.h"
#include "thigmo/sim/reduced/subtree_frequency.h"

namespace thigmo {
namespace {

constexpr size_t trunk = 0;

ReducedBodies bodies_of(const Plant& plant, const ReducedSettings& settings) {
    Progress silent;
    return build_reduced_bodies(plant, settings, *settings.models, silent);
}

/// All leaves are part of the wood that bears them.
ReducedSettings folded() {
    ReducedSettings settings;
    settings.modes = {4};
    settings.derivatives = {2};
    settings.most_pieces = 1;
    settings.fold_share = 1;
    return settings;
}

double lowest(const Plant& plant, const ReducedSettings& settings, size_t body) {
    return SubtreeFrequency(bodies_of(plant, settings), settings.coupling == Coupling::lumped
                                                            ? CarriedAs::lumped
                                                            : CarriedAs::bending)
        .lowest(body)
        .frequency;
}

/// Each flexible domain's own frequency × this.
DomainFrequencies times_own(const Plant& plant, const ReducedSettings& settings, double factor) {
    const ReducedBodies bodies = bodies_of(plant, settings);
    const SubtreeFrequency of(
        bodies, settings.coupling == Coupling::lumped ? CarriedAs::lumped : CarriedAs::bending);
    DomainFrequencies wanted(plant.domains.size(), 0.0);
    for (const DomainId domain : plant.domains.rows())
        if (const int first = bodies.of_domain[domain]; first >= 0)
            wanted[domain] = factor * of.lowest(static_cast<size_t>(first)).frequency;
    return wanted;
}

}  // namespace

// m = 2 kg, d = 1.3 N s/m, k = 250 N/m, α = 1.7: k' = αk and m' = m/α, d and so ζ as before; a
// force bends it by 1/α of before, its own weight by 1/α².
TEST(Match, scales_the_oscillator_of_the_paper) {
    ReducedBody body;
    body.size = 1;
    body.integrals = make_body_integrals(1);
    add_mass(body.integrals, 2, Vec3::Zero(), Modes(Vec3::UnitX()));
    body.elastic = body.units.young = 1;
    body.stiffness = Eigen::MatrixXd::Constant(1, 1, 250);
    body.stress_stiffness = Eigen::MatrixXd::Zero(1, 1);
    body.damping = 1.3 / 250;
    const double weight = 9.81 * body.integrals.mass / body.stiffness(0, 0);
    scale(body, {1.7, 1 / 1.7});
    const double k = body.stiffness(0, 0), m = body.integrals.mass, d = body.damping * k;
    EXPECT_NEAR(k, 425, 1e-12);
    EXPECT_NEAR(m, 1.17647, 1e-5);
    EXPECT_NEAR(std::sqrt(k / m), 19.00658, 1e-5);
    EXPECT_NEAR(d, 1.3, 1e-14);
    EXPECT_NEAR(d / (2 * std::sqrt(k * m)), 0.02906888, 1e-8);
    EXPECT_NEAR(250 / k, 1 / 1.7, 1e-14);
    EXPECT_NEAR(9.81 * m / k / weight, 1 / (1.7 * 1.7), 1e-14);
    EXPECT_NEAR(body.integrals.of_modes(0, 0), m, 1e-12);
}

// f = 1.8751² / (2π ℓ²) √(EI/(ρA)), of a round beam √(I/A) = r/2. The solid's sections of nine
// nodes are rounded squares: 1.1 % faster, as full finite elements of the same bricks are.
TEST(Match, a_stem_sways_as_a_clamped_beam) {
    const Plant plant = samples::stem(8, 2, 0.02, 0.02);
    const ReducedSettings settings = folded();
    const ModelUnits units = bodies_of(plant, settings).bodies[trunk].units;
    const double beam = 1.8751 * 1.8751 / (2 * std::numbers::pi * 4) *
                        std::sqrt(units.young / units.density) * 0.02 / 2;
    EXPECT_NEAR(lowest(plant, settings, trunk), beam, 0.015 * beam);
}

TEST(Match, a_stem_in_two_domains_sways_as_in_one) {
    const Plant whole = samples::stem(8, 2, 0.02, 0.02);
    const Plant halves = split_domain(whole, SegmentId(4)).plant;
    const double one = lowest(whole, folded(), trunk);
    EXPECT_NEAR(lowest(halves, folded(), trunk), one, 2e-3 * one);
    ReducedSettings lumped = folded();
    lumped.coupling = Coupling::lumped;
    EXPECT_GT(lowest(halves, lumped, trunk), 1.2 * one);
}

TEST(Match, a_plant_that_is_faster_throughout_has_one_factor) {
    const Plant plant = samples::sapling();
    for (const Coupling coupling : {Coupling::exact, Coupling::lumped}) {
        ReducedSettings settings = folded();
        settings.coupling = coupling;
        Progress silent;
        match_frequencies(plant, times_own(plant, settings, 1.3), settings, silent);
        for (const ReducedBody& body : bodies_of(plant, settings).bodies) {
            const auto own = plant.segments.key[plant.domains.segments[body.domain].front()];
            EXPECT_NEAR(settings.factors->at(own).stiffness, 1.3, 1e-5);
            EXPECT_NEAR(settings.factors->at(own).mass, 1 / 1.3, 1e-5);
        }
    }
}

TEST(Match, a_domain_gets_its_frequency_whatever_it_carries) {
    const Plant plant = samples::sapling();
    ReducedSettings settings = folded();
    const double before = lowest(plant, settings, trunk);
    DomainFrequencies wanted(plant.domains.size(), 0.0);
    wanted[DomainId(trunk)] = 0.7 * before;
    Progress silent;
    match_frequencies(plant, wanted, settings, silent);
    EXPECT_NEAR(lowest(plant, settings, trunk), 0.7 * before, 1e-6 * before);
}

TEST(Match, factors_stay_with_both_parts_of_a_cut) {
    const Plant plant = samples::stem(6, 1.5, 0.02, 0.01);
    ReducedSettings settings = folded();
    Progress silent;
    match_frequencies(plant, times_own(plant, settings, 1.5), settings, silent);
    const Plant parts = split_domain(plant, SegmentId(3)).plant;
    ReducedSettings plain = settings;
    plain.factors.reset();
    const ReducedBodies scaled = bodies_of(parts, settings), before = bodies_of(parts, plain);
    ASSERT_EQ(scaled.bodies.size(), 2u);
    for (size_t i = 0; i < 2; ++i) {
        EXPECT_NEAR(scaled.bodies[i].elastic / before.bodies[i].elastic, 1.5, 1e-6);
        EXPECT_NEAR(scaled.bodies[i].integrals.mass / before.bodies[i].integrals.mass, 1 / 1.5,
                    1e-6);
    }
}

TEST(Match, stiffness_falls_by_order) {
    const Plant plant = samples::sapling();
    ReducedSettings settings = folded();
    const ReducedBodies before = bodies_of(plant, settings);
    settings.stiffness_by_order = 0.1;
    const ReducedBodies by_order = bodies_of(plant, settings);
    Progress silent;
    match_frequencies(plant, {}, settings, silent);  // written down by key, the same
    const ReducedBodies by_key = bodies_of(plant, settings);
    for (size_t i = 0; i < before.bodies.size(); ++i) {
        const double factor = std::pow(0.1, plant.domains.order[before.bodies[i].domain]);
        for (const ReducedBodies* each : {&by_order, &by_key}) {
            EXPECT_NEAR(each->bodies[i].elastic, factor * before.bodies[i].elastic,
                        1e-9 * before.bodies[i].elastic);
            EXPECT_EQ(each->bodies[i].integrals.mass, before.bodies[i].integrals.mass);
        }
    }
}

TEST(Match, what_is_out_of_reach_stays_and_is_told) {
    const Plant plant = samples::sapling();
    ReducedSettings settings = folded();
    const double before = lowest(plant, settings, trunk);
    DomainFrequencies wanted(plant.domains.size(), 0.0);
    wanted[DomainId(trunk)] = 1e4;
    Progress silent;
    const Log log = match_frequencies(plant, wanted, settings, silent);
    ASSERT_EQ(log.warnings.size(), 1u);
    EXPECT_THAT(log.warnings.front(),
                testing::StartsWith("match: trunk, for which 1e+04 Hz are prescribed, stays at "));
    EXPECT_NEAR(lowest(plant, settings, trunk), before, 1e-6 * before);
}

}  // namespace thigmo
