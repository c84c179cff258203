// Spectra behind a function.
#include "thigmo/mechanics/lanczos.h"

#include <Spectra/SymEigsSolver.h>

namespace thigmo {
namespace {

struct Operator {
    using Scalar = double;
    Eigen::Index size;
    const std::function<void(const double*, double*)>& product;

    Eigen::Index rows() const { return size; }
    Eigen::Index cols() const { return size; }
    void perform_op(const double* x, double* y) const { product(x, y); }
};

}  // namespace

EigenPairs largest_pairs(Eigen::Index rows, Eigen::Index count, Eigen::Index basis,
                         double tolerance,
                         const std::function<void(const double*, double*)>& product) {
    Operator own{rows, product};
    Spectra::SymEigsSolver<Operator> solver(own, count, basis);
    solver.init();
    constexpr Eigen::Index most_restarts = 1000;
    solver.compute(Spectra::SortRule::LargestAlge, most_restarts, tolerance);
    if (solver.info() != Spectra::CompInfo::Successful) return {};
    return {solver.eigenvalues(), solver.eigenvectors(), {}};
}

}  // namespace thigmo
