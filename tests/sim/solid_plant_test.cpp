// Plants as solids: nothing is lost between the plant's rows and its bricks, riders and patches.
#include "thigmo/sim/solid_plant.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/parts.h"
#include "samples/plants.h"
#include "thigmo/mechanics/solid_matrices.h"
#include "thigmo/mechanics/sweep.h"
#include "thigmo/plant/bend_leaves.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

double mass_of(const SolidPlant& built) {
    double sum = 0;
    for (const DomainSolid& solid : built.solids) sum += solid_of(solid.mesh).mass;
    for (const SolidRider& rider : built.riders) sum += rider.solid.mass;
    return sum;
}

TEST(SolidPlant, weighs_what_the_plant_weighs) {
    const Plant plant = samples::sapling();
    const SolidPlant built = build_solids(plant, {});
    EXPECT_EQ(built.solids.size(), 3u);
    EXPECT_EQ(built.riders.size(), 4u);
    EXPECT_NEAR(mass_of(built), mass(plant), 0.005 * mass(plant));
    EXPECT_NEAR(carried_solids(built)[SolidId(size_t{0})].mass, mass_of(built), 1e-12);
}

TEST(SolidPlant, leaves_that_bend_weigh_the_same) {
    const Plant plant = bend_leaves(samples::sapling(), 3).plant;
    const SolidPlant built = build_solids(plant, {});
    EXPECT_EQ(built.solids.size(), 7u);
    EXPECT_TRUE(built.riders.empty());
    EXPECT_NEAR(mass_of(built), mass(plant), 0.005 * mass(plant));
}

TEST(SolidPlant, says_when_too_many_could_bend_and_keeps_what_carries_most) {
    const Plant plant = samples::sapling();
    EXPECT_TRUE(build_solids(plant, {}).log.warnings.empty());
    SolidSettings settings;
    settings.most_flexible = 1;
    const SolidPlant built = build_solids(plant, settings);
    ASSERT_EQ(built.solids.size(), 1u);
    EXPECT_FALSE(plant.domains.parent[built.solids[SolidId(size_t{0})].domain].exists());
    ASSERT_EQ(built.log.warnings.size(), 1u);
    EXPECT_EQ(built.log.warnings[0],
              "1 of 3 flexible domains bend, those that carry most; the others are rigid");
    EXPECT_NEAR(mass_of(built), mass(plant), 0.005 * mass(plant));
}

TEST(SolidPlant, every_domain_sits_where_it_is_attached) {
    const Plant plant = samples::sapling();
    const SolidPlant built = build_solids(plant, {});
    for (const DomainId domain : plant.domains.rows()) {
        const SolidSeat seat = built.seats[domain];
        ASSERT_EQ(seat.solid.exists(), plant.domains.parent[domain].exists());
        if (!seat.solid.exists()) continue;
        const Vec3 centre = section_at(built.solids[seat.solid], seat.along).centre;
        EXPECT_LT((centre - attachment_point(plant, domain)).norm(), 0.02);
    }
}

TEST(SolidPlant, patches_cover_wood_and_foliage) {
    const Plant plant = samples::sapling();
    const SolidPlant built = build_solids(plant, {});
    double wood = 0, foliage = 0, drawn = 0;
    for (const AirPatch& patch : built.patches)
        (patch.law.axis.isZero() ? foliage : wood) += patch.area;
    for (const SegmentId segment : plant.segments.rows())
        drawn += length(plant.segments, segment) *
                 (plant.segments.start_radius[segment] + plant.segments.end_radius[segment]);
    EXPECT_NEAR(wood, drawn, 0.01 * drawn);
    double leaves = 0;
    for (const DomainId domain : plant.domains.rows())
        if (const ShapeId shape = plant.domains.shape[domain]; shape.exists())
            leaves +=
                0.5 * plant.shapes[shape].area * std::pow(plant.domains.placement[domain].scale, 2);
    EXPECT_NEAR(foliage, leaves, 1e-12);
}

TEST(SolidPlant, pieces_follow_each_other_and_hold_every_segment_once) {
    const Plant plant = samples::sapling();
    SolidSettings settings;
    settings.most_pieces = 3;
    const SolidPlant built = build_solids(plant, settings);
    EXPECT_NEAR(mass_of(built), mass(plant), 0.005 * mass(plant));
    bool cut = false;
    for (const DomainId domain : plant.domains.rows()) {
        const Rows<SolidId> pieces = pieces_of(plant, built, domain);
        if (pieces.empty()) continue;
        cut = cut || pieces.size() > 1;
        uint32_t next = plant.domains.segments[domain].first;
        for (const SolidId piece : pieces) {
            const DomainSolid& solid = built.solids[piece];
            EXPECT_EQ(solid.domain, domain);
            EXPECT_EQ(solid.segments.first, next);
            next += solid.segments.count;
            for (const SegmentId segment : solid.segments)
                EXPECT_EQ(built.of_segment[segment], piece);
            if (piece == pieces.front()) continue;
            EXPECT_EQ(solid.seat.solid.value, piece.value - 1);
            EXPECT_EQ(solid.seat.along, 1);
        }
        EXPECT_EQ(next, plant.domains.segments[domain].back().value + 1);
    }
    EXPECT_TRUE(cut);
}

// A rod of three thicknesses, each 60 % of the one before, whose steps fall inside bricks: its tip
// turns under a moment by M Σ ℓ_i/EI_i.
TEST(SolidPlant, a_stepped_rod_bends_and_weighs_as_its_parts_do) {
    Plant plant;
    samples::start_plant(plant, "stepped");
    samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    const double ends[] = {0, 0.37, 0.71, 1}, radii[] = {0.01, 0.006, 0.0036};
    double soft = 0;
    for (size_t i = 0; i < 3; ++i) {
        samples::add_segment(plant, {0, ends[i], 0}, {0, ends[i + 1], 0}, radii[i], radii[i]);
        soft += (ends[i + 1] - ends[i]) / std::pow(radii[i], 4);
    }
    const SolidPlant built = build_solids(plant, {});
    const SolidMesh& mesh = built.solids[SolidId(size_t{0})].mesh;
    EXPECT_NEAR(mass_of(built), mass(plant), 0.005 * mass(plant));
    const SectionFit tip = section_at(built.solids[SolidId(size_t{0})], 1);
    const Eigen::VectorXd forces = section_motion(tip).transpose() * Vec6::Unit(0);
    const SolidMatrices matrices = assemble(mesh, 9, {});
    Eigen::VectorXd all = Eigen::VectorXd::Zero(matrices.stiffness.rows());
    for (int b = 0; b < brick_nodes; ++b)
        if (const size_t node = mesh.bricks[tip.brick][static_cast<size_t>(b)]; node >= 9)
            all.segment<3>(static_cast<Eigen::Index>(3 * (node - 9))) = forces.segment<3>(3 * b);
    const Eigen::MatrixXd moved = SolidSolver(matrices).solve(all);
    const double turn = all.dot(moved.col(0));
    const double young = moduli(plant.materials[MaterialId(size_t{0})], 0.5).y();
    EXPECT_NEAR(turn, 4 * soft / (std::numbers::pi * young), 0.02 * turn);
}

TEST(SolidPlant, a_hairpin_is_made_straighter_and_named) {
    Plant plant;
    samples::start_plant(plant, "hairpin");
    samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    samples::add_segment(plant, {0, 0, 0}, {0, 1, 0}, 0.3, 0.3);
    samples::add_segment(plant, {0, 1, 0}, {0.1, 0.2, 0}, 0.3, 0.3);
    const SolidPlant built = build_solids(plant, {});
    EXPECT_TRUE(is_sound(built.solids[SolidId(size_t{0})].mesh));
    ASSERT_EQ(built.log.warnings.size(), 1u);
    EXPECT_NE(built.log.warnings[0].find("made straighter"), std::string::npos);
}

}  // namespace
}  // namespace thigmo
