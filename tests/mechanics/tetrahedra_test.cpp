// Linear tetrahedra against finite differences and closed forms, and the solver on their matrices.
#include "thigmo/mechanics/tetrahedra.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "thigmo/base/parallel.h"
#include "thigmo/mechanics/warm_solver.h"

namespace thigmo {
namespace {

constexpr double E = 1e5, nu = 0.25;
constexpr Lame lame{E / (2 * (1 + nu)), E* nu / ((1 + nu) * (1 - 2 * nu))};

/// A bar of cubes along y, six tetrahedra each, held at its foot.
TetrahedraMesh bar(uint32_t across, uint32_t along, double edge) {
    TetrahedraMesh mesh;
    const uint32_t m = across + 1;
    const auto node = [&](uint32_t i, uint32_t j, uint32_t k) { return (k * m + j) * m + i; };
    for (uint32_t k = 0; k <= along; ++k)
        for (uint32_t j = 0; j < m; ++j)
            for (uint32_t i = 0; i < m; ++i) {
                mesh.nodes.push_back(edge * Vec3(i, k, j));
                mesh.held.push_back(k == 0);
            }
    for (uint32_t k = 0; k < along; ++k)
        for (uint32_t j = 0; j < across; ++j)
            for (uint32_t i = 0; i < across; ++i)
                for (const auto& way :
                     {std::array{1u, 2u}, {1u, 4u}, {2u, 1u}, {2u, 4u}, {4u, 1u}, {4u, 2u}}) {
                    const auto corner = [&](uint32_t c) {
                        return node(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2 & 1));
                    };
                    mesh.tetrahedra.push_back(
                        {corner(0), corner(way[0]), corner(way[0] + way[1]), corner(7)});
                }
    return mesh;
}

struct Bar {
    explicit Bar(TetrahedraMesh given)
        : mesh(std::move(given)),
          solid(build_tetrahedra(mesh, std::vector(mesh.tetrahedra.size(), lame), 1000)),
          matrix(solid.pattern),
          x(mesh.nodes.size()),
          force(mesh.nodes.size(), Vec3::Zero()) {
        for (size_t i = 0; i < x.size(); ++i) x[solid.row[i]] = mesh.nodes[i];
    }
    void sum(double scale = 1) {
        std::ranges::fill(matrix.values, 0.0);
        std::ranges::fill(force, Vec3::Zero());
        add_tetrahedra(solid, x, scale, force, matrix);
    }
    TetrahedraMesh mesh;
    Tetrahedra solid;
    BlockMatrix matrix;
    std::vector<Vec3> x, force;
};

void shake(std::vector<Vec3>& x, double by) {
    std::mt19937 random(9);
    std::uniform_real_distribution<double> uniform(-by, by);
    for (Vec3& at : x) at += Vec3(uniform(random), uniform(random), uniform(random));
}

TEST(Tetrahedra, ForceIsTheGradientOfEnergy) {
    Bar bent(bar(1, 3, 0.1));
    const Mat3 turn = Eigen::AngleAxisd(0.9, Vec3(1, 1, 0).normalized()).toRotationMatrix();
    for (Vec3& at : bent.x) at = turn * at;
    shake(bent.x, 0.02);
    bent.sum();
    constexpr double h = 1e-6;
    for (size_t row = 0; row < bent.x.size(); ++row)
        for (int i = 0; i < 3; ++i) {
            std::vector<Vec3> up = bent.x, down = bent.x;
            up[row][i] += h;
            down[row][i] -= h;
            const double slope = (energy(bent.solid, up) - energy(bent.solid, down)) / (2 * h);
            EXPECT_NEAR(bent.force[row][i], -slope, 1e-5) << row;
        }
}

TEST(Tetrahedra, InvertedOnesTakeTheirNearestRotation) {
    Bar bent(bar(1, 1, 0.1));
    for (Vec3& at : bent.x) at.y() *= -0.5;
    bent.sum();
    constexpr double h = 1e-7;
    std::vector<Vec3> up = bent.x, down = bent.x;
    up[0].y() += h;
    down[0].y() -= h;
    const double slope = (energy(bent.solid, up) - energy(bent.solid, down)) / (2 * h);
    EXPECT_NEAR(bent.force[0].y(), -slope, 1e-4 * std::abs(slope));
}

/// At rest, turned or not, R does not change by first order: the stiffness is exact.
TEST(Tetrahedra, StiffnessIsTheGradientOfForceAtRest) {
    Bar rest(bar(1, 2, 0.1));
    const Mat3 turn = Eigen::AngleAxisd(0.9, Vec3(1, 1, 0).normalized()).toRotationMatrix();
    for (Vec3& at : rest.x) at = turn * at;
    rest.sum(2);
    const Bar at_rest = rest;
    constexpr double h = 1e-6;
    for (uint32_t row = 0; row < rest.solid.free_rows; ++row)
        for (int i = 0; i < 3; ++i) {
            Bar up = at_rest, down = at_rest;
            up.x[row][i] += h;
            down.x[row][i] -= h;
            up.sum();
            down.sum();
            for (uint32_t p = rest.matrix.first[row]; p < rest.matrix.first[row + 1]; ++p) {
                const uint32_t column = rest.matrix.column[p];
                const Vec3 slope = (up.force[column] - down.force[column]) / (2 * h);
                for (int j = 0; j < 3; ++j)
                    EXPECT_NEAR(at_rest.matrix.block(p)[3 * j + i], -2 * slope[j], 1e-2);
            }
        }
}

/// A bar drawn out uniformly by ε, free to become thinner, pulls with E ε A.
TEST(Tetrahedra, UniformStretchHasYoungsModulus) {
    Bar drawn(bar(2, 3, 0.1));
    constexpr double strain = 1e-3;
    for (Vec3& at : drawn.x) {
        at.y() *= 1 + strain;
        at.x() *= 1 - nu * strain;
        at.z() *= 1 - nu * strain;
    }
    drawn.sum();
    double pull = 0;
    for (size_t row = 0; row < drawn.x.size(); ++row) {
        if (drawn.x[row].y() > 0.29) pull -= drawn.force[row].y();
        const bool inside = std::abs(drawn.x[row].y() - 0.15) < 0.1;
        EXPECT_TRUE(!inside || drawn.force[row].norm() < 1e-9 * E);  // as at free sides
    }
    EXPECT_NEAR(pull, E * strain * 0.04, 1e-6 * pull);
}

TEST(Tetrahedra, AnyNumberOfThreadsGivesTheSameBits) {
    Bar once(bar(4, 60, 0.1));
    shake(once.x, 0.01);
    Bar again = once;
    const auto sum = [](Bar& b, size_t threads) {
        const ThreadLimit limit(threads);
        b.sum();
    };
    sum(once, 1);
    sum(again, 3);
    EXPECT_EQ(once.matrix.values, again.matrix.values);
    EXPECT_EQ(once.force, again.force);
    EXPECT_GT(once.solid.colours.first.size(), 2u);
}

TEST(Tetrahedra, MassIsTheirVolumes) {
    const Bar b(bar(2, 3, 0.1));
    double mass = 0;
    for (const double m : b.solid.mass) mass += m;
    EXPECT_NEAR(mass, 1000 * 0.04 * 0.3, 1e-12);
}

struct WarmBar : Bar {
    WarmBar()
        : Bar(bar(2, 20, 0.1)),
          solver(matrix, solid.order.part_first),
          turns(x.size()),
          ones(3 * solid.free_rows, 1.0),
          answer(ones.size()) {}
    WarmSolver::Report solve() {
        sum();
        for (size_t row = 0; row < solid.free_rows; ++row)
            for (size_t i = 0; i < 3; ++i)
                matrix.block(matrix.first[row])[4 * i] += 100 * solid.mass[row];
        find_turns(solid, x, turns);
        const WarmSolver::Report report =
            solver.solve(matrix, std::span(turns).first(solid.free_rows), ones, answer, 1e-10);
        EXPECT_TRUE(report.solved);
        std::vector<double> product(ones.size());
        multiply(matrix, answer, product);
        for (size_t i = 0; i < ones.size(); ++i) EXPECT_NEAR(product[i], 1, 1e-7);
        return report;
    }
    WarmSolver solver;
    std::vector<Mat3> turns;
    std::vector<double> ones, answer;
};

TEST(WarmSolver, AFactorLeadsUntilItLeadsNoMore) {
    WarmBar b;
    WarmSolver::Report report = b.solve();
    EXPECT_TRUE(report.renewed);
    EXPECT_LE(report.iterations, 2);
    shake(b.x, 1e-3);
    report = b.solve();
    EXPECT_FALSE(report.renewed);
    EXPECT_GT(report.iterations, 2);
    shake(b.x, 0.03);
    EXPECT_TRUE(b.solve().renewed);
}

TEST(WarmSolver, AFactorTurnsWithTheSolid) {
    WarmBar b;
    b.solve();
    const Mat3 turn = Eigen::AngleAxisd(1.5, Vec3(1, 1, 0).normalized()).toRotationMatrix();
    for (Vec3& at : b.x) at = turn * at;
    const WarmSolver::Report report = b.solve();
    EXPECT_FALSE(report.renewed);
    EXPECT_LE(report.iterations, 2);
}

TEST(WarmSolver, TellsWhatIsNotPositive) {
    WarmBar b;
    b.solve();
    for (double& value : b.matrix.values) value = -value;
    EXPECT_FALSE(
        b.solver
            .solve(b.matrix, std::span(b.turns).first(b.solid.free_rows), b.ones, b.answer, 1e-10)
            .solved);
}

}  // namespace
}  // namespace thigmo
