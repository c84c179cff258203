// The largest eigenvalues of a symmetric operator, by Lanczos' method with restarts.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace thigmo {

struct EigenPairs {
    Eigen::VectorXd values;    // largest first
    Eigen::MatrixXd vectors;   // columns of unit length
    Eigen::VectorXd residual;  // |Ax − λx|/λ, of heaviest_pairs
};

/// `product` writes the operator times its first argument to its second, both `rows` long. `basis`:
/// how many vectors are kept, more than `count`. None where it did not converge.
EigenPairs largest_pairs(Eigen::Index rows, Eigen::Index count, Eigen::Index basis,
                         double tolerance,
                         const std::function<void(const double*, double*)>& product);

/// The pairs of a positive operator A of which the columns b of `starts` hold most, by the weight
///
///     w = Σ over the columns of (xᵀb)² / λ
///
/// in the Krylov space of the starts, without restarts: pairs that the starts hold nothing of do
/// not disturb it, however many there are. It grows until `count` pairs of at least a thousandth of
/// the whole weight Σ bᵀA⁻¹b = `whole` have settled, |Ax − λx| ≤ `tolerance` λ, or they hold nearly
/// all of it, or the space has `basis` vectors. The heaviest ones first, at most `count`: those
/// that have settled; where these hold less than a tenth of the weight, any, since the starts are
/// then spread over many pairs near to each other and each one found stands for several.
EigenPairs heaviest_pairs(const Eigen::MatrixXd& starts, Eigen::Index count, Eigen::Index basis,
                          double whole, double tolerance,
                          const std::function<void(const double*, double*)>& product);

}  // namespace thigmo
