// Lanczos' method on the operator of small turns.
#include "thigmo/sim/articulated/lowest_modes.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <functional>

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
            {values[i], {vectors.col(i).data(), vectors.col(i).data() + vectors.rows()}, 0});
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

std::vector<EigenPair> excited_pairs(const TurnInertia& inertia, const TurnStiffness& stiffness,
                                     const std::vector<Turns>& forces, double whole, size_t count) {
    const size_t size = 3 * forces.front().size();
    Operator op(inertia, stiffness, size);
    Eigen::MatrixXd starts(op.rows(), static_cast<Eigen::Index>(forces.size()));
    for (size_t i = 0; i < forces.size(); ++i)
        stiffness.from_forces(forces[i], {starts.col(static_cast<Eigen::Index>(i)).data(), size});
    // A few seconds, and as much memory as a plant takes: of 80,000 bodies 160 MB.
    const auto most = std::clamp<Eigen::Index>((Eigen::Index{1} << 24) / op.rows(), 80, 400);
    const EigenPairs pairs =
        heaviest_pairs(starts, static_cast<Eigen::Index>(count), most, whole, 0.02,
                       [&](const double* x, double* y) { op.perform_op(x, y); });
    std::vector<EigenPair> found = as_pairs(pairs.values, pairs.vectors);
    for (size_t i = 0; i < found.size(); ++i)
        found[i].residual = pairs.residual[static_cast<Eigen::Index>(i)];
    std::ranges::sort(found, std::greater<>(), &EigenPair::value);
    return found;
}

}  // namespace thigmo
