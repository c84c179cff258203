// Elastic laws of solids under large deformation, at one point: energy, stress and tangent.
//
// Based on [Zhao2013], sec. 7 (St. Venant-Kirchhoff), [Smith2018] (stable Neo-Hookean).
#pragma once

#include "thigmo/mechanics/elasticity.h"
#include "thigmo/mechanics/solid_law.h"

namespace thigmo {

using Mat9 = Eigen::Matrix<double, 9, 9>;

/// What a solid is made of, at a point. The stiffness acts on (εxx, εyy, εzz, γyz, γzx, γxy) in the
/// axes of the rest shape; Neo-Hookean bodies have the others instead, a fibre in an isotropic
/// matrix.
struct Elastic {
    Mat6 stiffness = Mat6::Zero();  // Pa
    double lame_shear = 0;          // μ (Pa)
    double lame_bulk = 0;           // λ (Pa)
    double fibre = 0;               // Young's modulus of the fibre (Pa)
    Vec3 axis = Vec3::Zero();       // of the fibre, unit length, at rest
};

/// Energy ψ (J/m³), first Piola-Kirchhoff stress P = ∂ψ/∂F (Pa) and ∂P/∂F, whose rows and columns
/// run down the columns of P and F.
struct SolidResponse {
    double energy = 0;
    Mat3 stress = Mat3::Zero();
    Mat9 tangent = Mat9::Zero();
};

/// At a deformation gradient F of a solid that carries a stress S₀ (Pa) at rest. With E = ½(FᵀF−1),
/// F = RU and C the stiffness:
///
///     stvk          ψ = ½ E:C:E + S₀:E
///     corotational  ψ = ½ (U−1):C:(U−1) + S₀:E
///     neo-hookean   ψ = ½m(I − 3 − ln((I + 1)/4)) + ½l((J − a)² − (1 − a)²) + ½k(|Fn| − 1)² + S₀:E
///                   I = F:F, J = det F, m = 4/3 μ, l = λ + 5/6 μ, a = 1 + ¾ m/l    [Smith2018]
///
/// The tangent is exact, also that of the corotational law (R turns with F). `viscous` adds
/// ½ viscous E:C:E whatever the law: see green_stress.
SolidResponse respond(SolidLaw law, const Elastic& solid, const Mat3& F, const Mat3& S0,
                      double viscous = 0);

/// The same without the tangent.
SolidResponse respond_force(SolidLaw law, const Elastic& solid, const Mat3& F, const Mat3& S0,
                            double viscous = 0);

/// C:E. Over a time t from a strain E₀ a viscosity β C:Ė is β/t C:(E − E₀), whatever turned
/// meanwhile: `viscous` = β/t above, and β/t C:E₀ off S₀.
Vec6 green_stress(const Elastic& solid, const Mat3& F);
/// C:Ė at a rate Ḟ of F.
Vec6 green_stress_rate(const Elastic& solid, const Mat3& F, const Mat3& rate);

/// The nearest symmetric matrix without negative eigenvalues.
void make_positive(Mat9& tangent);

/// The rotation R of F = RU; also of an inverted F, where U is then not positive.
Mat3 polar_rotation(const Mat3& F);

/// Symmetric 3×3 from a column of six stresses.
Mat3 stress_matrix(const Vec6& s);

}  // namespace thigmo
