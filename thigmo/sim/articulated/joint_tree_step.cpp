// Integrators of bodies on revolute joints, all on one linearly implicit solve.
#include <algorithm>
#include <cmath>

#include "thigmo/sim/articulated/joint_tree.h"

namespace thigmo {

namespace {

/// out = a x + y, entry by entry.
void combine(double a, std::span<const double> x, std::span<const double> y,
             std::span<double> out) {
    for (size_t k = 0; k < out.size(); ++k) out[k] = a * x[k] + y[k];
}

}  // namespace

/// A body whose angles are not numbers; −1 for the base, the number of bodies where all are.
int JointTree::first_not_finite() const {
    for (size_t i = 0; i < size(); ++i)
        for (size_t k = first(i); k < first(i) + size_t(bodies_[i].axes); ++k)
            if (!std::isfinite(q_[k]) || !std::isfinite(qd_[k]) || !std::isfinite(qdd_[k]))
                return int(i);
    const bool fine = base_.placement.translation.allFinite() && base_.velocity.allFinite() &&
                      base_.placement.rotation.coeffs().allFinite() &&
                      base_.angular_velocity.allFinite();
    return fine ? int(size()) : -1;
}

/// A free base to first order, whatever the joints' integrator; a held one goes as it is driven,
/// the same way in one step or several.
void JointTree::advance_base(double dt, const JointForces& forces) {
    Vec3 turning = forces.base_angular_acceleration, linear = forces.base_acceleration;
    if (free_base_) {
        turning = recursion_.base_acceleration().head<3>();
        linear = recursion_.base_acceleration().tail<3>() + forces.gravity;
    }
    const double share = free_base_ ? 1 : 0.5;  // of the change that the way has
    base_.placement.translation += dt * (base_.velocity + share * dt * linear);
    const Vec3 turn = dt * (base_.angular_velocity + share * dt * turning);
    base_.velocity += dt * linear;
    base_.angular_velocity += dt * turning;
    if (const double angle = turn.norm(); angle > 0)
        base_.placement.rotation =
            (Eigen::AngleAxisd(angle, turn / angle) * base_.placement.rotation).normalized();
}

bool JointTree::step(Integrator integrator, double dt, const JointForces& forces) {
    old_q_ = q_;
    old_qd_ = qd_;
    old_qdd_ = qdd_;
    const Start old_base = base_;
    const bool was_started = started_;
    bool fine = advance(integrator, dt, forces);
    if (fine) {
        advance_base(dt, forces);
        failed_ = first_not_finite();
        fine = failed_ == int(size());
    }
    if (!fine) {
        q_ = old_q_;
        qd_ = old_qd_;
        qdd_ = old_qdd_;
        base_ = old_base;
        started_ = was_started;
    }
    place(q_, qd_);
    return fine;
}

bool JointTree::advance(Integrator integrator, double dt, const JointForces& forces) {
    switch (integrator) {
        case Integrator::semi_implicit_euler:
            return semi_implicit_euler(dt, forces);
        case Integrator::backward_euler:
            return backward_euler(dt, forces);
        case Integrator::midpoint:
            return midpoint(dt, forces);
        case Integrator::rosenbrock:
            return rosenbrock(dt, forces);
        case Integrator::tr_bdf2:
            return tr_bdf2(dt, forces);
    }
    return false;
}

/// Explicit in the forces: q̇ += dt q̈(q, q̇), q += dt q̇ ([Garcia2023] 7.2.2).
bool JointTree::semi_implicit_euler(double dt, const JointForces& forces) {
    if (!solve(forces, qdd_)) return false;
    combine(dt, qdd_, qd_, qd_);
    combine(dt, qd_, q_, q_);
    return true;
}

bool JointTree::backward_euler(double dt, const JointForces& forces) {
    auto& s = scratch_.s;
    for (size_t k = 0; k < s.size(); ++k) s[k] = dt * qd_[k];
    if (!solve({q_, qd_, s, qd_, dt, dt * dt}, forces, qdd_)) return false;
    combine(dt, qdd_, qd_, qd_);
    combine(dt, qd_, q_, q_);
    return true;
}

/// The implicit midpoint rule with two linear solves: the second, about the midpoint that the first
/// found, makes it second order.
bool JointTree::midpoint(double dt, const JointForces& forces) {
    auto& [q, qd, s, e, a1, a2] = scratch_;
    const double h = dt / 2;
    for (size_t k = 0; k < s.size(); ++k) s[k] = h * qd_[k];
    if (!solve({q_, qd_, s, qd_, h, h * h}, forces, a1)) return false;
    for (size_t k = 0; k < s.size(); ++k) {
        qd[k] = qd_[k] + h * a1[k];
        q[k] = q_[k] + h * qd[k];
        s[k] = -h * h * a1[k];
        e[k] = qd_[k];
    }
    if (!solve({q, qd, s, e, h, h * h}, forces, qdd_)) return false;
    for (size_t k = 0; k < s.size(); ++k) {
        q_[k] += dt * (qd_[k] + h * qdd_[k]);
        qd_[k] += dt * qdd_[k];
    }
    return true;
}

/// Trapezium to 2γ dt, then the second backward difference: two linear solves, L-stable, second
/// order. Goes on from the accelerations of the step before; the first come from an implicit solve,
/// as an explicit one of a stiff rod would throw it off.
bool JointTree::tr_bdf2(double dt, const JointForces& forces) {
    auto& [q, qd, s, e, a2, a3] = scratch_;
    const size_t n = q_.size();
    if (!started_) {
        const double h = dt / 2;
        for (size_t k = 0; k < n; ++k) s[k] = 0;
        if (!solve({q_, qd_, s, qd_, h, h * h}, forces, qdd_)) return false;
        started_ = true;
    }
    const double gamma = 1 - std::sqrt(0.5), weight = std::sqrt(2.0) / 4, g = gamma * dt;
    for (size_t k = 0; k < n; ++k) {
        qd[k] = qd_[k] + 2 * g * qdd_[k];
        q[k] = q_[k] + 2 * g * qd_[k] + 2 * g * g * qdd_[k];
        s[k] = -g * g * qdd_[k];
        e[k] = qd[k] - g * qdd_[k];
    }
    if (!solve({q, qd, s, e, g, g * g}, forces, a2)) return false;
    for (size_t k = 0; k < n; ++k) {
        const double qd2 = qd_[k] + g * (qdd_[k] + a2[k]);
        const double guess = a2[k] + (dt - 2 * g) / (2 * g) * (a2[k] - qdd_[k]);
        e[k] = qd_[k] + weight * dt * (qdd_[k] + a2[k]);
        qd[k] = e[k] + g * guess;
        q[k] = q_[k] + weight * dt * (qd_[k] + qd2) + g * qd[k];
        s[k] = -g * g * guess;
    }
    if (!solve({q, qd, s, e, g, g * g}, forces, a3)) return false;
    for (size_t k = 0; k < n; ++k) {
        const double qd2 = qd_[k] + g * (qdd_[k] + a2[k]), before = qd_[k];
        qd_[k] += weight * dt * (qdd_[k] + a2[k]) + g * a3[k];
        q_[k] += weight * dt * (before + qd2) + g * qd_[k];
        qdd_[k] = a3[k];
    }
    return true;
}

/// Two-stage Rosenbrock W-method, L-stable, second order; needs no accelerations to go on from.
bool JointTree::rosenbrock(double dt, const JointForces& forces) {
    auto& [q, qd, s, e, a1, a2] = scratch_;
    const size_t n = q_.size();
    const double g = (1 - std::sqrt(0.5)) * dt;
    for (size_t k = 0; k < n; ++k) s[k] = g * qd_[k];
    if (!solve({q_, qd_, s, qd_, g, g * g}, forces, a1)) return false;
    for (size_t k = 0; k < n; ++k) {
        const double slope = qd_[k] + g * a1[k];
        q[k] = q_[k] + dt * slope;
        qd[k] = qd_[k] + dt * a1[k];
        s[k] = g * (qd[k] - 2 * slope) - 2 * g * g * a1[k];
        e[k] = qd[k] - 2 * g * a1[k];
    }
    if (!solve({q, qd, s, e, g, g * g}, forces, a2)) return false;
    for (size_t k = 0; k < n; ++k) {
        const double slope = qd_[k] + g * a1[k], change = a2[k] - 2 * a1[k];
        const double second = qd[k] - 2 * slope + g * change;
        qdd_[k] = 1.5 * a1[k] + 0.5 * change;
        qd_[k] += dt * qdd_[k];
        q_[k] += dt * (1.5 * slope + 0.5 * second);
    }
    return true;
}

}  // namespace thigmo
