// A polynomial of fourth degree in the coordinates of one domain: the elastic energy of a St.
// Venant-Kirchhoff solid whose displacement is linear in them. Based on [Barbic2005], which stores
// force and tangent apart; here each coefficient of the energy is stored once and gives all three.
//
// With x = (1, q) all degrees are one: V = Σ_{i≤j} x_i x_j xᵀC_ij x, C_ij the upper triangle k, l
// with j ≤ k ≤ l. One sweep gives, for every i, j, y = (C_ij + C_ijᵀ) x and
//
//     T += e_i (x_j y + ½ xᵀy e_j)ᵀ + e_j (x_i y)ᵀ + x_i x_j C_ij
//     ∂²V = T + Tᵀ,   ∂V = ∂²V x / 3,   V = xᵀ ∂V / 4            (V is homogeneous in x)
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "thigmo/base/vector.h"
#include "thigmo/sim/four.h"

namespace thigmo {

/// V(q), J. The coordinates stand at the end of `blocks` blocks of four, before them the 1, before
/// that at most three zeros. A row k of a triangle is stored from the block of k on; the triangles
/// of all i ≤ j follow each other, j by j.
struct Quartic {
    static constexpr int most = 32;  // coordinates

    int size = 0;  // r
    std::vector<Four> coefficients;

    int blocks() const { return size / 4 + 1; }
    int one() const { return 4 * blocks() - 1 - size; }  // where the 1 stands
};

/// Blocks of four in row k, and where the row begins, in a triangle of n blocks.
constexpr int row_length(int n, int k) {
    return n - k / 4;
}
constexpr int row_start(int n, int k) {
    const int b = k / 4;
    return 4 * (n * b - b * (b - 1) / 2) + k % 4 * (n - b);
}

/// With all coefficients 0.
Quartic make_zero_quartic(int r);
/// Coefficient of x_i x_j x_k x_l, in any order; index 0 is the 1, coordinate k has index k + 1.
double& coefficient(Quartic& quartic, int i, int j, int k, int l);

double energy(const Quartic& quartic, std::span<const double> q);
/// `gradient` (r) becomes ∂V/∂q.
void force(const Quartic& quartic, std::span<const double> q, std::span<double> gradient);
/// ∂V/∂q and ∂²V/∂q², in whole blocks of four: of the B = ⌈r/4⌉ of a row, what is beyond r is 0.
/// `gradient` has B of them, `hessian` r rows.
void force_and_tangent(const Quartic& quartic, std::span<const double> q, std::span<Four> gradient,
                       std::span<Four> hessian);
/// ∂²V/∂q².
Eigen::MatrixXd tangent(const Quartic& quartic, std::span<const double> q);

}  // namespace thigmo
