// The quartic energy of a St. Venant-Kirchhoff solid from the gradients of its modes.
//
// At a point, with the displacement gradient H = Σ q_k H_k, Green's strain is
//
//     E = ½ (H + Hᵀ + HᵀH) = Σ_k q_k e_k + Σ_{k≤l} q_k q_l e_kl
//     e_k = ½ (H_k + H_kᵀ),   e_kl = ½ (H_kᵀH_l + H_lᵀH_k), half of it where k = l
//
// so the energy is ½ mᵀ G m with m the monomials (q_1 … q_r, q_1q_1, q_1q_2 …) and the Gram matrix
// G = Σ weight · Bᵀ C B of B = (e_1 … e_r, e_11, e_12 …). Strains are columns (xx, yy, zz, yz, zx,
// xy), shears doubled.
#pragma once

#include <span>

#include "thigmo/base/vector.h"
#include "thigmo/sim/reduced/quartic.h"

namespace thigmo {

/// How many monomials of first and second degree there are; and the place of q_k q_l.
constexpr int monomial_count(int r) {
    return r + r * (r + 1) / 2;
}
constexpr int monomial_of(int r, int k, int l) {
    return k <= l ? r + k * r - k * (k - 1) / 2 + l - k : monomial_of(r, l, k);
}

/// V = ½ mᵀ G m; only the lower triangle of G is read.
Quartic make_quartic(int r, const Eigen::MatrixXd& gram);

/// What a stress Σ p_k C e_k at rest, the one that coordinates p would cause in a linear solid,
/// adds to the energy beside its linear part: Σ_{l≤m} q_l q_m Σ_k p_k e_kᵀ C e_lm.
struct StressGradient {
    int size = 0;
    Eigen::MatrixXd product;  // of the monomial q_l q_m (row, from q_1q_1 on) with q_k (column)
};
StressGradient make_stress_gradient(int r, const Eigen::MatrixXd& gram);
/// Second derivative of that energy, r×r.
Eigen::MatrixXd prestress_stiffness(const StressGradient& stress, std::span<const double> p);

/// Adds the points of a quadrature up.
class QuarticBuilder {
  public:
    explicit QuarticBuilder(int r);
    /// weight: volume that the point stands for (m³); gradients: H_k of every mode; C: stiffness
    /// (Pa), symmetric, positive definite.
    void add(double weight, std::span<const Mat3> gradients, const Eigen::Matrix<double, 6, 6>& C);
    /// G; its lower triangle.
    const Eigen::MatrixXd& gram();
    Quartic finish() { return make_quartic(size_, gram()); }
    StressGradient stress_gradient() { return make_stress_gradient(size_, gram()); }

  private:
    void flush();

    int size_;
    Eigen::MatrixXd gram_;
    Eigen::MatrixXd rows_;  // √weight Lᵀ B with C = L Lᵀ, of some points
    Eigen::Index filled_ = 0;
};

}  // namespace thigmo
