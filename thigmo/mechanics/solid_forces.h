// Forces and stiffness of bricks under large deformation.
#pragma once

#include <array>

#include "thigmo/mechanics/constitutive.h"
#include "thigmo/mechanics/solid_mesh.h"

namespace thigmo {

constexpr int brick_rows = 3 * brick_nodes;

/// What a material is, about its axis.
Elastic elastic(const SolidMaterial& material, const Vec3& axis);

/// Constants of a brick.
struct BrickSolid {
    Eigen::Matrix<double, brick_nodes, 3 * brick_points> gradients;  // three columns a point (1/m)
    std::array<double, brick_points> volume{};                       // that each stands for (m³)
    std::array<Elastic, brick_points> elastic{};
};
BrickSolid build_brick(const SolidMesh& mesh, size_t brick);

/// ∫ρN_aN_b (kg).
Eigen::Matrix<double, brick_nodes, brick_nodes> brick_mass(const SolidMesh& mesh, size_t brick);

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

/// C:E of a large deformation, and C:Ė at velocities v: a solid that turns as a whole has none.
BrickStresses green_stresses(const BrickSolid& brick, const BrickPlaces& x);
BrickStresses green_stress_rates(const BrickSolid& brick, const BrickPlaces& x,
                                 const BrickPlaces& v);

/// Forces (N) with which the brick resists: −∂ψ/∂x. For `viscous` see constitutive.h.
BrickPlaces brick_forces(SolidLaw law, const BrickSolid& brick, const BrickStresses& rest,
                         const BrickPlaces& x, double viscous = 0);

/// Of a brick's matrix.
struct BrickShares {
    double scale = 1;
    double viscous = 0;
    bool positive = false;  // without the negative eigenvalues of ∂P/∂F
};

/// −∂f/∂x times scale.
void brick_stiffness(SolidLaw law, const BrickSolid& brick, const BrickStresses& rest,
                     const BrickPlaces& x, const BrickShares& shares, BrickMatrix& out);

/// The rotation of the brick as a whole.
Mat3 brick_turn(const BrickSolid& brick, const BrickPlaces& x);

}  // namespace thigmo
