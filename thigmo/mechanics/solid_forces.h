// Forces and stiffness of bricks under large deformation.
#pragma once

#include <array>

#include "thigmo/mechanics/constitutive.h"
#include "thigmo/mechanics/solid_mesh.h"

namespace thigmo {

constexpr int brick_points = 18;  // where strains are taken
constexpr int brick_rows = 3 * brick_nodes;

/// What a material is, about its axis.
Elastic elastic(const SolidMaterial& material, const Vec3& axis);

/// Constants of a brick.
struct BrickSolid {
    Eigen::Matrix<double, brick_nodes, 3 * brick_points> gradients;  // three columns a point (1/m)
    std::array<double, brick_points> volume{};                       // that each stands for (m³)
    std::array<Elastic, brick_points> elastic{};
};
BrickSolid build_brick(std::span<const Vec3> nodes, const BrickNodes& brick,
                       const SolidMaterial& material);

/// ∫ρN_aN_b (kg).
Eigen::Matrix<double, brick_nodes, brick_nodes> brick_mass(std::span<const Vec3> nodes,
                                                           const BrickNodes& brick, double density);

/// A column for each node.
using BrickPlaces = Eigen::Matrix<double, 3, brick_nodes>;
/// Row and column 3b + axis.
using BrickMatrix = Eigen::Matrix<double, brick_rows, brick_rows>;
/// Stresses at rest (Pa), six a point; see constitutive.h.
using BrickStresses = Eigen::Matrix<double, 6, brick_points>;

/// C:ε of a small displacement u.
BrickStresses linear_stresses(const BrickSolid& brick, const BrickPlaces& u);

/// ψ integrated (J).
double brick_energy(SolidLaw law, const BrickSolid& brick, const BrickStresses& rest,
                    const BrickPlaces& x);

/// Forces (N) with which the brick resists: −∂ψ/∂x, and those of its viscosity, S = β C:Ė with β a
/// time (s), Ė = sym(FᵀḞ): a solid that turns as a whole feels none.
BrickPlaces brick_forces(SolidLaw law, const BrickSolid& brick, const BrickStresses& rest,
                         const BrickPlaces& x, const BrickPlaces& v, double beta);

/// Of a brick's matrix: c_x times −∂f/∂x, c_v times −∂f/∂v.
struct BrickShares {
    double c_x = 1, c_v = 0;
    double beta = 0;        // as above
    bool positive = false;  // without the negative eigenvalues of ∂P/∂F
};

/// Symmetric: what viscosity makes of ∂f/∂x only as far as it is.
void brick_stiffness(SolidLaw law, const BrickSolid& brick, const BrickStresses& rest,
                     const BrickPlaces& x, const BrickPlaces& v, const BrickShares& shares,
                     BrickMatrix& out);

/// The rotation of the brick as a whole.
Mat3 brick_turn(const BrickSolid& brick, const BrickPlaces& x);

}  // namespace thigmo
