// The largest eigenvalues of a symmetric operator, by Lanczos' method with restarts.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace thigmo {

struct EigenPairs {
    Eigen::VectorXd values;   // largest first
    Eigen::MatrixXd vectors;  // columns of unit length
};

/// `product` writes the operator times its first argument to its second, both `rows` long. `basis`:
/// how many vectors are kept, more than `count`. None where it did not converge.
EigenPairs largest_pairs(Eigen::Index rows, Eigen::Index count, Eigen::Index basis,
                         double tolerance,
                         const std::function<void(const double*, double*)>& product);

}  // namespace thigmo
