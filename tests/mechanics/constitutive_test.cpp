// Elastic laws against finite differences, their linear limit, and each other.
#include "thigmo/mechanics/constitutive.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <random>

namespace thigmo {
namespace {

constexpr SolidLaw laws[] = {SolidLaw::stvk, SolidLaw::corotational, SolidLaw::neo_hookean};

Mat3 random_matrix(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Mat3 m;
    for (int i = 0; i < 9; ++i) m.data()[i] = uniform(random);
    return m;
}

Mat3 some_rotation() {
    return Eigen::AngleAxisd(1.1, Vec3(1, -2, 0.5).normalized()).toRotationMatrix();
}

/// Of no symmetry.
Elastic crooked() {
    Elastic solid;
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Mat6 half;
    for (int i = 0; i < 36; ++i) half.data()[i] = uniform(random);
    solid.stiffness = half * half.transpose() + Mat6::Identity();
    solid.lame_shear = 1.3;
    solid.lame_bulk = 2.1;
    solid.fibre = 5;
    solid.axis = Vec3(1, 2, -1).normalized();
    return solid;
}

Mat6 isotropic(double mu, double lambda) {
    Mat6 C = Mat6::Zero();
    C.topLeftCorner<3, 3>().setConstant(lambda);
    C.diagonal().head<3>().array() += 2 * mu;
    C.diagonal().tail<3>().setConstant(mu);
    return C;
}

Mat3 rest_stress() {
    const Mat3 half = random_matrix(3);
    return 0.2 * (half + half.transpose());
}

TEST(Constitutive, StressIsTheGradientOfEnergy) {
    const Elastic solid = crooked();
    const Mat3 F = some_rotation() * (Mat3::Identity() + 0.3 * random_matrix(1));
    constexpr double h = 1e-6;
    for (const SolidLaw law : laws)
        for (const double viscous : {0.0, 0.7}) {
            const SolidResponse at = respond(law, solid, F, rest_stress(), viscous);
            for (int i = 0; i < 9; ++i) {
                Mat3 up = F, down = F;
                up.data()[i] += h;
                down.data()[i] -= h;
                const SolidResponse a = respond_force(law, solid, up, rest_stress(), viscous);
                const SolidResponse b = respond_force(law, solid, down, rest_stress(), viscous);
                EXPECT_NEAR(at.stress.data()[i], (a.energy - b.energy) / (2 * h), 1e-8)
                    << solid_law_names[static_cast<size_t>(law)] << i;
                const Mat3 slope = (a.stress - b.stress) / (2 * h);
                for (int j = 0; j < 9; ++j)
                    EXPECT_NEAR(at.tangent(j, i), slope.data()[j], 1e-7)
                        << solid_law_names[static_cast<size_t>(law)] << i << ' ' << j;
            }
            const SolidResponse force = respond_force(law, solid, F, rest_stress(), viscous);
            EXPECT_EQ(force.energy, at.energy);
            EXPECT_EQ(force.stress, at.stress);
            EXPECT_LT((at.tangent - at.tangent.transpose()).norm(), 1e-12);
        }
}

/// Over a short time a viscosity is β C:Ė; over a turn of any angle it is nothing.
TEST(Constitutive, ViscosityIsOfStrainsAlone) {
    const Elastic solid = crooked();
    const Mat3 F = some_rotation() * (Mat3::Identity() + 0.2 * random_matrix(1));
    const Mat3 rate = random_matrix(4), turned = some_rotation() * F;
    constexpr double beta = 0.3, t = 1e-6;
    const Vec6 held = beta / t * green_stress(solid, F);
    for (const SolidLaw law : laws) {
        const auto viscous = [&](const Mat3& then) {
            const Mat3 rest = stress_matrix(-held);
            return Mat3(respond_force(law, solid, then, rest, beta / t).stress -
                        respond_force(law, solid, then, Mat3::Zero()).stress);
        };
        const Mat3 expected = F * stress_matrix(beta * green_stress_rate(solid, F, rate));
        EXPECT_LT((viscous(F + t * rate) - expected).norm(), 1e-4 * expected.norm());
        EXPECT_LT(viscous(turned).norm(), 1e-12 * held.norm());
    }
}

TEST(Constitutive, RotationsNeitherStrainNorChangeEnergy) {
    const Elastic solid = crooked();
    const Mat3 F = Mat3::Identity() + 0.2 * random_matrix(2), R = some_rotation();
    for (const SolidLaw law : laws) {
        const SolidResponse still = respond_force(law, solid, F, rest_stress());
        const SolidResponse turned = respond_force(law, solid, R * F, rest_stress());
        EXPECT_NEAR(still.energy, turned.energy, 1e-13);
        EXPECT_LT((R * still.stress - turned.stress).norm(), 1e-12);
        const SolidResponse rest = respond_force(law, solid, R, Mat3::Zero());
        EXPECT_NEAR(rest.energy, 0, 1e-14);
        EXPECT_LT(rest.stress.norm(), 1e-13);
    }
}

/// At rest all laws are the linear one.
TEST(Constitutive, SmallStrainsGiveTheStiffness) {
    Elastic solid;
    solid.lame_shear = 3;
    solid.lame_bulk = 4;
    solid.axis = Vec3::UnitY();
    solid.stiffness = isotropic(3, 4);
    const Mat9 linear = respond(SolidLaw::stvk, solid, Mat3::Identity(), Mat3::Zero()).tangent;
    EXPECT_NEAR(linear(0, 0), 10, 1e-12);
    EXPECT_NEAR(linear(0, 4), 4, 1e-12);
    EXPECT_NEAR(linear(1, 3), 3, 1e-12);
    for (const SolidLaw law : laws)
        EXPECT_LT((respond(law, solid, Mat3::Identity(), Mat3::Zero()).tangent - linear).norm(),
                  1e-12);
    solid.fibre = 2;
    const Mat9 with_fibre =
        respond(SolidLaw::neo_hookean, solid, Mat3::Identity(), Mat3::Zero()).tangent;
    EXPECT_NEAR(with_fibre(4, 4) - linear(4, 4), 2, 1e-12);
    EXPECT_NEAR((with_fibre - linear).norm(), 2, 1e-12);
}

/// σ = 1/J P Fᵀ of a body stretched twofold along x with its sides held: StVK (λ + 2μ)(4 − 1)/2 ·
/// 2, corotational λ + 2μ.
TEST(Constitutive, StretchHasTheLawsOwnStress) {
    Elastic solid;
    solid.stiffness = isotropic(3, 4);
    const Mat3 F = Vec3(2, 1, 1).asDiagonal();
    EXPECT_NEAR(respond(SolidLaw::stvk, solid, F, Mat3::Zero()).stress(0, 0), 30, 1e-12);
    EXPECT_NEAR(respond(SolidLaw::corotational, solid, F, Mat3::Zero()).stress(0, 0), 10, 1e-12);
}

TEST(Constitutive, NegativeEigenvaluesAreCut) {
    const Elastic solid = crooked();
    const Mat3 F = 0.4 * Mat3::Identity();
    SolidResponse at = respond(SolidLaw::stvk, solid, F, Mat3::Zero());
    EXPECT_LT(Eigen::SelfAdjointEigenSolver<Mat9>(at.tangent).eigenvalues()[0], -0.1);
    make_positive(at.tangent);
    EXPECT_GT(Eigen::SelfAdjointEigenSolver<Mat9>(at.tangent).eigenvalues()[0], -1e-12);
}

TEST(Constitutive, PolarRotationAlsoOfAnInvertedGradient) {
    const Mat3 R = some_rotation();
    EXPECT_LT((polar_rotation(R * Mat3(Vec3(2, 1.5, 0.3).asDiagonal())) - R).norm(), 1e-13);
    const Mat3 inverted = R * Mat3(Vec3(2, 1.5, -0.3).asDiagonal());
    EXPECT_LT((polar_rotation(inverted) - R).norm(), 1e-13);
    EXPECT_NEAR(polar_rotation(Mat3::Zero()).determinant(), 1, 1e-12);
}

}  // namespace
}  // namespace thigmo
