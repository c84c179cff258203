// Cholesky factors of the few coordinates of one body, in place: sizes known at compile time
// unroll, others loop; nothing is allocated.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace thigmo {

/// Replaces the lower triangle of D by L of D = L Lᵀ; false where D is not positive definite beyond
/// rounding (or not a number), D then being spoilt.
template <class Derived>
bool factor_cholesky(Eigen::MatrixBase<Derived>& D) {
    using Real = typename Derived::Scalar;
    for (Eigen::Index j = 0; j < D.cols(); ++j) {
        const Real least = 4 * Eigen::NumTraits<Real>::epsilon() * D(j, j);
        for (Eigen::Index k = 0; k < j; ++k)
            for (Eigen::Index i = j; i < D.rows(); ++i) D(i, j) -= D(i, k) * D(j, k);
        if (!(D(j, j) > least && least > 0)) return false;
        D(j, j) = std::sqrt(D(j, j));
        for (Eigen::Index i = j + 1; i < D.rows(); ++i) D(i, j) /= D(j, j);
    }
    return true;
}

/// B ← B L⁻ᵀ, L the lower triangle of `factor`.
template <class Factor, class Derived>
void solve_half(const Factor& factor, Eigen::MatrixBase<Derived>& B) {
    for (Eigen::Index j = 0; j < B.cols(); ++j) {
        for (Eigen::Index k = 0; k < j; ++k) B.col(j) -= B.col(k) * factor(j, k);
        B.col(j) /= factor(j, j);
    }
}

/// B ← B L⁻¹: after solve_half, B D⁻¹.
template <class Factor, class Derived>
void solve_other_half(const Factor& factor, Eigen::MatrixBase<Derived>& B) {
    for (Eigen::Index j = B.cols() - 1; j >= 0; --j) {
        for (Eigen::Index k = j + 1; k < B.cols(); ++k) B.col(j) -= B.col(k) * factor(k, j);
        B.col(j) /= factor(j, j);
    }
}

}  // namespace thigmo
