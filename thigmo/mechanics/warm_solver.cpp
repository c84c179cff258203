// Preconditioned conjugate gradients.
#include "thigmo/mechanics/warm_solver.h"

#include <Eigen/Core>
#include <cmath>

namespace thigmo {
namespace {

using Numbers = Eigen::Map<Eigen::VectorXd>;

Numbers map(std::span<double> x) {
    return {x.data(), static_cast<Eigen::Index>(x.size())};
}

}  // namespace

WarmSolver::WarmSolver(const BlockMatrix& pattern, std::vector<uint32_t> part_first)
    : cholesky_(pattern, std::move(part_first)) {
    for (std::vector<double>* numbers : {&r_, &z_, &p_, &q_}) numbers->resize(3 * pattern.rows());
}

bool WarmSolver::renew(const BlockMatrix& matrix, std::span<const Mat3> turns) {
    factor_turns_.assign(turns.begin(), turns.end());
    turns_.assign(turns.size(), Mat3::Identity());
    return warm_ = cholesky_.factor(matrix);
}

/// z = Q (L D Lᵀ)⁻¹ Qᵀ r
void WarmSolver::precondition() {
    const auto row = [](std::vector<double>& of, size_t i) {
        return map(of).segment<3>(static_cast<Eigen::Index>(3 * i));
    };
    for (size_t i = 0; i < turns_.size(); ++i)
        row(z_, i).noalias() = turns_[i].transpose() * row(r_, i);
    cholesky_.solve(z_);
    for (size_t i = 0; i < turns_.size(); ++i) row(z_, i) = (turns_[i] * row(z_, i)).eval();
}

void WarmSolver::iterate(const BlockMatrix& matrix, std::span<const double> b, std::span<double> x,
                         double tolerance, int most, Report& report) {
    Numbers r = map(r_), z = map(z_), p = map(p_), q = map(q_), solution = map(x);
    std::copy(b.begin(), b.end(), r_.begin());
    solution.setZero();
    double rho = 0, enough = 0;
    for (int k = 0; k <= most; ++k) {
        precondition();
        const double next = r.dot(z);
        if (!std::isfinite(next)) return;
        if (k == 0) enough = tolerance * tolerance * next;
        report.solved = next >= 0 && !(next > enough);
        if (!(next > enough) || k == most) return;
        p = k == 0 ? z : (z + next / rho * p).eval();
        rho = next;
        multiply(matrix, p_, q_);
        const double curvature = p.dot(q);
        report.indefinite = !(curvature > 0);
        if (report.indefinite) return;
        const double step = rho / curvature;
        solution += step * p;
        r -= step * q;
        ++report.iterations;
    }
}

WarmSolver::Report WarmSolver::solve_warm(const BlockMatrix& matrix, std::span<const Mat3> turns,
                                          std::span<const double> b, std::span<double> x,
                                          double tolerance, int most) {
    Report report;
    if (!warm_) return report;
    for (size_t i = 0; i < turns.size(); ++i) turns_[i] = turns[i] * factor_turns_[i].transpose();
    iterate(matrix, b, x, tolerance, most, report);
    return report;
}

WarmSolver::Report WarmSolver::solve(const BlockMatrix& matrix, std::span<const Mat3> turns,
                                     std::span<const double> b, std::span<double> x,
                                     double tolerance) {
    Report report = solve_warm(matrix, turns, b, x, tolerance, warm_iterations);
    if (report.solved) return report;
    const int before = report.iterations;
    if (renew(matrix, turns))
        report = solve_warm(matrix, turns, b, x, tolerance, 2 * warm_iterations);
    report.iterations += before;
    report.renewed = true;
    return report;
}

}  // namespace thigmo
