// Lanczos' method on the operator of small turns.
#include "thigmo/sim/articulated/lowest_modes.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "thigmo/mechanics/lanczos.h"

namespace thigmo {
namespace {

class Operator {
  public:
    Operator(const TurnInertia& inertia, const TurnStiffness& stiffness, size_t size)
        : inertia_(inertia), stiffness_(stiffness), size_(size) {}

    Eigen::Index rows() const { return static_cast<Eigen::Index>(size_); }
    void perform_op(const double* x, double* y) const {
        stiffness_.to_turns({x, size_}, turns_);
        inertia_.product(turns_, forces_);
        stiffness_.from_forces(forces_, {y, size_});
    }

  private:
    const TurnInertia& inertia_;
    const TurnStiffness& stiffness_;
    size_t size_;
    mutable Turns turns_, forces_;
};

template <class Values, class Vectors>
std::vector<EigenPair> as_pairs(const Values& values, const Vectors& vectors) {
    std::vector<EigenPair> pairs;
    for (Eigen::Index i = 0; i < values.size(); ++i)
        pairs.push_back(
            {values[i], {vectors.col(i).data(), vectors.col(i).data() + vectors.rows()}});
    return pairs;
}

std::vector<EigenPair> dense_pairs(const Operator& op, size_t count) {
    const Eigen::Index n = op.rows();
    Eigen::MatrixXd matrix(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
        const Eigen::VectorXd unit = Eigen::VectorXd::Unit(n, i);
        op.perform_op(unit.data(), matrix.col(i).data());
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(0.5 *
                                                                (matrix + matrix.transpose()));
    const auto last = std::min<Eigen::Index>(n, static_cast<Eigen::Index>(count));
    return as_pairs(solver.eigenvalues().reverse().head(last).eval(),
                    solver.eigenvectors().rowwise().reverse().leftCols(last).eval());
}

}  // namespace

std::vector<EigenPair> largest_pairs(const TurnInertia& inertia, const TurnStiffness& stiffness,
                                     size_t bodies, size_t count) {
    Operator op(inertia, stiffness, 3 * bodies);
    constexpr Eigen::Index small = 100;
    if (op.rows() <= small || 2 * static_cast<Eigen::Index>(count) > op.rows())
        return dense_pairs(op, count);
    const auto wanted = static_cast<Eigen::Index>(count);
    // A wide basis: near-equal limbs have near-equal frequencies.
    const Eigen::Index basis = std::min(op.rows(), std::max<Eigen::Index>(40, 3 * wanted));
    const EigenPairs pairs = largest_pairs(
        op.rows(), wanted, basis, 1e-13, [&](const double* x, double* y) { op.perform_op(x, y); });
    return as_pairs(pairs.values, pairs.vectors);
}

}  // namespace thigmo
