// Chains of bricks at sharp angles, beside the rod that they stand for.
#include "thigmo/sim/brick_tuning.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/parts.h"
#include "thigmo/mechanics/solid_matrices.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/solid_plant.h"

namespace thigmo {
namespace {

/// A stub, as scans of trees begin branches with, then a rod that turns back by `angle`, and two
/// smaller turns.
Plant crooked(double angle) {
    Plant plant;
    samples::start_plant(plant, "crooked");
    samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    Material& wood = plant.materials[MaterialId(size_t{0})];
    wood.young = 9.5e9;
    wood.shear = 6e8;
    const Vec3 ways[] = {{0, 0.12, 0},
                         Vec3(std::sin(angle), std::cos(angle), 0) * 0.5,
                         {0.3, 0, 0.25},
                         {0.35, 0.1, 0}};
    Vec3 at = Vec3::Zero();
    for (const Vec3& way : ways) {
        samples::add_segment(plant, at, at + way, 0.037, 0.03);
        at += way;
    }
    return plant;
}

/// Turn of the tip per moment (rad/(N m)).
Mat3 tip_turn(const SolidMesh& mesh) {
    const SectionFit tip = fit_section(mesh, static_cast<uint32_t>(mesh.bricks.size() - 1), 1);
    const Eigen::MatrixXd motion = section_motion(tip).topRows<3>();
    const SolidMatrices matrices = assemble(mesh, mesh.fixed, {});
    Eigen::MatrixXd forces = Eigen::MatrixXd::Zero(matrices.stiffness.rows(), 3);
    for (int b = 0; b < brick_nodes; ++b)
        if (const size_t node = mesh.bricks[tip.brick][static_cast<size_t>(b)]; node >= mesh.fixed)
            forces.middleRows<3>(static_cast<Eigen::Index>(3 * (node - mesh.fixed))) +=
                motion.middleCols<3>(3 * b).transpose();
    return forces.transpose() * SolidSolver(matrices).solve(forces);
}

/// ∫ (t tᵀ/GJ + (1 − t tᵀ)/EI) ds of frusta: ∫ ds/r⁴ = ℓ (a² + ab + b²)/(3 a³b³).
Mat3 rod_turn(const Plant& plant) {
    Mat3 sum = Mat3::Zero();
    for (const SegmentId row : plant.segments.rows()) {
        const double l = length(plant.segments, row), a = plant.segments.start_radius[row],
                     b = plant.segments.end_radius[row];
        const Vec3 t = (plant.segments.end[row] - plant.segments.start[row]) / l;
        const Mat3 axial = t * t.transpose();
        sum += l * (a * a + a * b + b * b) / (3 * std::pow(a * b, 3)) * 4 / std::numbers::pi *
               (axial / (2 * 6e8) + (Mat3::Identity() - axial) / 9.5e9);
    }
    return sum;
}

/// By up to 7 % otherwise where only the sections of bricks lean by half of such an angle.
TEST(BrickTuning, a_rod_turns_as_its_segments_do_however_sharply_it_is_bent) {
    for (const double angle : {0.3, 0.8, 1.3, 1.8, 2.05}) {
        const Plant plant = crooked(angle);
        const SolidPlant built = build_solids(plant, {});
        const Mat3 own = tip_turn(built.solids[SolidId(size_t{0})].mesh), rod = rod_turn(plant);
        EXPECT_LT((own - rod).norm(), 0.03 * rod.norm()) << angle;
    }
}

/// Where it is straight, a moment turns every brick by what it did before.
TEST(BrickTuning, leaves_what_is_right) {
    Plant plant;
    samples::start_plant(plant, "straight");
    samples::add_domain(plant, DomainId::none(), {}, Kind::trunk);
    samples::add_segment(plant, {0, 0, 0}, {0, 1, 0}, 0.01, 0.01);
    SolidMesh mesh = build_solids(plant, {}).solids[SolidId(size_t{0})].mesh;
    const SolidMesh before = mesh;
    const Material& material = plant.materials[MaterialId(size_t{0})];
    const double second = std::numbers::pi / 4 * 1e-8;
    const Mat3 axial = Vec3::UnitY() * Vec3::UnitY().transpose();
    std::vector<Mat3> wood;
    for (size_t e = 0; e < mesh.bricks.size(); ++e) {
        const double l = (fit_section(mesh, static_cast<uint32_t>(e), 1).centre -
                          fit_section(mesh, static_cast<uint32_t>(e), -1).centre)
                             .norm();
        wood.emplace_back(
            l / second *
            (axial / (2 * material.shear) + (Mat3::Identity() - axial) / material.young));
    }
    tune_chain(mesh, wood);
    for (size_t e = 0; e < mesh.bricks.size(); ++e) {
        EXPECT_NEAR(mesh.materials[e].young / before.materials[e].young, 1, 0.02);
        EXPECT_NEAR(mesh.materials[e].shear / before.materials[e].shear, 1, 0.02);
    }
}

}  // namespace
}  // namespace thigmo
