// How branches swing: pendulums, columns, and leaves on their stalks.
#include "thigmo/sim/beam/branch_modes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/frame.h"
#include "samples/parts.h"
#include "samples/plants.h"
#include "samples/trees.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/beam/branches.h"

namespace thigmo {
namespace {

double squared_omega(const Plant& plant, double gravity) {
    BeamSettings settings;
    settings.gravity = gravity;
    settings.footing.shape = GivenShape::unloaded;
    const double f = build_branches(plant, settings).branches[BranchId(size_t{0})].frequency[0];
    return std::pow(2 * std::numbers::pi * f, 2);
}

/// The lowest branch, with neither weight nor the ground's drag on the wind.
Branch lowest(const Plant& plant) {
    BeamSettings settings;
    settings.gravity = 0;
    settings.wind.roughness = 0;
    return build_branches(plant, settings).branches[BranchId(size_t{0})];
}

Plant upside_down(Plant plant) {
    for (Vec3& point : plant.segments.start) point.y() = -point.y();
    for (Vec3& point : plant.segments.end) point.y() = -point.y();
    return plant;
}

TEST(BranchModesTest, a_bob_on_a_thread_swings_as_a_pendulum) {
    Plant plant = samples::stem(100, 2, 1e-4, 1e-4);
    plant.materials[MaterialId(size_t{0})].young = 1e5;
    plant.materials[MaterialId(size_t{0})].shear = 4e4;
    samples::add_segment(plant, {0, 2, 0}, {0, 2.002, 0}, 0.05, 0.05);
    const double l = 2.001 - 0.01;  // from the middle of the first segment, where it bends
    EXPECT_NEAR(squared_omega(upside_down(plant), 9.81), 9.81 / l, 0.01 * 9.81 / l);
}

TEST(BranchModesTest, weight_stiffens_what_hangs_and_softens_what_stands) {
    // In the first mode of a cantilever, ∫(1 − x)φ′² / ∫φ².
    const double g = 0.5, change = 1.5709 * g;
    const Plant standing = samples::stem(50, 1, 0.01, 0.01), hanging = upside_down(standing);
    const double still = squared_omega(standing, 0);
    EXPECT_NEAR(squared_omega(standing, g) - still, -change, 0.01 * change);
    EXPECT_NEAR(squared_omega(hanging, g) - still, change, 0.01 * change);
}

TEST(BranchModesTest, a_cantilever_moves_alike_however_few_segments_it_has) {
    for (const size_t segments : {1, 2, 3, 5, 10}) {
        const Plant plant = samples::cantilever(segments);
        const Material& wood = plant.materials[MaterialId(size_t{0})];
        const double r = 0.01, EI = wood.young * std::numbers::pi * std::pow(r, 4) / 4;
        const double lean = drag_constant(wood.drag, 2 * r) / (8 * EI);  // wL⁴/(8EI)
        const Branch branch = lowest(plant);
        EXPECT_NEAR(branch.lean, lean, 0.05 * lean) << segments;
        for (const double frequency : branch.frequency)
            EXPECT_NEAR(frequency, samples::cantilever_hz, 0.01 * samples::cantilever_hz)
                << segments;
    }
}

TEST(BranchModesTest, a_tapered_branch_of_one_segment_moves_as_one_of_many) {
    for (const double tip : {0.007, 0.004, 0.002}) {
        const Branch many = lowest(samples::stem(16, 1, 0.01, tip)),
                     one = lowest(samples::stem(1, 1, 0.01, tip));
        EXPECT_NEAR(one.lean, many.lean, 0.08 * many.lean) << tip;
        EXPECT_NEAR(one.frequency[0], many.frequency[0], 0.01 * many.frequency[0]) << tip;
        EXPECT_NEAR(one.modal_mass, many.modal_mass, 0.08 * many.modal_mass) << tip;
    }
}

TEST(BranchModesTest, what_grows_from_a_long_segment_moves_with_its_own_place) {
    // A stem with a long arm, as one segment and as the four that it is cut into.
    const auto bearing = [](size_t segments, Attachment at, double height) {
        Plant plant = samples::stem(segments, 1, 0.01, 0.005);
        samples::add_domain(plant, DomainId(size_t{0}), at, Kind::branch);
        samples::add_segment(plant, {0, height, 0}, {1, height, 0}, 0.01, 0.01);
        return lowest(plant);
    };
    const auto at = [](size_t segment, double along) {
        return Attachment{SegmentId(segment), along};
    };
    // A segment bends in a few joints, so a stout arm in its middle is up to a sixth off.
    const auto alike = [](const Branch& one, const Branch& four) {
        for (const size_t axis : {0, 1})
            EXPECT_NEAR(one.frequency[axis], four.frequency[axis], 0.16 * four.frequency[axis]);
        EXPECT_NEAR(one.lean, four.lean, 0.3 * four.lean);
    };
    alike(bearing(1, at(0, 0.3), 0.3), bearing(4, at(1, 0.2), 0.3));
    alike(bearing(1, at(0, 0.45), 0.45), bearing(4, at(1, 0.8), 0.45));
    alike(bearing(1, at(0, 1), 1), bearing(4, at(3, 1), 1));
    alike(bearing(2, at(1, 0.1), 0.55), bearing(4, at(2, 0.2), 0.55));
}

TEST(BranchModesTest, a_rigid_part_rides_along) {
    Plant plant = samples::stem(4, 1, 0.01, 0.01);
    samples::add_domain(plant, DomainId(size_t{0}), {SegmentId(size_t{3}), 1}, Kind::branch);
    samples::add_segment(plant, {0, 1, 0}, {0, 1.1, 0}, 0.01, 0.01);
    const Branch bending = lowest(plant);
    plant.domains.flexible.back() = 0;
    const Branch rigid = lowest(plant);
    EXPECT_NEAR(rigid.frequency[0], bending.frequency[0], 0.01 * bending.frequency[0]);
}

TEST(BranchModesTest, what_would_fall_over_still_sways) {
    Plant plant = samples::stem(20, 2, 1e-3, 1e-3);
    const double still = squared_omega(plant, 0);
    EXPECT_NEAR(squared_omega(plant, 1e3), 0.5 * still, 1e-6 * still);
}

TEST(BranchModesTest, a_leaf_swings_on_its_stalk) {
    Plant plant = samples::stem(4, 1, 0.01, 0.01);
    plant.materials[MaterialId(size_t{0})].young = 1e15;
    samples::add_leaf_shape(plant);
    samples::add_domain(plant, DomainId(size_t{0}), {SegmentId(size_t{3}), 1}, Kind::leaf);
    plant.domains.shape.back() = ShapeId(size_t{0});
    plant.domains.material.back() = MaterialId(size_t{1});
    plant.domains.placement.back().position = Vec3(0, 1, 0);
    // A card of 6 × 10 cm that its weight, held level, turns by half a radian; it swings slowest in
    // its own plane.
    const double centre = 0.05, square = 0.1 * 0.1 / 12 + 0.06 * 0.06 / 12;
    const double expected = 9.81 * centre / 0.5 / (centre * centre + square);
    for (const LeafJoint joint : {LeafJoint::stalks, LeafJoint::welded}) {
        BeamSettings settings;
        settings.gravity = 0;
        settings.leaf.joint = joint;
        const SwayTree tree(plant, settings);
        const SegmentId last(size_t{3});
        const BranchModes modes =
            find_branch_modes(tree, {tree.of(subtree(plant, DomainId(size_t{0}))),
                                     tree.at_end[last],
                                     plant.segments.end[last],
                                     {Vec3::UnitX(), Vec3::UnitZ()}});
        const double slowest = modes.squares.minCoeff();
        if (joint == LeafJoint::stalks)
            EXPECT_NEAR(slowest, expected, 1e-3 * expected);
        else
            EXPECT_GT(slowest, 1e3 * expected);
    }
}

TEST(BranchModesTest, a_stiffer_stalk_swings_faster) {
    Plant plant = samples::stem(4, 1, 0.01, 0.01);
    plant.materials[MaterialId(size_t{0})].young = 1e15;
    samples::add_leaf_shape(plant);
    samples::add_domain(plant, DomainId(size_t{0}), {SegmentId(size_t{3}), 1}, Kind::leaf);
    plant.domains.shape.back() = ShapeId(size_t{0});
    plant.domains.material.back() = MaterialId(size_t{1});
    plant.domains.placement.back().position = Vec3(0, 1, 0);
    const auto slowest = [&](double stiffness) {
        BeamSettings settings;
        settings.gravity = 0;
        settings.leaf.stiffness = stiffness;
        const SwayTree tree(plant, settings);
        const SegmentId last(size_t{3});
        return find_branch_modes(tree, {tree.of(subtree(plant, DomainId(size_t{0}))),
                                        tree.at_end[last],
                                        plant.segments.end[last],
                                        {Vec3::UnitX(), Vec3::UnitZ()}})
            .squares.minCoeff();
    };
    EXPECT_NEAR(slowest(9) / slowest(1), 9, 1e-3);
}

TEST(BranchModesTest, sways_in_two_directions_have_frequencies_of_their_own) {
    // A stem with a level arm: along the arm the arm's own inertia counts, across it its reach too.
    Plant plant = samples::stem(8, 1, 0.01, 0.01);
    samples::add_domain(plant, DomainId(size_t{0}), {SegmentId(size_t{7}), 1}, Kind::branch);
    samples::add_segment(plant, {0, 1, 0}, {0.6, 1, 0}, 0.008, 0.008);
    const Branch stem = lowest(plant);
    EXPECT_GT(std::abs(std::log(stem.frequency[0] / stem.frequency[1])), 0.05);
    const auto modes = samples::find_frame_modes(plant, {}, 2).modes;
    for (const samples::FrameMode& mode : modes) {
        const double nearest = std::min(std::abs(stem.frequency[0] / mode.frequency - 1),
                                        std::abs(stem.frequency[1] / mode.frequency - 1));
        EXPECT_LT(nearest, 0.01) << mode.frequency;
    }
}

TEST(BranchModesTest, a_rod_is_damped_by_its_wood_and_by_the_wind_along_it) {
    Plant plant = samples::cantilever(20);
    Material& wood = plant.materials[MaterialId(size_t{0})];
    wood.damping_ratio = 0.07;
    const Branch rod = lowest(plant);
    EXPECT_NEAR(rod.damping, 0.07, 0.03 * 0.07);
    const double r = 0.01,
                 k = drag_constant(wood.drag, 2 * r) * std::pow(8 / vogel_speed, wood.vogel);
    const double heavy = wood.density * std::numbers::pi * r * r;
    const double omega = 2 * std::numbers::pi * samples::cantilever_hz;
    const double expected = k * (3 + wood.vogel) / 2 / (2 * omega * heavy);
    EXPECT_NEAR(rod.air_damping, expected, 0.02 * expected);
}

TEST(BranchModesTest, a_limp_end_does_not_lean_the_stem_that_bears_it) {
    const auto lean = [](double end_young) {
        Plant plant = samples::stem(20, 2, 0.02, 0.02);
        plant.articulations.resize(20);
        for (size_t i = 18; i < 20; ++i)
            plant.articulations[SegmentId(i)].young = Vec3::Constant(end_young);
        return build_branches(plant, {.gravity = 0}).branches[BranchId(size_t{0})].lean;
    };
    const double stiff = lean(1e10), limp = lean(1e6);
    EXPECT_LT(limp, 2 * stiff);
}

}  // namespace
}  // namespace thigmo
