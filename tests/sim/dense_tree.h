// The tree recursion's problem assembled as one dense system from its inputs: the reference that
// shares nothing with the passes.
#pragma once

#include <Eigen/Dense>

#include "thigmo/sim/tree_recursion.h"

namespace thigmo {

using DenseReal = long double;
using DenseMatrix = Eigen::Matrix<DenseReal, Eigen::Dynamic, Eigen::Dynamic>;
using DenseVector = Eigen::Matrix<DenseReal, Eigen::Dynamic, 1>;

/// A y + b = 0 with y = (q̈, acceleration of the base).
struct DenseTree {
    DenseMatrix matrix;
    DenseVector constant;
    Eigen::Index coordinates = 0;

    /// q̈ under a given acceleration of the base.
    DenseVector held(const DenseVector& base) const {
        const auto n = coordinates;
        const DenseVector right = -constant.head(n) - matrix.topRightCorner(n, 6) * base;
        return matrix.topLeftCorner(n, n).ldlt().solve(right);
    }
    /// (q̈, acceleration of the base), the base free.
    DenseVector free() const { return matrix.ldlt().solve(-constant); }
};

/// Every frame's acceleration is affine in y: frame = linear · y + drift; virtual power of all
/// bodies gives the rows.
template <class Real>
DenseTree dense_tree(TreeRecursion<Real>& tree) {
    const auto n = Eigen::Index(tree.coordinates());
    struct Frame {
        DenseMatrix linear;
        DenseVector drift;
    };
    const auto dense = [](const auto& m) { return DenseMatrix(m.template cast<DenseReal>()); };
    std::vector<Frame> frames(tree.size());
    DenseTree out{DenseMatrix::Zero(n + 6, n + 6), DenseVector::Zero(n + 6), n};
    out.matrix.bottomRightCorner(6, 6) = dense(tree.base_inertia);
    out.constant.tail(6) = dense(tree.base_force);
    for (size_t i = 0; i < tree.size(); ++i) {
        const auto& body = tree.bodies[i];
        const RecursionRow& row = tree.row(i);
        Frame frame{DenseMatrix::Zero(6, n + 6), DenseVector::Zero(6)};
        frame.linear.rightCols(6).setIdentity();
        if (row.parent >= 0) {
            const size_t p = size_t(row.parent);
            frame = frames[p];
            if (tree.row(p).kind == Coordinates::deformation)
                frame.linear.middleCols(Eigen::Index(tree.first(p)), tree.row(p).coordinates) +=
                    dense(tree.ride(i));
        }
        DenseMatrix X = DenseMatrix::Zero(6, 6);
        const DenseMatrix turn = dense(body.turn);
        const Eigen::Matrix<DenseReal, 3, 1> arm = body.arm.template cast<DenseReal>();
        X.topLeftCorner(3, 3) = X.bottomRightCorner(3, 3) = turn;
        X.bottomLeftCorner(3, 3) = -turn * cross_matrix(arm);
        frame.linear = X * frame.linear;
        frame.drift = X * frame.drift + dense(body.drift);
        const auto first = Eigen::Index(tree.first(i));
        const auto own = dense(tree.own(i)), implicit = dense(tree.implicit(i));
        const DenseMatrix inertia = dense(body.inertia);
        out.matrix.block(first, first, own.cols(), own.cols()) += implicit;
        out.constant.segment(first, own.cols()) += dense(tree.force(i));
        if (row.kind == Coordinates::joint) {
            frame.linear.middleCols(first, own.cols()) += own;
        } else {
            const DenseMatrix cross = frame.linear.transpose() * own;
            out.matrix.middleCols(first, own.cols()) += cross;
            out.matrix.middleRows(first, own.cols()) += cross.transpose();
            out.constant.segment(first, own.cols()) += own.transpose() * frame.drift;
        }
        out.matrix += frame.linear.transpose() * inertia * frame.linear;
        out.constant +=
            frame.linear.transpose() * (inertia * frame.drift + DenseVector(dense(body.force)));
        frames[i] = frame;
    }
    return out;
}

}  // namespace thigmo
