// Solids of voxels against beams and plates, at two resolutions, and in both simulators.
#include "thigmo/sim/solid_voxels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/parts.h"
#include "samples/volumes.h"
#include "tests/message.h"
#include "thigmo/base/settings.h"
#include "thigmo/mechanics/solid_matrices.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/fem/fem.h"
#include "thigmo/sim/fem/fem_modes.h"
#include "thigmo/sim/reduced/bodies.h"
#include "thigmo/sim/reduced/modes.h"
#include "thigmo/sim/reduced/reduced.h"

namespace thigmo {
namespace {

const DomainId root(size_t{0}), fin(size_t{1});
constexpr double pi = std::numbers::pi;

SolidPlant solids_of(const Plant& plant, SolidKind kind) {
    SolidSettings settings;
    settings.solid = kind;
    return build_solids(plant, settings);
}

/// Frequencies of a domain alone, held where it is (Hz).
Eigen::VectorXd frequencies(const SolidPlant& built, DomainId domain, int count) {
    const SolidMesh& mesh = built.solids[built.of_domain[domain]].mesh;
    const SolidMatrices matrices = assemble(mesh, mesh.fixed, {});
    const SolidSolver solver(matrices);
    EXPECT_TRUE(solver.works());
    return solver.lowest(count).squared.cwiseSqrt() / (2 * pi);
}

/// Lowest frequency of an Euler beam of 1e9 Pa and 1000 kg/m³.
double beam_frequency(double length, double radius) {
    return 1.87510 * 1.87510 / (2 * pi * length * length) * std::sqrt(1e6) * radius / 2;
}

}  // namespace

/// A mesh that nobody has prepared: authoring takes it for a stem, and automatic for no tube.
TEST(SolidVoxels, AnAuthoredCactusIsCarriedByItsVoxels) {
    std::vector<double> found;
    for (const int resolution : {50, 100}) {
        Plant plant = samples::authored_cactus();
        samples::add_voxels(plant, resolution);
        ASSERT_EQ(plant.domains.flexible[root], 1);
        const SolidPlant built = solids_of(plant, SolidKind::automatic);
        ASSERT_TRUE(built.solids[built.of_domain[root]].voxels.exists()) << resolution;
        found.push_back(frequencies(built, root, 1)[0]);
    }
    EXPECT_NEAR(found[0] / found[1], 1, 0.05);
}

TEST(SolidVoxels, ARodOfEightVoxelsSwaysAsABeam) {
    // The ground holds the lowest 2 % of the height. Edges of voxels: 1.2 m / 120.
    Plant plant = samples::start_body("rod");
    samples::add_round_body(plant, Vec3::Zero(), Vec3::UnitY(), 0.04);
    samples::add_voxels(plant, 120);
    ASSERT_NEAR(plant.volumes[root].mesh.cell, 0.01, 1e-9);
    const SolidPlant built = solids_of(plant, SolidKind::voxels);
    const DomainSolid& solid = built.solids[built.of_domain[root]];
    ASSERT_TRUE(solid.voxels.exists());
    EXPECT_NEAR(solid_of(solid.mesh).mass, 0.98 * 1000 * pi * 0.04 * 0.04, 0.05);
    const Eigen::VectorXd found = frequencies(built, root, 2);
    const double expected = beam_frequency(0.98, 0.04);
    EXPECT_NEAR(found[0] / expected, 1, 0.03);
    EXPECT_NEAR(found[1] / expected, 1, 0.03);
}

/// The trunk holds what of the rod is inside it.
TEST(SolidVoxels, ARodAcrossTheGridSwaysAsABeam) {
    for (const int resolution : {60, 100}) {
        Plant plant = samples::start_body("rod on a trunk");
        samples::add_round_body(plant, Vec3::Zero(), {0, 1, 0}, 0.15);
        samples::add_domain(plant, root, {SegmentId(size_t{0}), 0.5}, Kind::branch);
        const Vec3 way = Vec3(0.8, 0, 0.6);
        samples::add_round_body(plant, {0, 0.5, 0}, Vec3(0, 0.5, 0) + 1.15 * way, 0.04);
        samples::add_voxels(plant, resolution);
        const SolidPlant built = solids_of(plant, SolidKind::voxels);
        ASSERT_TRUE(built.solids[built.of_domain[fin]].voxels.exists());
        const Eigen::VectorXd found = frequencies(built, fin, 2);
        const double expected = beam_frequency(1.15 - 0.1487, 0.04);
        EXPECT_NEAR(found[0] / expected, 1, 0.03) << resolution;
        EXPECT_NEAR(found[1] / expected, 1, 0.03) << resolution;
    }
}

TEST(SolidVoxels, ASquarePlateVibratesAsATheoryOfPlatesSays) {
    // Cantilevered at one edge, ν = 0.3: ω = λ/a² √(D/ρh), D = E h³/12(1 − ν²); λ of Leissa,
    // Vibration of Plates (1969), table 4.64. The ground holds the lowest 2 %, a free square of 1 m
    // is left.
    const double h = 0.02, high = 1 / 0.98;
    for (const int resolution : {80, 100}) {
        Plant plant = samples::start_body("plate");
        samples::add_box_body(plant, Vec3::Zero(), {0, high, 0}, {1, 0, 0}, h);
        samples::add_voxels(plant, resolution);
        const SolidPlant built = solids_of(plant, SolidKind::automatic);
        ASSERT_TRUE(built.solids[built.of_domain[root]].voxels.exists());
        const Eigen::VectorXd found = frequencies(built, root, 3);
        const double unit = std::sqrt(1e9 * h * h / (12 * 0.91 * 1000)) / (2 * pi);
        EXPECT_NEAR(found[0] / (3.492 * unit), 1, 0.05) << resolution;
        EXPECT_NEAR(found[1] / (8.525 * unit), 1, 0.05) << resolution;
        EXPECT_NEAR(found[2] / (21.43 * unit), 1, 0.05) << resolution;
    }
}

TEST(SolidVoxels, CoarseAndFineVoxelsAgree) {
    Eigen::VectorXd coarse, fine;
    for (const int resolution : {50, 100}) {
        Plant plant = samples::finned_trunk();
        samples::add_voxels(plant, resolution);
        const SolidPlant built = solids_of(plant, SolidKind::voxels);
        Eigen::VectorXd& found = resolution == 50 ? coarse : fine;
        ASSERT_TRUE(built.solids[built.of_domain[fin]].voxels.exists());
        found.resize(4);
        found << frequencies(built, root, 2), frequencies(built, fin, 2);
    }
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(coarse[i] / fine[i], 1, 0.05) << i;
}

TEST(SolidVoxels, WhatIsATubeIsSwept) {
    Plant plant = samples::finned_trunk();
    EXPECT_FALSE(solids_of(plant, SolidKind::automatic).solids[SolidId(1)].voxels.exists());
    samples::add_voxels(plant, 60);
    const SolidPlant built = solids_of(plant, SolidKind::automatic);
    EXPECT_FALSE(built.solids[built.of_domain[root]].voxels.exists());
    EXPECT_TRUE(built.solids[built.of_domain[fin]].voxels.exists());
    EXPECT_TRUE(built.log.warnings.empty());
    const SolidPlant swept = solids_of(plant, SolidKind::swept);
    EXPECT_FALSE(swept.solids[swept.of_domain[fin]].voxels.exists());
}

TEST(SolidVoxels, TellsWhatHasNoVoxels) {
    const SolidPlant built = solids_of(samples::finned_trunk(), SolidKind::voxels);
    EXPECT_THAT(built.log.warnings, testing::ElementsAre(testing::HasSubstr(
                                        "solid: 2 of 2 flexible domains (trunk, …) have no "
                                        "voxels that enclose a volume")));
    EXPECT_THAT(built.log.warnings.front(), testing::EndsWith("`thigmo author` makes voxels"));
}

TEST(SolidVoxels, TellsThatFinerVoxelsAreNeeded) {
    Plant plant = samples::finned_trunk();
    samples::add_voxels(plant, 4);
    const SolidPlant built = solids_of(plant, SolidKind::voxels);
    ASSERT_EQ(built.log.warnings.size(), 1u);
    EXPECT_THAT(built.log.warnings.front(),
                testing::EndsWith("finer ones do: `thigmo author --voxels N` with a larger N"));
}

TEST(SolidVoxels, rejects_a_kind_of_solid_that_is_not_there) {
    const std::string expected =
        "s.toml:1:9: found solid = 'cubes', expected one of automatic, swept, voxels";
    const Settings bad = Settings::parse("solid = 'cubes'", "s.toml");
    EXPECT_EQ(message([&] {
                  FemSettings own;
                  read_fem(bad, own);
              }),
              expected);
    EXPECT_EQ(message([&] {
                  ReducedSettings own;
                  read_reduced(bad, own);
              }),
              expected);
    FemSettings own;
    read_fem(Settings::parse("solid = 'voxels'", "s.toml"), own);
    EXPECT_EQ(own.solid, SolidKind::voxels);
}

TEST(SolidVoxels, SectionsGoWithAffineMotions) {
    Plant plant = samples::finned_trunk();
    samples::add_voxels(plant, 60);
    const SolidPlant built = solids_of(plant, SolidKind::voxels);
    const DomainSolid& solid = built.solids[built.of_domain[fin]];
    Mat3 F;
    F << 1.1, 0.2, 0, -0.1, 0.9, 0.3, 0.1, 0, 1.2;
    for (const double along : {0.0, 0.3, 0.77, 1.0}) {
        const SectionFit fit = section_at(solid, along);
        const Vec3 point(0.4, 1.5, 0.1);
        const BrickValues weights = tie(fit, point);
        Vec3 sum = Vec3::Zero();
        for (int b = 0; b < brick_nodes; ++b)
            sum += weights[b] *
                   (F * solid.mesh.nodes[solid.mesh.bricks[fit.brick][static_cast<size_t>(b)]]);
        EXPECT_LT((sum - F * point).norm(), 1e-9);
    }
}

TEST(SolidVoxels, SimulatorsShareTheSolid) {
    Plant plant = samples::finned_trunk();
    samples::add_voxels(plant, 60);
    FemSettings full;
    const double fem = find_fem_modes(plant, full, 1).modes[0].frequency;
    ReducedSettings few;
    few.footing = full.footing;
    Progress progress;
    const double reduced =
        find_reduced_modes(build_reduced_bodies(plant, few, *few.models, progress), Coupling::exact,
                           1)
            .frequencies[0];
    EXPECT_NEAR(reduced / fem, 1, 0.01);
}

TEST(SolidVoxels, ATrunkCarriesAFinAtRest) {
    Plant plant = samples::finned_trunk();
    samples::add_voxels(plant, 45);
    const auto fem = make_fem(plant, {}, {});
    const auto reduced = make_reduced(plant, {}, {});
    const SegmentId last = plant.domains.segments[fin].back();
    for (Simulator* const simulator : {fem.get(), reduced.get()}) {
        for (int k = 0; k < 3; ++k) simulator->step(0.05, {});
        const Rigid motion = simulator->row_motion(Load::Table::segments, last.value);
        EXPECT_LT((motion * plant.segments.end[last] - plant.segments.end[last]).norm(), 1e-5);
    }
    std::vector<Wrench> loads;
    fem->attachment_loads(loads);
    const SolidPlant built = solids_of(plant, SolidKind::automatic);
    ASSERT_TRUE(built.solids[built.of_domain[fin]].voxels.exists());
    const double weight = 9.81 * solid_of(built.solids[built.of_domain[fin]].mesh).mass;
    const SegmentId first = plant.domains.segments[fin].front();
    EXPECT_NEAR(loads[first.value].force.y() / weight, 1, 0.1);
    EXPECT_LT(loads[first.value].force.cwiseAbs().x(), 1e-3 * weight);
}

}  // namespace thigmo
