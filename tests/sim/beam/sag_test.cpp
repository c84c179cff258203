// How branches swing: pendulums, columns, and leaves on their stalks.
#include "thigmo/sim/beam/sag.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/parts.h"
#include "samples/plants.h"
#include "samples/trees.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/sim/beam/branches.h"

namespace thigmo {
namespace {

double squared_omega(const Plant& plant, double gravity) {
    BeamSettings settings;
    settings.gravity = gravity;
    const double f = build_branches(plant, settings).branches[BranchId(size_t{0})].frequency;
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

TEST(SagTest, a_bob_on_a_thread_swings_as_a_pendulum) {
    Plant plant = samples::stem(100, 2, 1e-4, 1e-4);
    plant.materials[MaterialId(size_t{0})].young = 1e5;
    plant.materials[MaterialId(size_t{0})].shear = 4e4;
    samples::add_segment(plant, {0, 2, 0}, {0, 2.002, 0}, 0.05, 0.05);
    const double l = 2.001 - 0.01;  // from the middle of the first segment, where it bends
    EXPECT_NEAR(squared_omega(upside_down(plant), 9.81), 9.81 / l, 0.01 * 9.81 / l);
}

TEST(SagTest, weight_stiffens_what_hangs_and_softens_what_stands) {
    // In the shape of a uniform load, ∫(1 − x)u′² / ∫u² = 3.6 / (104/45).
    const double g = 0.5, change = 3.6 * 45 / 104 * g;
    const Plant standing = samples::stem(50, 1, 0.01, 0.01), hanging = upside_down(standing);
    const double still = squared_omega(standing, 0);
    EXPECT_NEAR(squared_omega(standing, g) - still, -change, 0.02 * change);
    // A little more, since the shape itself is another.
    EXPECT_NEAR(squared_omega(hanging, g) - still, change, 0.07 * change);
}

TEST(SagTest, a_cantilever_moves_alike_however_few_segments_it_has) {
    for (const size_t segments : {1, 2, 3, 5, 10}) {
        const Plant plant = samples::cantilever(segments);
        const Material& wood = plant.materials[MaterialId(size_t{0})];
        const double r = 0.01, EI = wood.young * std::numbers::pi * std::pow(r, 4) / 4;
        const double lean = drag_constant(wood.drag, 2 * r) / (8 * EI);  // wL⁴/(8EI)
        const Branch branch = lowest(plant);
        EXPECT_NEAR(branch.lean, lean, 0.05 * lean) << segments;
        EXPECT_NEAR(branch.frequency, samples::cantilever_hz, 0.05 * samples::cantilever_hz)
            << segments;
    }
}

TEST(SagTest, a_tapered_branch_of_one_segment_moves_as_one_of_many) {
    for (const double tip : {0.007, 0.004, 0.002}) {
        const Branch many = lowest(samples::stem(16, 1, 0.01, tip)),
                     one = lowest(samples::stem(1, 1, 0.01, tip));
        EXPECT_NEAR(one.lean, many.lean, 0.08 * many.lean) << tip;
        EXPECT_NEAR(one.frequency, many.frequency, 0.08 * many.frequency) << tip;
        EXPECT_NEAR(one.modal_mass, many.modal_mass, 0.08 * many.modal_mass) << tip;
    }
}

TEST(SagTest, what_grows_from_a_long_segment_moves_with_its_own_place) {
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
    const auto alike = [](const Branch& one, const Branch& four) {
        EXPECT_NEAR(one.frequency, four.frequency, 1e-9 * four.frequency);
        EXPECT_NEAR(one.modal_mass, four.modal_mass, 1e-9 * four.modal_mass);
        EXPECT_NEAR(one.lean, four.lean, 1e-9 * four.lean);
    };
    alike(bearing(1, at(0, 0.3), 0.3), bearing(4, at(1, 0.2), 0.3));
    alike(bearing(1, at(0, 0.45), 0.45), bearing(4, at(1, 0.8), 0.45));
    alike(bearing(1, at(0, 1), 1), bearing(4, at(3, 1), 1));
    alike(bearing(2, at(1, 0.1), 0.55), bearing(4, at(2, 0.2), 0.55));
}

TEST(SagTest, a_rigid_part_rides_along) {
    Plant plant = samples::stem(4, 1, 0.01, 0.01);
    samples::add_domain(plant, DomainId(size_t{0}), {SegmentId(size_t{3}), 1}, Kind::branch);
    samples::add_segment(plant, {0, 1, 0}, {0, 1.1, 0}, 0.01, 0.01);
    const Branch bending = lowest(plant);
    plant.domains.flexible.back() = 0;
    const Branch rigid = lowest(plant);
    EXPECT_NEAR(rigid.frequency, bending.frequency, 0.01 * bending.frequency);
}

TEST(SagTest, what_would_fall_over_still_sways) {
    Plant plant = samples::stem(20, 2, 1e-3, 1e-3);
    const double still = squared_omega(plant, 0);
    EXPECT_NEAR(squared_omega(plant, 1e3), 0.5 * still, 1e-6 * still);
}

TEST(SagTest, a_leaf_swings_on_its_stalk) {
    Plant plant = samples::stem(4, 1, 0.01, 0.01);
    plant.materials[MaterialId(size_t{0})].young = 1e15;
    samples::add_leaf_shape(plant);
    samples::add_domain(plant, DomainId(size_t{0}), {SegmentId(size_t{3}), 1}, Kind::leaf);
    plant.domains.shape.back() = ShapeId(size_t{0});
    plant.domains.material.back() = MaterialId(size_t{1});
    plant.domains.placement.back().position = Vec3(0, 1, 0);
    // A card of 6 × 10 cm that its weight, held level, turns by half a radian.
    const double centre = 0.05, square = (0.06 * 0.06 + 0.1 * 0.1) / 12;
    const double expected = 9.81 * centre / 0.5 / (centre * centre + 2 * square / 3);
    EXPECT_NEAR(squared_omega(plant, 0), expected, 1e-3 * expected);
}

TEST(SagTest, a_limp_end_does_not_lean_the_stem_that_bears_it) {
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
