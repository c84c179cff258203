// Lanczos' method on the operator of small turns.
#include "thigmo/sim/articulated/lowest_modes.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <functional>

#include "thigmo/sim/articulated/shifted_solve.h"

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

/// With A = L⁻¹ M L⁻ᵀ,
///
///     B = A (1 + sA)⁻¹ = (1 − Lᵀ (S + s M)⁻¹ L)/s
class ShiftedOperator {
  public:
    ShiftedOperator(const Bodies& bodies, const TurnInertia& inertia,
                    const TurnStiffness& stiffness, double shift)
        : stiffness_(stiffness),
          solve_(bodies, inertia, stiffness.blocks(), shift),
          shift_(shift),
          size_(3 * bodies.size()) {}

    void perform_op(const double* x, double* y) const {
        stiffness_.to_forces({x, size_}, forces_);
        solve_.solve(forces_, turns_);
        stiffness_.from_turns(turns_, {y, size_});
        for (size_t i = 0; i < size_; ++i) y[i] = (x[i] - y[i]) / shift_;
    }

  private:
    const TurnStiffness& stiffness_;
    ShiftedSolve solve_;
    double shift_;
    size_t size_;
    mutable Turns turns_, forces_;
};

constexpr Eigen::Index rough_basis = 20;

/// The value that halves the weight.
double median(std::vector<WeightedValue> spectrum) {
    std::ranges::sort(spectrum, {}, &WeightedValue::value);
    double whole = 0, sum = 0;
    for (const WeightedValue& each : spectrum) whole += each.weight;
    for (const WeightedValue& each : spectrum)
        if ((sum += each.weight) >= 0.5 * whole) return each.value;
    return spectrum.back().value;
}

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

ExcitedPairs excited_pairs(const Bodies& bodies, const TurnInertia& inertia,
                           const TurnStiffness& stiffness, const Excitation& excitation,
                           size_t count) {
    const size_t size = 3 * bodies.size();
    const Operator op(inertia, stiffness, size);
    const std::vector<Turns>& forces = excitation.forces;
    Eigen::MatrixXd starts(op.rows(), static_cast<Eigen::Index>(forces.size()));
    for (size_t i = 0; i < forces.size(); ++i)
        stiffness.from_forces(forces[i], {starts.col(static_cast<Eigen::Index>(i)).data(), size});
    HeaviestSearch search;
    search.power = excitation.power;
    search.whole = excitation.whole;
    search.basis = rough_basis;
    search.tolerance = INFINITY;
    const HeaviestPairs rough =
        heaviest_pairs(starts, search, [&](const double* x, double* y) { op.perform_op(x, y); });
    if (rough.spectrum.empty()) return {};
    search.shift = 1 / median(rough.spectrum);
    const ShiftedOperator shifted(bodies, inertia, stiffness, search.shift);
    // A few seconds, and as much memory as a plant takes: of 80,000 bodies 160 MB.
    search.basis = std::clamp<Eigen::Index>((Eigen::Index{1} << 24) / op.rows(), 80, 400);
    search.count = static_cast<Eigen::Index>(count);
    search.tolerance = 0.02;
    HeaviestPairs heavy = heaviest_pairs(
        starts, search, [&](const double* x, double* y) { shifted.perform_op(x, y); });
    ExcitedPairs found{as_pairs(heavy.pairs.values, heavy.pairs.vectors),
                       std::move(heavy.spectrum)};
    for (size_t i = 0; i < found.pairs.size(); ++i)
        found.pairs[i].residual = heavy.pairs.residual[static_cast<Eigen::Index>(i)];
    std::ranges::sort(found.pairs, std::greater<>(), &EigenPair::value);
    return found;
}

}  // namespace thigmo
