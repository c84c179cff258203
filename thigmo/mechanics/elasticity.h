// Linear elasticity of plant tissue: what Young's modulus and a shear modulus of its own make of a
// solid.
#pragma once

#include <Eigen/Core>

#include "thigmo/base/vector.h"

namespace thigmo {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

/// Material of a piece of a solid (Pa, Pa, kg/m³). A brick of a chain may be stiffer or heavier
/// towards one end: its middle is stated, and the shares of that by which both moduli and the
/// density rise from there to its end (ζ = 1), and fall to its start.
struct SolidMaterial {
    double young = 1e9;  // along its axis
    double shear = 4e8;  // in planes that hold the axis
    double density = 1000;
    double stiffer = 0, heavier = 0;
    bool operator==(const SolidMaterial&) const = default;
};

/// How a material behaves across its axis: isotropic with ν = E/2G − 1 where that is a Poisson's
/// ratio of 0 … 0.49; else, as in wood, softer (or stiffer) across: ν = 0.3 and E⊥ = 2(1 + ν)G,
/// with G in every plane.
struct Across {
    double poisson = 0.3;
    double young = 1e9;
};
Across across(const SolidMaterial& material);

/// Stress by strain, in the order xx, yy, zz, yz, zx, xy with engineering shear (γ = 2ε), of a
/// material whose axis points along the unit vector.
Mat6 elastic_stiffness(const SolidMaterial& material, const Vec3& axis);

/// The strain of a symmetric matrix in that order.
Vec6 engineering_strain(const Mat3& strain);

}  // namespace thigmo
