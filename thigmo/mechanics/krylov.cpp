// Lanczos' method from given vectors; of lanczos.h.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "thigmo/mechanics/lanczos.h"

namespace thigmo {
namespace {

/// An orthonormal basis V of the Krylov space, and T = VᵀAV of its first `done` columns.
class Krylov {
  public:
    Krylov(const Eigen::MatrixXd& starts, Eigen::Index most)
        : basis_(starts.rows(), most + starts.cols()),
          projected_(Eigen::MatrixXd::Zero(most + starts.cols(), most)),
          weights_(Eigen::MatrixXd::Zero(most + starts.cols(), starts.cols())) {
        for (Eigen::Index i = 0; i < starts.cols(); ++i) {
            Eigen::VectorXd start = starts.col(i);
            weights_.col(i).head(size_) = take_out(start);
            append(start, starts.col(i).norm(), weights_(size_, i));
        }
    }

    bool ended() const { return done_ == size_ || done_ == projected_.cols(); }

    void grow(const std::function<void(const double*, double*)>& product) {
        Eigen::VectorXd next(basis_.rows());
        product(basis_.col(done_).data(), next.data());
        const double norm = next.norm();
        projected_.col(done_).head(size_) = take_out(next);
        double left = 0;
        const Eigen::Index column = done_++;
        append(next, norm, left);
        if (left > 0) projected_(size_ - 1, column) = left;
    }

    struct Found {
        double value = 0, weight = 0, residual = 0;
        Eigen::VectorXd small;  // in the basis
    };
    /// The pairs of the space so far, heaviest first; values and errors are those of A.
    std::vector<Found> pairs(double shift, double power) const {
        const Eigen::MatrixXd T = projected_.topLeftCorner(done_, done_);
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(0.5 * (T + T.transpose()));
        std::vector<Found> found;
        for (Eigen::Index i = 0; i < done_; ++i) {
            const double shifted = solver.eigenvalues()[i], left = 1 - shift * shifted;
            const Eigen::VectorXd s = solver.eigenvectors().col(i);
            const double residual = (projected_.block(done_, 0, size_ - done_, done_) * s).norm();
            if (!(shifted > 0 && left > 0)) continue;
            const double held = (weights_.topRows(done_).transpose() * s).squaredNorm();
            const double value = shifted / left;
            found.push_back({value, held / std::pow(value, power), residual / (shifted * left), s});
        }
        std::ranges::sort(found, std::greater<>(), &Found::weight);
        return found;
    }

    Eigen::VectorXd whole(const Eigen::VectorXd& small) const {
        return basis_.leftCols(small.size()) * small;
    }

  private:
    /// Takes what the basis holds out of a vector, twice: once leaves rounding. What was held.
    Eigen::VectorXd take_out(Eigen::VectorXd& v) const {
        Eigen::VectorXd held = Eigen::VectorXd::Zero(size_);
        for (int pass = 0; pass < 2 && size_ > 0; ++pass) {
            const double before = v.norm();
            const Eigen::VectorXd part = basis_.leftCols(size_).transpose() * v;
            v.noalias() -= basis_.leftCols(size_) * part;
            held += part;
            if (v.norm() > 0.5 * before) break;
        }
        return held;
    }

    void append(const Eigen::VectorXd& v, double scale, double& left) {
        const double norm = v.norm();
        if (!(norm > 1e-12 * scale)) return;
        left = norm;
        basis_.col(size_++) = v / norm;
    }

    Eigen::MatrixXd basis_, projected_, weights_;
    Eigen::Index size_ = 0, done_ = 0;
};

/// Whether the pairs that have settled are enough; `held` becomes the sum of their weights.
bool are_enough(const std::vector<Krylov::Found>& found, const HeaviestSearch& search,
                double& held) {
    Eigen::Index heavy = 0;
    held = 0;
    for (const Krylov::Found& pair : found) {
        if (pair.residual > search.tolerance) continue;
        held += pair.weight;
        heavy += pair.weight > 1e-3 * search.whole;
    }
    return (search.count > 0 && heavy >= search.count) || held > 0.999 * search.whole;
}

}  // namespace

HeaviestPairs heaviest_pairs(const Eigen::MatrixXd& starts, const HeaviestSearch& search,
                             const std::function<void(const double*, double*)>& product) {
    Krylov krylov(starts, std::min(search.basis, starts.rows()));
    std::vector<Krylov::Found> found;
    constexpr int between = 10;  // products from one look at the pairs to the next
    double held = 0;
    for (bool enough = false; !enough;) {
        for (int i = 0; i < between && !krylov.ended(); ++i) krylov.grow(product);
        found = krylov.pairs(search.shift, search.power);
        enough = are_enough(found, search, held) || krylov.ended();
    }
    HeaviestPairs all;
    for (const Krylov::Found& pair : found) all.spectrum.push_back({pair.value, pair.weight});
    if (held > 0.5 * search.whole)
        std::erase_if(found, [&](const auto& pair) { return pair.residual > search.tolerance; });
    const auto kept = std::min<Eigen::Index>(search.count, static_cast<Eigen::Index>(found.size()));
    all.pairs = {Eigen::VectorXd(kept), Eigen::MatrixXd(starts.rows(), kept),
                 Eigen::VectorXd(kept)};
    for (Eigen::Index i = 0; i < kept; ++i) {
        const Krylov::Found& pair = found[static_cast<size_t>(i)];
        all.pairs.values[i] = pair.value;
        all.pairs.vectors.col(i) = krylov.whole(pair.small);
        all.pairs.residual[i] = pair.residual;
    }
    return all;
}

}  // namespace thigmo
