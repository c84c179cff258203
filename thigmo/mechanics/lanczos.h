// The largest eigenvalues of a symmetric operator, by Lanczos' method with restarts.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace thigmo {

struct EigenPairs {
    Eigen::VectorXd values;    // largest first
    Eigen::MatrixXd vectors;   // columns of unit length
    Eigen::VectorXd residual;  // bound of the values' relative error, of heaviest_pairs
};

/// How much of a weight lies at an eigenvalue.
struct WeightedValue {
    double value = 0, weight = 0;
};

/// `product` writes the operator times its first argument to its second, both `rows` long. `basis`:
/// how many vectors are kept, more than `count`. None where it did not converge.
EigenPairs largest_pairs(Eigen::Index rows, Eigen::Index count, Eigen::Index basis,
                         double tolerance,
                         const std::function<void(const double*, double*)>& product);

/// The pairs of a positive operator A of which the columns b of `starts` hold most, by the weight
///
///     w = Σ over the columns of (xᵀb)² / λᵖ
///
/// in the Krylov space of the starts, without restarts: pairs that the starts hold nothing of do
/// not disturb it, however many there are.
struct HeaviestPairs {
    EigenPairs pairs;                     // the heaviest ones first
    std::vector<WeightedValue> spectrum;  // all that the space has: where the weight lies
};

/// The operator B = A(1 + sA)⁻¹ that `product` is of, and how far its Krylov space grows. Values
/// near 1/s come out best.
struct HeaviestSearch {
    Eigen::Index count = 1;   // of pairs; 0: none, but where all of the weight lies
    Eigen::Index basis = 80;  // of vectors, at most
    double power = 1;         // p
    double whole = 1;         // Σ bᵀA⁻ᵖb
    double shift = 0;         // s
    double tolerance = 0.02;  // of a value's relative error: the pair has settled
};

/// The space grows until `count` pairs of at least a thousandth of the whole weight have settled,
/// or they hold nearly all of it, or it has `basis` vectors. Pairs that have settled are given;
/// where these hold less than half of the weight, any, since the starts are then spread over many
/// pairs near to each other and each one found stands for several.
HeaviestPairs heaviest_pairs(const Eigen::MatrixXd& starts, const HeaviestSearch& search,
                             const std::function<void(const double*, double*)>& product);

}  // namespace thigmo
