// Lanczos' method on L⁻¹ M L⁻ᵀ, whose largest eigenvalue is 1/ω² of the lowest mode.
#include "thigmo/sim/reduced/subtree_frequency.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/base/random.h"
#include "thigmo/mechanics/cross_matrix.h"

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

SubtreeFrequency::SubtreeFrequency(const ReducedBodies& bodies, CarriedAs carried) {
    for (const ReducedBody& body : bodies.bodies) {
        Row row;
        row.domain = body.domain;
        row.parent = body.parent;
        row.size = body.size;
        const std::vector<double> rest(static_cast<size_t>(body.size));
        row.C.resize(6, body.size);
        row.M.resize(body.size, body.size);
        Vec6 p;
        Eigen::VectorXd p_q(body.size);
        inertia_and_bias(body.resting, rest, rest, Vec3::Zero(),
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
        if (carried == CarriedAs::lumped) row.parent = -1;
        rows_.push_back(std::move(row));
    }
    if (carried == CarriedAs::rigid) fold_children();
}

/// Gives every subtree that another domain carries to what it sits on, as a rigid body.
void SubtreeFrequency::fold_children() {
    std::vector<Mat6> whole;
    for (const Row& row : rows_) whole.push_back(row.I);
    for (size_t i = rows_.size(); i-- > 0;) {
        Row& row = rows_[i];
        if (row.parent < 0) continue;
        const auto p = static_cast<size_t>(row.parent);
        Mat6 X = Mat6::Zero();  // from motions of the parent's frame
        X.topLeftCorner<3, 3>() = X.bottomRightCorner<3, 3>() = row.turn;
        X.bottomLeftCorner<3, 3>() = -row.turn * cross_matrix(row.arm);
        const Mat6 I = X.transpose() * whole[i] * X;
        whole[p] += I;
        Row& below = rows_[p];
        if (below.domain == row.domain) continue;
        below.I += I;
        below.C += I * row.ride;
        below.M += row.ride.transpose() * I * row.ride;
        row.parent = -1;
    }
}

void SubtreeFrequency::scale(size_t first, const DomainFactors& factors) {
    for (size_t i = first; i < rows_.size() && rows_[i].domain == rows_[first].domain; ++i) {
        rows_[i].factors.stiffness *= factors.stiffness;
        rows_[i].factors.mass *= factors.mass;
    }
}

/// Its bodies, parents before children.
std::vector<size_t> SubtreeFrequency::subtree(size_t first) const {
    std::vector<size_t> rows = {first};
    std::vector<bool> inside(rows_.size());
    inside[first] = true;
    for (size_t i = first + 1; i < rows_.size(); ++i) {
        inside[i] = rows_[i].parent >= 0 && inside[static_cast<size_t>(rows_[i].parent)];
        if (inside[i]) rows.push_back(i);
    }
    return rows;
}

Eigen::VectorXd SubtreeFrequency::apply(const std::vector<size_t>& rows,
                                        const Eigen::VectorXd& z) const {
    std::vector<Eigen::VectorXd> q(rows.size()), force(rows.size());
    std::vector<Vec6> motion(rows.size(), Vec6::Zero()), wrench(rows.size());
    const auto root = [&](const Row& row) { return std::sqrt(row.factors.stiffness); };
    const auto place_of_parent = [&](const Row& row) {
        const auto at = std::ranges::lower_bound(rows, static_cast<size_t>(row.parent));
        return static_cast<size_t>(at - rows.begin());
    };
    Eigen::Index next = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows_[rows[i]];
        q[i] = z.segment(next, row.size);
        next += row.size;
        if (row.size > 0) row.L.triangularView<Eigen::Lower>().transpose().solveInPlace(q[i]);
        q[i] /= root(row);
        if (i > 0) {
            const size_t p = place_of_parent(row);
            const Vec6 a = motion[p] + row.ride * q[p];
            motion[i] << row.turn * a.head<3>(),
                row.turn * (a.tail<3>() + a.head<3>().cross(row.arm));
        }
        wrench[i] = row.factors.mass * (row.I * motion[i] + row.C * q[i]);
        force[i] = row.factors.mass * (row.C.transpose() * motion[i] + row.M * q[i]);
    }
    Eigen::VectorXd out(z.size());
    for (size_t i = rows.size(); i-- > 0;) {
        const Row& row = rows_[rows[i]];
        if (i > 0) {
            const size_t p = place_of_parent(row);
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

SubtreeMode SubtreeFrequency::lowest(size_t first) const {
    const std::vector<size_t> rows = subtree(first);
    Eigen::Index n = 0, own = 0;
    for (const size_t i : rows) {
        n += rows_[i].size;
        if (rows_[i].domain == rows_[first].domain) own = n;
    }
    const auto [inverse, z] =
        largest_eigenvalue(n, [&](const Eigen::VectorXd& from) { return apply(rows, from); });
    return {1 / (2 * std::numbers::pi * std::sqrt(inverse)),
            z.head(own).squaredNorm() / z.squaredNorm()};
}

}  // namespace thigmo
