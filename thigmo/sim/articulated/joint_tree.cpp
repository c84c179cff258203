// Kinematics and the solve of bodies on revolute joints. All in world axes: a frame's turn from its
// parent's is the identity, and only arms remain.
#include "thigmo/sim/articulated/joint_tree.h"

#include <cmath>

namespace thigmo {

namespace {

std::vector<RecursionRow> recursion_rows(const std::vector<JointBody>& bodies) {
    std::vector<RecursionRow> rows;
    for (const JointBody& body : bodies)
        rows.push_back({body.parent, body.axes, Coordinates::joint});
    return rows;
}

}  // namespace

JointTree::JointTree(std::vector<JointBody> bodies, bool free_base)
    : bodies_(std::move(bodies)),
      free_base_(free_base),
      frames_(bodies_.size()),
      recursion_(recursion_rows(bodies_)) {
    recursion_.same_axes = true;
    const size_t n = recursion_.coordinates();
    for (auto* all : {&q_, &qd_, &qdd_, &old_q_, &old_qd_, &old_qdd_, &scratch_.q, &scratch_.qd,
                      &scratch_.s, &scratch_.e, &scratch_.a1, &scratch_.a2})
        all->assign(n, 0);
    place(q_, qd_);
}

void JointTree::set_springs(size_t i, const Vec3& stiffness, const Vec3& damping,
                            const Vec3& rest) {
    bodies_[i].stiffness = stiffness;
    bodies_[i].damping = damping;
    bodies_[i].spring_rest = rest;
}

void JointTree::set_state(std::span<const double> angles, std::span<const double> velocities) {
    THIGMO_ASSERT(angles.size() == q_.size() && velocities.size() == q_.size());
    std::copy(angles.begin(), angles.end(), q_.begin());
    std::copy(velocities.begin(), velocities.end(), qd_.begin());
    started_ = false;
    place(q_, qd_);
}

void JointTree::set_accelerations(std::span<const double> accelerations) {
    THIGMO_ASSERT(accelerations.size() == q_.size());
    std::copy(accelerations.begin(), accelerations.end(), qdd_.begin());
    started_ = true;
}

void JointTree::set_base(const Start& base) {
    base_ = base;
    place(q_, qd_);
}

JointTree::Frame JointTree::base_frame() const {
    Frame frame = {};
    frame.axes = base_.placement.rotation.toRotationMatrix();
    frame.origin = base_.placement.translation;
    frame.velocity = base_.velocity;
    frame.angular = base_.angular_velocity;
    return frame;
}

/// An axis that the turn before it carries with angular velocity ω changes by ω × s; the joint's
/// turning rates q̇ thus drift by Σ ω × s q̇.
JointTree::Frame JointTree::placed(const Frame& parent, const JointBody& body, const double* q,
                                   const double* qd) const {
    Frame frame;
    frame.arm = parent.axes * body.place;
    frame.origin = parent.origin + frame.arm;
    const Vec3 swing = parent.angular.cross(frame.arm);
    frame.velocity = parent.velocity + swing;
    frame.linear_drift = parent.angular.cross(swing);
    frame.angular = parent.angular;
    frame.angular_drift.setZero();
    frame.axes = parent.axes * body.rest.toRotationMatrix();
    for (int k = 0; k < body.axes; ++k) {
        const Vec3& axis = body.axis[size_t(k)];
        const Vec3 turning = frame.axes * axis, rate = turning * qd[k];
        frame.turning[size_t(k)] = turning;
        frame.angular_drift += frame.angular.cross(rate);
        frame.angular += rate;
        frame.axes = frame.axes * Eigen::AngleAxisd(q[k], axis).toRotationMatrix();
    }
    frame.centre = frame.axes * body.centre;
    const Mat3 lever = cross_matrix(frame.centre);
    frame.inertia = frame.axes * body.inertia * frame.axes.transpose() - body.mass * lever * lever;
    return frame;
}

void JointTree::place(std::span<const double> q, std::span<const double> qd) {
    const Frame base = base_frame();
    for (size_t i = 0; i < size(); ++i) {
        const int p = bodies_[i].parent;
        frames_[i] = placed(p < 0 ? base : frames_[size_t(p)], bodies_[i], q.data() + first(i),
                            qd.data() + first(i));
    }
}

bool JointTree::solve(const Stage& stage, const JointForces& forces,
                      std::span<double> accelerations) {
    place(stage.q, stage.qd);
    for (size_t i = 0; i < size(); ++i) {
        const Frame& frame = frames_[i];
        const JointBody& given = bodies_[i];
        const double m = given.mass;
        auto& body = recursion_.bodies[i];
        const Mat3 lever = m * cross_matrix(frame.centre);
        body.arm = frame.arm;
        body.drift << frame.angular_drift, frame.linear_drift;
        body.inertia << frame.inertia, lever, -lever, m * Mat3::Identity();
        const Vec3& w = frame.angular;
        body.force << w.cross(frame.inertia * w), m * w.cross(w.cross(frame.centre));
        if (!forces.loads.empty()) {
            body.force.head<3>() -= forces.loads[i].moment;
            body.force.tail<3>() -= forces.loads[i].force;
        }
        auto own = recursion_.own(i);
        auto implicit = recursion_.implicit(i);
        auto force = recursion_.force(i);
        implicit.setZero();
        for (int k = 0; k < given.axes; ++k) {
            const size_t at = first(i) + size_t(k);
            own.col(k) << frame.turning[size_t(k)], Vec3::Zero();
            const double bent = stage.q[at] - given.spring_rest[k] + stage.s[at];
            force[k] = given.stiffness[k] * bent + given.damping[k] * stage.e[at];
            implicit(k, k) = stage.c2 * given.stiffness[k] + stage.c1 * given.damping[k];
        }
    }
    Eigen::Matrix<double, 6, 1> base;
    base << forces.base_angular_acceleration, forces.base_acceleration - forces.gravity;
    if (!(free_base_ ? recursion_.solve_free() : recursion_.solve_held(base))) {
        failed_ = recursion_.failed();
        return false;
    }
    const auto found = recursion_.coordinate_accelerations();
    std::copy(found.begin(), found.end(), accelerations.begin());
    return true;
}

bool JointTree::solve(const JointForces& forces, std::span<double> accelerations) {
    std::fill(scratch_.s.begin(), scratch_.s.end(), 0.0);
    return solve({q_, qd_, scratch_.s, qd_, 0, 0}, forces, accelerations);
}

Vec3 JointTree::velocity(size_t i, const Vec3& point) const {
    return frames_[i].velocity + frames_[i].angular.cross(point - frames_[i].origin);
}

Wrench JointTree::carried(size_t i) const {
    const Eigen::Matrix<double, 6, 1> wrench = recursion_.carried(i);
    return {wrench.tail<3>(), wrench.head<3>()};
}

Energy JointTree::energy(const Vec3& gravity) const {
    Energy energy;
    for (size_t i = 0; i < size(); ++i) {
        const Frame& frame = frames_[i];
        const JointBody& body = bodies_[i];
        const Vec3 w = frame.angular, v = frame.velocity;
        energy.kinetic += 0.5 * w.dot(frame.inertia * w) + 0.5 * body.mass * v.squaredNorm() +
                          body.mass * v.dot(w.cross(frame.centre));
        energy.gravity -= body.mass * gravity.dot(frame.origin + frame.centre);
        for (int k = 0; k < body.axes; ++k) {
            const double bent = q_[first(i) + size_t(k)] - body.spring_rest[k];
            energy.elastic += 0.5 * body.stiffness[k] * bent * bent;
        }
    }
    return energy;
}

}  // namespace thigmo
