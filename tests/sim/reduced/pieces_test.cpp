// Slender domains cut into pieces: the same plant, and free to bend as far as its elements.
#include <gtest/gtest.h>

#include <cmath>

#include "samples/papers/rods.h"
#include "samples/papers/solid_rods.h"
#include "thigmo/sim/reduced/bodies.h"
#include "thigmo/sim/reduced/match.h"
#include "thigmo/sim/reduced/subtree_frequency.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

/// A crooked, tapered rod, which one body cannot bend far.
Plant crooked() {
    papers::CutRod rod;
    rod.crook = 1.2;
    rod.taper = 0.7;
    return papers::make(rod);
}

ReducedSettings in_pieces(ReducedSettings settings, int most) {
    settings.most_pieces = most;
    return settings;
}

ReducedBodies bodies_of(const Plant& plant, const ReducedSettings& settings) {
    Progress silent;
    return build_reduced_bodies(plant, settings, *settings.models, silent);
}

TEST(ReducedPieces, are_as_many_as_the_domain_is_slender) {
    const Plant plant = papers::rod({1, 0.01, 1e9, 1000}, 12, Vec3::UnitX());  // 50 diameters
    EXPECT_EQ(bodies_of(plant, in_pieces({}, 1)).bodies.size(), 1u);
    EXPECT_EQ(bodies_of(plant, in_pieces({}, 6)).bodies.size(), 3u);
    const Plant thin = papers::rod({1, 0.002, 1e9, 1000}, 12, Vec3::UnitX());
    EXPECT_EQ(bodies_of(thin, in_pieces({}, 6)).bodies.size(), 6u);
    const Plant jointless = papers::rod({1, 0.002, 1e9, 1000}, 1, Vec3::UnitX());
    EXPECT_EQ(bodies_of(jointless, in_pieces({}, 6)).bodies.size(), 1u);
    ReducedSettings paper;
    paper.basis = BasisKind::paper;
    EXPECT_EQ(bodies_of(thin, paper).bodies.size(), 1u);
    ReducedSettings lumped;
    lumped.coupling = Coupling::lumped;
    EXPECT_EQ(bodies_of(thin, lumped).bodies.size(), 1u);
}

TEST(ReducedPieces, vibrate_as_the_whole_does) {
    const Plant plant = crooked();
    const std::vector<double> all = papers::solid_frequencies(plant, DomainId(size_t{0}), 5),
                              ours = papers::reduced_frequencies(
                                  plant, in_pieces(papers::undamped_reduced(), 4), 5);
    for (size_t i = 0; i < 5; ++i) EXPECT_NEAR(ours[i], all[i], 0.015 * all[i]) << i;
}

// Pulled by half its length; a single body goes a good part of the way less.
TEST(ReducedPieces, bend_as_far_as_all_elements_do) {
    const Plant plant = papers::with_strong_damping(crooked());
    const Vec3 rest = plant.segments.end[papers::last_segment(plant)], force(0, 0, 6);
    const auto way = [&](const SimulatorSettings& settings) {
        return (papers::settled_tip(plant, settings, Vec3::Zero(), force) - rest).norm();
    };
    FemSettings fem = papers::undamped_fem();
    const double all = way(fem);
    EXPECT_GT(all, 0.4);
    EXPECT_NEAR(way(in_pieces(papers::settling_reduced(), 4)), all, 0.03 * all);
    EXPECT_LT(way(in_pieces(papers::settling_reduced(), 1)), 0.95 * all);
}

TEST(ReducedPieces, damp_the_sway_of_the_whole) {
    const Plant plant = crooked();
    const ReducedBodies whole = bodies_of(plant, in_pieces({}, 1)),
                        cut = bodies_of(plant, in_pieces({}, 4));
    ASSERT_GT(cut.bodies.size(), 2u);
    for (const ReducedBody& piece : cut.bodies)
        EXPECT_NEAR(piece.damping, whole.bodies[0].damping, 0.01 * whole.bodies[0].damping);
}

TEST(ReducedPieces, of_a_domain_are_matched_as_one) {
    const Plant plant = crooked();
    ReducedSettings settings = in_pieces({}, 4);
    const double before =
        SubtreeFrequency(bodies_of(plant, settings), CarriedAs::bending).lowest(0).frequency;
    Progress silent;
    const DomainFrequencies wanted(1, 1.5 * before);
    EXPECT_TRUE(match_frequencies(plant, wanted, settings, silent).warnings.empty());
    const ReducedBodies matched = bodies_of(plant, settings);
    EXPECT_NEAR(SubtreeFrequency(matched, CarriedAs::bending).lowest(0).frequency, 1.5 * before,
                1e-5 * before);
}

// A mast that thins to a third and gives way at its foot: all of it is made stiffer alike, and
// holds.
TEST(ReducedPieces, of_a_mast_that_is_too_soft_are_stiffened_alike) {
    papers::CutRod mast;
    mast.taper = 0.67;
    mast.beam.young = 2e7;
    Plant plant = papers::make(mast);
    for (const SegmentId segment : plant.segments.rows())
        for (Vec3* end : {&plant.segments.start[segment], &plant.segments.end[segment]})
            *end = Vec3(0, end->x(), end->y());
    const ReducedSettings settings = in_pieces({}, 4);
    ReducedSettings unloaded = settings;
    unloaded.footing.shape = GivenShape::unloaded;
    const ReducedBodies bodies = bodies_of(plant, settings), loose = bodies_of(plant, unloaded);
    ASSERT_GT(bodies.bodies.size(), 2u);
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < bodies.bodies.size(); ++i) {
        const double stiffened = bodies.bodies[i].elastic / loose.bodies[i].elastic;
        least = std::min(least, stiffened);
        most = std::max(most, stiffened);
    }
    EXPECT_GT(most, 1.2);
    EXPECT_NEAR(least, most, 1e-6 * most);
    ASSERT_EQ(bodies.log.warnings.size(), 1u);
    EXPECT_NE(bodies.log.warnings[0].find("1 of 1 domains too soft to stand"), std::string::npos);
    papers::Trial trial(plant, settings);
    trial.pulls = {{papers::last_segment(plant), Vec3(1e-4, 0, 0), Vec3::Zero()}};
    ASSERT_TRUE(trial.run(0.5, 1.0 / 60));
    trial.pulls.clear();
    ASSERT_TRUE(trial.run(6, 1.0 / 60));
    EXPECT_LT(
        (trial.end(papers::last_segment(plant)) - plant.segments.end[papers::last_segment(plant)])
            .norm(),
        1e-3);
}

// A rod that lies down in a storm, bent by more than a right angle: light, fast and far from where
// its tangent is positive.
TEST(ReducedPieces, of_a_soft_stem_stand_a_storm) {
    papers::CutRod soft;
    soft.crook = 0.5;
    soft.taper = 0.7;
    soft.beam = {0.5, 0.003, 1e8, 600};
    Plant plant = papers::make(soft);
    for (const SegmentId segment : plant.segments.rows())
        for (Vec3* end : {&plant.segments.start[segment], &plant.segments.end[segment]})
            *end = Vec3(end->y(), end->x(), 0);
    const ReducedSettings settings;
    ASSERT_GT(bodies_of(plant, settings).bodies.size(), 3u);
    const auto simulator = make_simulator(plant, settings, {});
    const SegmentId last = papers::last_segment(plant);
    const Vec3 rest = plant.segments.end[last];
    std::vector<AirSample> air;
    Vec3 tip = rest;
    for (int i = 0; i < 120; ++i) {
        simulator->air_samples(air);
        for (AirSample& sample : air) sample.wind = Vec3(25 + 10 * std::sin(0.4 * i), 0, 5);
        Loads loads;
        loads.air = air;
        ASSERT_EQ(simulator->step(1.0 / 60, loads).status, StepReport::Status::advanced) << i;
        tip = simulator->row_motion(Load::Table::segments, last.value) * rest;
        ASSERT_TRUE(tip.allFinite());
        ASSERT_LT(tip.norm(), 1.05 * soft.beam.length);
    }
    EXPECT_GT(tip.x(), 0.6 * soft.beam.length);
    EXPECT_LT(tip.y(), 0.7 * soft.beam.length);
}

}  // namespace
}  // namespace thigmo
