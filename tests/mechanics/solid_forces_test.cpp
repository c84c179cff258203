// Bricks under large deformation against finite differences and closed forms.
#include "thigmo/mechanics/solid_forces.h"

#include <gtest/gtest.h>

#include <random>

#include "thigmo/mechanics/sweep.h"

namespace thigmo {
namespace {

constexpr SolidLaw laws[] = {SolidLaw::stvk, SolidLaw::corotational, SolidLaw::neo_hookean};

/// A square prism along y, of one brick.
SolidMesh prism(double half, double length, const SolidMaterial& material) {
    const std::vector<SweptSection> sections = {
        {{0, 0, 0}, half, half}, {{0, 0.5 * length, 0}, half, half}, {{0, length, 0}, half, half}};
    return sweep(sections, SectionOutline::rectangle, Vec3::UnitX(), std::vector{material});
}

struct OneBrick {
    explicit OneBrick(const SolidMaterial& material = {10, 0.7, 1000})
        : mesh(prism(0.5, 1.5, material)),
          brick(build_brick(mesh, 0)),
          x(placed([](const Vec3& at) { return at; })) {}

    template <class Move>
    BrickPlaces placed(Move move) const {
        BrickPlaces places;
        for (int b = 0; b < brick_nodes; ++b)
            places.col(b) = move(mesh.nodes[mesh.bricks[0][static_cast<size_t>(b)]]);
        return places;
    }
    SolidMesh mesh;
    BrickSolid brick;
    BrickPlaces x;
    BrickStresses none = BrickStresses::Zero();
};

BrickPlaces shaken(const BrickPlaces& x, double by, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-by, by);
    BrickPlaces moved = x;
    for (int i = 0; i < brick_rows; ++i) moved.data()[i] += uniform(random);
    return moved;
}

Mat3 some_turn() {
    return Eigen::AngleAxisd(0.8, Vec3(2, -1, 1).normalized()).toRotationMatrix();
}

TEST(SolidForces, AreGradientsOfEnergyAndStiffnessIsTheirs) {
    const OneBrick one;
    const BrickPlaces x = some_turn() * shaken(one.x, 0.05, 1);
    const BrickStresses rest = linear_stresses(one.brick, shaken(BrickPlaces::Zero(), 0.05, 2));
    constexpr double h = 1e-6;
    for (const SolidLaw law : laws)
        for (const double viscous : {0.0, 0.7}) {
            const BrickPlaces f = brick_forces(law, one.brick, rest, x, viscous);
            BrickMatrix K;
            brick_stiffness(law, one.brick, rest, x, {1, viscous, false}, K);
            for (int i = 0; i < brick_rows; i += 4) {
                BrickPlaces up = x, down = x;
                up.data()[i] += h;
                down.data()[i] -= h;
                const double slope = (brick_energy(law, one.brick, rest, up) -
                                      brick_energy(law, one.brick, rest, down)) /
                                     (2 * h);
                if (viscous == 0) {
                    EXPECT_NEAR(f.data()[i], -slope, 1e-7);
                }
                const BrickPlaces change = (brick_forces(law, one.brick, rest, up, viscous) -
                                            brick_forces(law, one.brick, rest, down, viscous)) /
                                           (2 * h);
                for (int j = 0; j < brick_rows; ++j) EXPECT_NEAR(K(j, i), -change.data()[j], 1e-6);
            }
        }
}

TEST(SolidForces, ViscosityResistsStrainOnly) {
    const OneBrick one;
    const BrickPlaces x = some_turn() * shaken(one.x, 0.05, 1);
    const Vec3 turning(0.3, -1, 0.2);
    BrickPlaces v = BrickPlaces::Zero();
    for (int b = 0; b < brick_nodes; ++b) v.col(b) = Vec3(1, 2, 3) + turning.cross(x.col(b));
    EXPECT_LT(green_stress_rates(one.brick, x, v).norm(), 1e-12);
    v = shaken(v, 1, 5);
    const BrickStresses rates = green_stress_rates(one.brick, x, v);
    const BrickPlaces calm = brick_forces(SolidLaw::stvk, one.brick, one.none, x);
    const BrickPlaces viscous = brick_forces(SolidLaw::stvk, one.brick, 0.3 * rates, x) - calm;
    EXPECT_LT(viscous.cwiseProduct(v).sum(), -0.1);  // takes energy
    constexpr double t = 1e-6;                       // the same from the strain a moment before
    const BrickStresses before = green_stresses(one.brick, x - t * v);
    const BrickPlaces over =
        brick_forces(SolidLaw::stvk, one.brick, -0.3 / t * before, x, 0.3 / t) - calm;
    EXPECT_LT((over - viscous).norm(), 1e-4 * viscous.norm());
}

/// Uniaxial stretch of free sides: EA ε, also where E across the axis is another.
TEST(SolidForces, SmallStretchHasYoungsModulus) {
    for (const SolidMaterial material : {SolidMaterial{10, 4, 1}, SolidMaterial{10, 0.7, 1}}) {
        const OneBrick one(material);
        const Mat6 C = one.brick.elastic[0].stiffness;
        const Vec6 strain = 1e-6 * C.inverse().col(1);  // of a stress along y
        for (const SolidLaw law : laws) {
            // Neo-Hookean matrices have a Poisson's ratio of their own.
            const double side =
                law == SolidLaw::neo_hookean ? -across(material).poisson * strain[1] : strain[0];
            const BrickPlaces x = one.placed([&](const Vec3& at) {
                return Vec3(at.cwiseProduct(Vec3(1 + side, 1 + strain[1], 1 + side)));
            });
            const BrickPlaces f = brick_forces(law, one.brick, one.none, x);
            double pull = 0;
            for (int b = 0; b < 9; ++b) pull += f(1, b);
            EXPECT_NEAR(pull / 1e-6, 1, 1e-4) << material.shear;
            EXPECT_LT(f.row(0).cwiseAbs().maxCoeff(), 1e-10);
        }
    }
}

TEST(SolidForces, PatchOfUniformStrainIsInBalance) {
    const OneBrick one;
    Mat3 strain;
    strain << 0.01, 0.02, 0.03, 0.02, -0.01, 0.005, 0.03, 0.005, 0.02;
    const BrickStresses stresses =
        linear_stresses(one.brick, one.placed([&](const Vec3& at) { return Vec3(strain * at); }));
    for (int q = 1; q < brick_points; ++q)
        EXPECT_LT((stresses.col(q) - stresses.col(0)).norm(), 1e-12);
    EXPECT_LT(
        (stresses.col(0) - one.brick.elastic[0].stiffness * engineering_strain(strain)).norm(),
        1e-12);
    const BrickPlaces f = brick_forces(SolidLaw::stvk, one.brick, stresses, one.x);
    EXPECT_LT(f.rowwise().sum().norm(), 1e-12);
    EXPECT_LT(f.col(13).norm(), 1e-12);  // the node inside
}

TEST(SolidForces, MassIsTheBrick) {
    const OneBrick one;
    EXPECT_NEAR(brick_mass(one.mesh, 0).sum(), 1500, 1e-9);
    const Mat3 turn = some_turn();
    EXPECT_LT((brick_turn(one.brick, turn * one.x) - turn).norm(), 1e-12);
}

}  // namespace
}  // namespace thigmo
