// Transversely isotropic stiffness by inverting the compliance, and its turn to an axis.
#include "thigmo/mechanics/elasticity.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>

namespace thigmo {
namespace {

/// Stiffness of a material whose axis is x. Across the axis it is at least as stiff as along it:
/// nothing is stated of wood there, and sections then keep their shape as those of beams do, also
/// where a rod turns at an angle. As soft as across() has it, rods with sharp angles would give 1
/// to 2 % more.
Mat6 stiffness_along_x(const SolidMaterial& material) {
    const double poisson = across(material).poisson,
                 young = std::max(across(material).young, material.young);
    Mat3 compliance;
    const double cross = -poisson / material.young;  // ε across per stress along
    compliance << 1 / material.young, cross, cross,  //
        cross, 1 / young, -poisson / young,          //
        cross, -poisson / young, 1 / young;
    Mat6 stiffness = Mat6::Zero();
    stiffness.topLeftCorner<3, 3>() = compliance.inverse();
    stiffness(3, 3) = young / (2 * (1 + poisson));
    stiffness(4, 4) = stiffness(5, 5) = material.shear;
    return stiffness;
}

/// Engineering strain in axes x' = Rᵀx as a linear function of that in x.
Mat6 strain_turn(const Mat3& R) {
    Mat6 turn;
    const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {2, 0}, {0, 1}};
    for (int column = 0; column < 6; ++column) {
        Mat3 unit = Mat3::Zero();
        const auto [i, j] = pairs[column];
        unit(i, j) = unit(j, i) = i == j ? 1 : 0.5;
        turn.col(column) = engineering_strain(R.transpose() * unit * R);
    }
    return turn;
}

}  // namespace

Across across(const SolidMaterial& material) {
    const double isotropic = material.young / (2 * material.shear) - 1;
    if (isotropic >= 0 && isotropic <= 0.49) return {isotropic, material.young};
    constexpr double poisson = 0.3;
    return {poisson, 2 * (1 + poisson) * material.shear};
}

Vec6 engineering_strain(const Mat3& e) {
    Vec6 strain;
    strain << e(0, 0), e(1, 1), e(2, 2), e(1, 2) + e(2, 1), e(2, 0) + e(0, 2), e(0, 1) + e(1, 0);
    return strain;
}

Mat6 elastic_stiffness(const SolidMaterial& material, const Vec3& axis) {
    const Mat6 turn = strain_turn(Quat::FromTwoVectors(Vec3::UnitX(), axis).toRotationMatrix());
    return turn.transpose() * stiffness_along_x(material) * turn;
}

}  // namespace thigmo
