// Lanczos' method on L⁻¹ M L⁻ᵀ, whose largest eigenvalue is 1/ω² of the lowest mode.
#include "thigmo/sim/reduced/subtree_frequency.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

constexpr Eigen::Index most_vectors = 200;
constexpr double wanted = 1e-7;  // residual, as a share; that of the eigenvalue is its square

/// Largest eigenvalue of a symmetric map of n numbers, and its vector.
template <class Map>
std::pair<double, Eigen::VectorXd> largest_eigenvalue(Eigen::Index n, const Map& map) {
    const Eigen::Index most = std::min(n, most_vectors);
    Eigen::MatrixXd V(n, most), T = Eigen::MatrixXd::Zero(most, most);
    Random random(1);
    V.col(0) = Eigen::VectorXd::NullaryExpr(n, [&] { return random.uniform(-1, 1); }).normalized();
    for (Eigen::Index j = 0; j < most; ++j) {
        Eigen::VectorXd w = map(V.col(j));
        T(j, j) = V.col(j).dot(w);
        for (int again = 0; again < 2; ++again)
            w -= V.leftCols(j + 1) * (V.leftCols(j + 1).transpose() * w);
        const double rest = w.norm();
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> ritz(T.topLeftCorner(j + 1, j + 1));
        const double value = ritz.eigenvalues()[j];
        if (rest * std::abs(ritz.eigenvectors()(j, j)) < wanted * value || j + 1 == most)
            return {value, V.leftCols(j + 1) * ritz.eigenvectors().col(j)};
        V.col(j + 1) = w / rest;
        T(j + 1, j) = T(j, j + 1) = rest;
    }
    return {};
}

}  // namespace

SubtreeFrequency::SubtreeFrequency(const ReducedBodies& bodies, bool lumped) : lumped_(lumped) {
    for (const ReducedBody& body : bodies.bodies) {
        Row row;
        row.parent = body.parent;
        row.size = body.size;
        const std::vector<double> rest(static_cast<size_t>(body.size));
        row.C.resize(6, body.size);
        row.M.resize(body.size, body.size);
        Vec6 p;
        Eigen::VectorXd p_q(body.size);
        inertia_and_bias(body.integrals, rest, rest, Vec3::Zero(),
                         {row.I,
                          {row.C.data(), 6, body.size},
                          {row.M.data(), body.size, body.size},
                          p,
                          {p_q.data(), body.size}});
        if (body.size > 0) row.L = body.stiffness.llt().matrixL();
        if (body.parent >= 0) {
            const int r = bodies.bodies[static_cast<size_t>(body.parent)].size;
            const std::vector<double> below(static_cast<size_t>(r));
            row.ride.resize(6, r);
            MountedFrame frame;
            mount(body.seat, body.mount, below, below, Vec3::Zero(), frame,
                  {row.ride.data(), 6, r});
            row.turn = frame.turn;
            row.arm = frame.arm;
        }
        rows_.push_back(std::move(row));
    }
}

void SubtreeFrequency::scale(size_t body, const DomainFactors& factors) {
    rows_[body].factors.stiffness *= factors.stiffness;
    rows_[body].factors.mass *= factors.mass;
}

/// Its bodies, parents before children.
std::vector<size_t> SubtreeFrequency::subtree(size_t body) const {
    std::vector<size_t> rows = {body};
    if (lumped_) return rows;
    std::vector<bool> inside(rows_.size());
    inside[body] = true;
    for (size_t i = body + 1; i < rows_.size(); ++i) {
        inside[i] = rows_[i].parent >= 0 && inside[static_cast<size_t>(rows_[i].parent)];
        if (inside[i]) rows.push_back(i);
    }
    return rows;
}

Eigen::VectorXd SubtreeFrequency::apply(const std::vector<size_t>& rows,
                                        const Eigen::VectorXd& z) const {
    std::vector<Eigen::VectorXd> q(rows_.size()), force(rows_.size());
    std::vector<Vec6> motion(rows_.size(), Vec6::Zero()), wrench(rows_.size());
    const auto root = [&](const Row& row) { return std::sqrt(row.factors.stiffness); };
    Eigen::Index next = 0;
    for (const size_t i : rows) {
        const Row& row = rows_[i];
        q[i] = z.segment(next, row.size);
        next += row.size;
        if (row.size > 0) row.L.triangularView<Eigen::Lower>().transpose().solveInPlace(q[i]);
        q[i] /= root(row);
        if (i != rows.front()) {
            const auto p = static_cast<size_t>(row.parent);
            const Vec6 a = motion[p] + row.ride * q[p];
            motion[i] << row.turn * a.head<3>(),
                row.turn * (a.tail<3>() + a.head<3>().cross(row.arm));
        }
        wrench[i] = row.factors.mass * (row.I * motion[i] + row.C * q[i]);
        force[i] = row.factors.mass * (row.C.transpose() * motion[i] + row.M * q[i]);
    }
    Eigen::VectorXd out(z.size());
    for (size_t k = rows.size(); k-- > 0;) {
        const size_t i = rows[k];
        const Row& row = rows_[i];
        if (k > 0) {
            const auto p = static_cast<size_t>(row.parent);
            const Vec3 push = row.turn.transpose() * wrench[i].tail<3>();
            Vec6 below;
            below << row.turn.transpose() * wrench[i].head<3>() + row.arm.cross(push), push;
            wrench[p] += below;
            force[p] += row.ride.transpose() * below;
        }
        if (row.size > 0) row.L.triangularView<Eigen::Lower>().solveInPlace(force[i]);
        next -= row.size;
        out.segment(next, row.size) = force[i] / root(row);
    }
    return out;
}

SubtreeMode SubtreeFrequency::lowest(size_t body) const {
    const std::vector<size_t> rows = subtree(body);
    Eigen::Index n = 0;
    for (const size_t i : rows) n += rows_[i].size;
    const auto [inverse, z] =
        largest_eigenvalue(n, [&](const Eigen::VectorXd& from) { return apply(rows, from); });
    return {1 / (2 * std::numbers::pi * std::sqrt(inverse)),
            z.head(rows_[body].size).squaredNorm() / z.squaredNorm()};
}

}  // namespace thigmo
