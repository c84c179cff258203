// Frequencies of swept solids against beam theory.
#include "thigmo/mechanics/solid_matrices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "thigmo/mechanics/sweep.h"

namespace thigmo {
namespace {

constexpr double pi = std::numbers::pi;

SolidMesh rod(size_t n, double radius, const SolidMaterial& material) {
    std::vector<SweptSection> sections;
    const double first = 2 * radius;  // a short brick where it is fixed
    for (size_t s = 0; s <= 2 * n; ++s) {
        const double even = (static_cast<double>(s) - 2) / static_cast<double>(2 * n - 2);
        const double y = s < 2 ? 0.5 * static_cast<double>(s) * first : first + (1 - first) * even;
        sections.push_back({{0, y, 0}, radius, radius});
    }
    return sweep(sections, SectionOutline::ellipse, Vec3::UnitX(),
                 std::vector<SolidMaterial>(n, material));
}

double hertz(double squared) {
    return std::sqrt(squared) / (2 * pi);
}

/// Of a clamped rod by Euler and Bernoulli, βℓ = 1.8751, 4.6941, 7.8548.
double bending(double beta, double radius, const SolidMaterial& m) {
    return beta * beta / (2 * pi) * std::sqrt(m.young / m.density) * radius / 2;
}

TEST(SolidMatrices, a_slender_rod_has_the_frequencies_of_a_beam) {
    const SolidMaterial m{1e9, 1e9 / 2.6, 1000};
    const SolidMesh mesh = rod(8, 0.01, m);
    const SolidMatrices matrices = assemble(mesh, 9, {});
    const SolidSolver solver(matrices);
    ASSERT_TRUE(solver.works());
    const SolidModes modes = solver.lowest(7);
    for (const auto& [mode, beta] : {std::pair{0, 1.87510407}, {2, 4.69409113}, {4, 7.85475744}}) {
        const double closed = bending(beta, 0.01, m);
        EXPECT_NEAR(hertz(modes.squared[mode]), closed, 0.01 * closed);
        EXPECT_NEAR(modes.squared[mode], modes.squared[mode + 1], 1e-6 * modes.squared[mode]);
    }
}

TEST(SolidMatrices, long_bricks_of_wood_do_not_lock) {
    const SolidMaterial wood{1e10, 6.25e8, 600};
    const SolidMesh mesh = rod(4, 0.001, wood);  // bricks 125 diameters long
    const SolidMatrices matrices = assemble(mesh, 9, {});
    const SolidModes modes = SolidSolver(matrices).lowest(2);
    const double closed = bending(1.87510407, 0.001, wood);
    EXPECT_NEAR(hertz(modes.squared[0]), closed, 0.005 * closed);
}

TEST(SolidMatrices, torsion_has_its_own_shear_modulus) {
    const SolidMaterial wood{1e10, 6.25e8, 600};
    const SolidMesh mesh = rod(8, 0.05, wood);
    const SolidMatrices matrices = assemble(mesh, 9, {});
    const SolidModes modes = SolidSolver(matrices).lowest(8);
    const double closed = 0.25 * std::sqrt(wood.shear / wood.density);  // c/4ℓ
    double nearest = INFINITY;
    for (const double squared : modes.squared)
        nearest = std::min(nearest, std::abs(hertz(squared) / closed - 1));
    EXPECT_LT(nearest, 0.013);  // a square of the same mass has 2.3 % more polar inertia
}

TEST(SolidMatrices, a_heavy_ball_at_the_tip_slows_the_rod) {
    const SolidMaterial m{1e9, 1e9 / 2.6, 1000};
    const SolidMesh mesh = rod(8, 0.01, m);
    CarriedBody ball;
    ball.section = fit_section(mesh, 7, 1);
    ball.inertia.bottomRightCorner<3, 3>() = 100 * Mat3::Identity();
    const SolidMatrices matrices = assemble(mesh, 9, std::span(&ball, 1));
    const SolidModes modes = SolidSolver(matrices).lowest(1);
    // ω² = 3EI/(ℓ³(M + 33/140 m))
    const double I = pi / 4 * 1e-8, rod_mass = pi * 1e-4 * 1000;
    const double closed = 3 * m.young * I / (100 + 33.0 / 140 * rod_mass);
    EXPECT_NEAR(modes.squared[0], closed, 0.005 * closed);
}

TEST(SolidMatrices, a_section_turns_as_its_brick_does) {
    const SolidMesh mesh = rod(2, 0.05, {});
    const SectionFit section = fit_section(mesh, 1, 0.3);
    const Vec3 turn(0.1, -0.2, 0.3), shift(1, 2, 3);
    Eigen::Matrix<double, 3 * brick_nodes, 1> u;
    for (int b = 0; b < brick_nodes; ++b)
        u.segment<3>(3 * b) =
            shift + turn.cross(mesh.nodes[mesh.bricks[1][static_cast<size_t>(b)]] - section.centre);
    const Vec6 motion = section_motion(section) * u;
    EXPECT_NEAR((motion.head<3>() - turn).norm(), 0, 1e-12);
    EXPECT_NEAR((motion.tail<3>() - shift).norm(), 0, 1e-12);
}

}  // namespace
}  // namespace thigmo
