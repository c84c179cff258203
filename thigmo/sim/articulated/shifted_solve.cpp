// Elimination from tips to the base, and back.
#include "thigmo/sim/articulated/shifted_solve.h"

#include <Eigen/LU>

#include "thigmo/mechanics/cross_matrix.h"
#include "thigmo/sim/solid.h"

namespace thigmo {

ShiftedSolve::ShiftedSolve(const Bodies& bodies, const TurnInertia& inertia,
                           const TurnBlocks& stiffness, double shift)
    : parent_(bodies.parent.span()), arm_(inertia.arms()), rows_(bodies.size()) {
    std::vector<Mat6> left(bodies.size(), Mat6::Zero());
    for (size_t i = bodies.size(); i-- > 0;) {
        Mat6 Q = left[i] + shift * spatial_inertia(inertia.own()[i]);
        Q.topLeftCorner<3, 3>() += stiffness.diagonal[i];
        rows_[i].inverse = Q.topLeftCorner<3, 3>().inverse();
        rows_[i].lean.setZero();
        if (!parent_[i].exists()) continue;
        Eigen::Matrix<double, 3, 6> ride;  // u of the parent's turn and displacement
        ride << -cross_matrix<double>(arm_[i]), Mat3::Identity();
        Eigen::Matrix<double, 3, 6> on = Q.topRightCorner<3, 3>() * ride;
        on.leftCols<3>() += stiffness.coupling[i].transpose();
        rows_[i].lean = rows_[i].inverse * on;
        left[parent_[i].value] +=
            ride.transpose() * Q.bottomRightCorner<3, 3>() * ride - on.transpose() * rows_[i].lean;
    }
}

void ShiftedSolve::solve(const Turns& forces, Turns& turns) const {
    const size_t n = rows_.size();
    turns.resize(n);
    moved_.resize(n);
    pushed_.assign(n, Vec6::Zero());
    for (size_t i = n; i-- > 0;) {
        pushed_[i].head<3>() += forces[i];
        if (!parent_[i].exists()) continue;
        const Vec3 moment = pushed_[i].head<3>(), force = pushed_[i].tail<3>();
        Vec6& below = pushed_[parent_[i].value];
        below -= rows_[i].lean.transpose() * moment;
        below.head<3>() += arm_[i].cross(force);
        below.tail<3>() += force;
    }
    for (size_t i = 0; i < n; ++i) {
        Vec3 shift = Vec3::Zero();
        turns[i] = rows_[i].inverse * pushed_[i].head<3>();
        if (parent_[i].exists()) {
            const Vec6& base = moved_[parent_[i].value];
            turns[i] -= rows_[i].lean * base;
            shift = base.tail<3>() + Vec3(base.head<3>()).cross(arm_[i]);
        }
        moved_[i] << turns[i], shift;
    }
}

}  // namespace thigmo
