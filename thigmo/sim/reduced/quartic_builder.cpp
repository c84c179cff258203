// Gram matrix of strain monomials, and the quartic it makes.
#include "thigmo/sim/reduced/quartic_builder.h"

#include <Eigen/Cholesky>
#include <array>

#include "thigmo/base/assert.h"

namespace thigmo {
namespace {

using Strain = Eigen::Matrix<double, 6, 1>;

constexpr Eigen::Index points_at_once = 32;

/// The column of a symmetric strain from twice it.
Strain half_column(const Mat3& twice) {
    return {twice(0, 0) / 2, twice(1, 1) / 2, twice(2, 2) / 2,
            twice(1, 2),     twice(2, 0),     twice(0, 1)};
}

/// A monomial as two indices of x = (1, q).
std::vector<std::array<int, 2>> monomials(int r) {
    std::vector<std::array<int, 2>> all;
    for (int k = 1; k <= r; ++k) all.push_back({0, k});
    for (int k = 1; k <= r; ++k)
        for (int l = k; l <= r; ++l) all.push_back({k, l});
    return all;
}

}  // namespace

Quartic make_quartic(int r, const Eigen::MatrixXd& gram) {
    THIGMO_ASSERT(gram.rows() == monomial_count(r) && gram.cols() == gram.rows());
    Quartic quartic = make_zero_quartic(r);
    const auto m = monomials(r);
    for (size_t a = 0; a < m.size(); ++a)
        for (size_t b = 0; b <= a; ++b)
            coefficient(quartic, m[a][0], m[a][1], m[b][0], m[b][1]) +=
                gram(Eigen::Index(a), Eigen::Index(b)) * (a == b ? 0.5 : 1);
    return quartic;
}

StressGradient make_stress_gradient(int r, const Eigen::MatrixXd& gram) {
    return {r, gram.block(r, 0, gram.rows() - r, r)};
}

Eigen::MatrixXd prestress_stiffness(const StressGradient& stress, std::span<const double> p) {
    const int r = stress.size;
    THIGMO_ASSERT(int(p.size()) == r);
    const Eigen::VectorXd sums = stress.product * Eigen::Map<const Eigen::VectorXd>(p.data(), r);
    Eigen::MatrixXd stiffness(r, r);
    for (int l = 0; l < r; ++l)
        for (int m = 0; m < r; ++m)
            stiffness(l, m) = sums[monomial_of(r, l, m) - r] * (l == m ? 2 : 1);
    return stiffness;
}

QuarticBuilder::QuarticBuilder(int r)
    : size_(r),
      gram_(Eigen::MatrixXd::Zero(monomial_count(r), monomial_count(r))),
      rows_(monomial_count(r), 6 * points_at_once) {
    THIGMO_ASSERT(r >= 1 && r <= Quartic::most);
}

void QuarticBuilder::add(double weight, std::span<const Mat3> gradients,
                         const Eigen::Matrix<double, 6, 6>& C) {
    THIGMO_ASSERT(int(gradients.size()) == size_ && weight >= 0);
    const Eigen::LLT<Eigen::Matrix<double, 6, 6>> factor(weight * C);
    THIGMO_ASSERT(weight == 0 || factor.info() == Eigen::Success);
    if (weight == 0) return;
    Eigen::Matrix<double, 6, Eigen::Dynamic> strains(6, rows_.rows());
    Eigen::Index at = 0;
    for (const Mat3& H : gradients) strains.col(at++) = half_column(H + H.transpose());
    for (size_t k = 0; k < gradients.size(); ++k)
        for (size_t l = k; l < gradients.size(); ++l) {
            const Mat3 product = gradients[k].transpose() * gradients[l];
            strains.col(at++) = half_column((product + product.transpose()) * (k == l ? 0.5 : 1));
        }
    rows_.middleCols<6>(filled_).noalias() = strains.transpose() * factor.matrixL();
    filled_ += 6;
    if (filled_ == rows_.cols()) flush();
}

const Eigen::MatrixXd& QuarticBuilder::gram() {
    flush();
    return gram_;
}

void QuarticBuilder::flush() {
    if (filled_ == 0) return;
    gram_.selfadjointView<Eigen::Lower>().rankUpdate(rows_.leftCols(filled_));
    filled_ = 0;
}

}  // namespace thigmo
