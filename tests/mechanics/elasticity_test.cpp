// Stiffness of solids against engineering constants.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "thigmo/mechanics/elasticity.h"

namespace thigmo {
namespace {

TEST(Elasticity, a_shear_modulus_that_allows_it_means_isotropy) {
    const SolidMaterial material{2.6e9, 1e9, 1000};  // ν = 0.3
    const Mat6 C = elastic_stiffness(material, Vec3(1, -2, 0.5).normalized());
    const double lambda = 2.6e9 * 0.3 / (1.3 * 0.4), mu = 1e9;
    EXPECT_NEAR(C(0, 0), lambda + 2 * mu, 1);
    EXPECT_NEAR(C(0, 1), lambda, 1);
    EXPECT_NEAR(C(5, 5), mu, 1);
    EXPECT_NEAR(C(0, 3), 0, 1);
}

TEST(Elasticity, wood_has_the_stated_moduli_along_its_axis) {
    const SolidMaterial wood{1e10, 6.25e8, 600};  // G = E/16
    const Mat6 S = elastic_stiffness(wood, Vec3::UnitY()).inverse();
    EXPECT_NEAR(1 / S(1, 1), 1e10, 1e2);
    EXPECT_NEAR(1 / S(5, 5), 6.25e8, 1e1);  // xy
    EXPECT_NEAR(1 / S(3, 3), 6.25e8, 1e1);  // yz
    EXPECT_NEAR(1 / S(0, 0), 1e10, 1e2);    // sections keep their shape
    EXPECT_NEAR(-S(0, 1) / S(1, 1), 0.3, 1e-9);
}

TEST(Elasticity, every_material_resists_every_strain) {
    for (const double shear : {1e7, 6.25e8, 4e9, 6e9}) {
        const Mat6 C = elastic_stiffness({1e10, shear, 600}, Vec3(1, 1, 1).normalized());
        EXPECT_NEAR((C - C.transpose()).norm(), 0, 1e-6 * C.norm());
        EXPECT_GT(Eigen::SelfAdjointEigenSolver<Mat6>(C).eigenvalues().minCoeff(), 0) << shear;
    }
}

}  // namespace
}  // namespace thigmo
