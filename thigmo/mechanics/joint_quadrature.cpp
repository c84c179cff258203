// Gauss rules for any weight: recurrence of its orthogonal polynomials, eigenvalues of their
// Jacobi matrix (Golub and Welsch).
#include "thigmo/mechanics/joint_quadrature.h"

#include <Eigen/Eigenvalues>
#include <array>
#include <cmath>
#include <numbers>

#include "thigmo/base/assert.h"

namespace thigmo {
namespace {

/// Points at which a weight is known: a Legendre rule fine enough for w of wood that tapers to a
/// tenth.
constexpr int fine = 16;
struct FineRule {
    std::array<double, fine> at, weight;  // on 0 … 1
};

/// Zeros of the Legendre polynomial of degree `fine` by Newton's method.
FineRule legendre_rule() {
    FineRule rule;
    for (int i = 0; i < fine; ++i) {
        double x = std::cos(std::numbers::pi * (i + 0.75) / (fine + 0.5)), slope = 1;
        for (int pass = 0; pass < 8; ++pass) {
            double before = 1, value = x;
            for (int k = 2; k <= fine; ++k) {
                const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
                before = value;
                value = next;
            }
            slope = fine * (x * value - before) / (x * x - 1);
            x -= value / slope;
        }
        const auto row = static_cast<size_t>(fine - 1 - i);
        rule.at[row] = 0.5 * (1 + x);
        rule.weight[row] = 1 / ((1 - x * x) * slope * slope);
    }
    return rule;
}

using FineValues = Eigen::Array<double, fine, 1>;

}  // namespace

std::vector<PlacedJoint> place_joints(double length, int n,
                                      const std::function<double(double)>& weight) {
    THIGMO_ASSERT(n >= 1 && n < fine && length > 0);
    static const FineRule rule = legendre_rule();
    FineValues s, w;
    for (Eigen::Index i = 0; i < fine; ++i) {
        s[i] = rule.at[static_cast<size_t>(i)];
        w[i] = rule.weight[static_cast<size_t>(i)] * length * weight(s[i] * length);
    }
    const double whole = w.sum();
    if (n == 1) return {{length * (w * s).sum() / whole, whole}};
    Eigen::MatrixXd jacobi = Eigen::MatrixXd::Zero(n, n);
    FineValues before = FineValues::Zero(), now = FineValues::Ones();
    double norm_before = 1;
    for (Eigen::Index k = 0; k < n; ++k) {
        const double norm = (w * now.square()).sum();
        const double centre = (w * s * now.square()).sum() / norm;
        const double beta = k > 0 ? norm / norm_before : 0;
        jacobi(k, k) = centre;
        if (k > 0) jacobi(k, k - 1) = jacobi(k - 1, k) = std::sqrt(beta);
        const FineValues next = (s - centre) * now - beta * before;
        before = now;
        now = next;
        norm_before = norm;
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(jacobi);
    std::vector<PlacedJoint> joints;
    for (Eigen::Index i = 0; i < n; ++i) {
        const double first = solver.eigenvectors()(0, i);
        joints.push_back({length * solver.eigenvalues()[i], whole * first * first});
    }
    return joints;
}

}  // namespace thigmo
