// A blade's equation and what its seat feels of it.
#include "thigmo/sim/blade.h"

#include <Eigen/Cholesky>
#include <cmath>
#include <vector>

#include "thigmo/mechanics/cross_matrix.h"

namespace thigmo {
namespace {

/// Rotation vector of at most half a turn.
Vec3 turn_vector(const Quat& turn) {
    const double sine = turn.vec().norm();
    const double sign = turn.w() < 0 ? -1 : 1;
    if (sine < 1e-12) return sign * 2 * turn.vec();
    return sign * 2 * std::atan2(sine, sign * turn.w()) / sine * turn.vec();
}

/// (∂φ/∂θ)ᵀ m for a small turn θ of the blade in its own axes: m − ½ φ×m + c φ×(φ×m),
/// c = 1/φ² − cot(φ/2)/(2φ).
Vec3 moment_on_turn(const Vec3& phi, const Vec3& m) {
    const double angle = phi.norm();
    const double c =
        angle < 1e-3 ? 1.0 / 12 : 1 / (angle * angle) - 1 / (2 * angle * std::tan(0.5 * angle));
    const Vec3 across = phi.cross(m);
    return m - 0.5 * across + c * phi.cross(across);
}

/// (−[d], 1): the acceleration of a point d per that of the hinge.
Eigen::Matrix<double, 3, 6> point_map(const Vec3& d) {
    Eigen::Matrix<double, 3, 6> P;
    P << -cross_matrix(d), Mat3::Identity();
    return P;
}

Vec6 wrench_of(const Vec3& moment, const Vec3& force) {
    Vec6 wrench;
    wrench << moment, force;
    return wrench;
}

/// Velocity of a point of the blade (seen from the hinge, now), in the seat's axes.
Vec3 velocity_of(const Blade& blade, const BladeMotion& now, const SeatMotion& seat,
                 const Vec3& point) {
    return seat.velocity + seat.spin.cross(blade.hinge - seat.centre + point) +
           now.rate.cross(point);
}

/// Drag where the blade moves through a wind, in the seat's axes.
BladeForce drag_on(const Blade& blade, const BladeMotion& now, const SeatMotion& seat,
                   const Vec3& wind, const StageReach& reach) {
    BladeForce at;
    at.point = now.turn * blade.drag_centre;
    const DragWithSlope drag =
        drag_with_slope(blade.drag, velocity_of(blade, now, seat, at.point) - wind);
    at.force = drag.force;
    at.slope = reach.rate * drag.slope;
    return at;
}

BladeForce load_on(const Blade& blade, const BladeMotion& now, const SeatMotion& seat,
                   const BladePush& push, const BladeLoad& bound, const StageReach& reach) {
    const Load& load = bound.load;
    const Mat3 &axes = push.axes, back = axes.transpose();
    BladeForce at;
    at.point = now.turn * bound.place;
    const Vec3 x = push.origin + axes * (blade.hinge - seat.centre + at.point);
    const Vec3 u = axes * velocity_of(blade, now, seat, at.point);
    at.force = back * (load.force - load.stiffness * (x - load.point) -
                       load.damping * (u - load.velocity));
    at.moment = back * load.torque;
    at.slope = back * (reach.place * load.stiffness + reach.rate * load.damping) * axes;
    return at;
}

}  // namespace

Mat6 arm_map(const Vec3& arm) {
    Mat6 X = Mat6::Identity();
    X.bottomLeftCorner<3, 3>() = -cross_matrix(arm);
    return X;
}

Quat turned_on(const Vec3& by, const Quat& turn) {
    const double angle = by.norm();
    if (!(angle > 0)) return turn;
    return (Quat(Eigen::AngleAxisd(angle, by / angle)) * turn).normalized();
}

Vec3 stalk_torque(const Blade& blade, const Quat& turn) {
    const Vec3 phi = turn_vector(blade.rest.conjugate() * turn);
    return -(turn * moment_on_turn(phi, blade.stiffness * phi));
}

CondensedBlade condense(const Blade& blade, const BladeMotion& now, const Vec3& before,
                        double stiffness, const SeatMotion& seat, const StageReach& reach,
                        std::span<const BladeForce> forces) {
    const Mat3 R = now.turn.toRotationMatrix();
    const Solid solid = turned(blade.solid, R);
    const Mat3 K = stiffness * R * blade.stiffness * R.transpose();
    const Vec3 arm = blade.hinge - seat.centre, &w = now.rate, omega = seat.spin + w;
    const Vec3 carried = seat.spin.cross(w), swing = seat.spin.cross(seat.spin.cross(arm));
    Mat6 I = spatial_inertia(solid);
    Vec6 p = I * wrench_of(carried, swing) +
             wrench_of(omega.cross(solid.inertia * omega), omega.cross(omega.cross(solid.first)));
    Vec6 old = seat.felt;
    old.tail<3>() += seat.felt.head<3>().cross(arm);
    old.head<3>() += before;
    for (const BladeForce& at : forces) {
        const Eigen::Matrix<double, 3, 6> P = point_map(at.point);
        I.noalias() += P.transpose() * at.slope * P;
        p.noalias() -= P.transpose() * (at.force + at.slope * (P * old));
        p.head<3>() -= at.moment;
    }
    const Mat3 N = (reach.rate * blade.viscosity + reach.place) * K;
    const Vec3 torque =
        stiffness * stalk_torque(blade, now.turn) - blade.viscosity * (K * w) + N * before;
    const Eigen::LDLT<Mat3> H(I.topLeftCorner<3, 3>() + N);
    const Eigen::Matrix<double, 3, 6> gain = H.solve(I.topRows<3>());
    CondensedBlade out;
    const Vec3 own = H.solve(torque - p.head<3>());
    const Mat6 left = I - I.leftCols<3>() * gain;
    const Vec6 force = p + I.leftCols<3>() * own;
    const Mat6 X = arm_map(arm);
    out.inertia.noalias() = X.transpose() * left * X;
    out.inertia = (0.5 * (out.inertia + out.inertia.transpose())).eval();
    out.force = X.transpose() * force;
    out.follow = gain * X;
    out.own = own;
    return out;
}

BladeMotion BladeStage::at(const Vec3& acceleration) const {
    const Vec3 w = rate + reach.rate * acceleration, last = reach.rate * w;
    const Vec3 before = turn + reach.place * acceleration - last;
    return {turned_on(last, turned_on(before, begin)), w};
}

CondensedBlade condense_settled(const Blade& blade, uint32_t k, const BladeStage& stage,
                                double stiffness, const SeatMotion& seat, const BladePush& push,
                                Vec3& acceleration) {
    constexpr double near = 1e-7;  // rad
    constexpr int most_iterates = 20;
    std::vector<BladeForce> forces;
    for (int iterate = 0;; ++iterate) {
        const BladeMotion now = stage.at(acceleration);
        forces.clear();
        if (push.wind) forces.push_back(drag_on(blade, now, seat, *push.wind, stage.reach));
        for (const BladeLoad& load : push.loads)
            if (load.blade == k)
                forces.push_back(load_on(blade, now, seat, push, load, stage.reach));
        const CondensedBlade found =
            condense(blade, now, acceleration, stiffness, seat, stage.reach, forces);
        const Vec3 next = found.acceleration(seat.felt);
        const double change = stage.reach.place * (next - acceleration).norm();
        if (!(change > near) || iterate == most_iterates) return found;
        acceleration = next;
    }
}

Rigid blade_motion(const Blade& blade, const BladeMotion& now, const Rigid& seat) {
    const Quat rotation = (seat.rotation * now.turn).normalized();
    return {rotation, seat * blade.hinge - rotation * blade.hinge};
}

Energy energy_of(const Blade& blade, const BladeMotion& now, double stiffness,
                 const SeatMotion& seat, const Mat3& up, const Vec3& centre, const Vec3& gravity) {
    const Solid solid = turned(blade.solid, now.turn.toRotationMatrix());
    const Vec3 arm = blade.hinge - seat.centre;
    const Vec6 twist = wrench_of(seat.spin + now.rate, seat.velocity + seat.spin.cross(arm));
    const Vec3 phi = turn_vector(blade.rest.conjugate() * now.turn);
    Energy energy;
    energy.kinetic = 0.5 * twist.dot(spatial_inertia(solid) * twist);
    energy.elastic = 0.5 * stiffness * phi.dot(blade.stiffness * phi);
    energy.gravity = -gravity.dot(solid.mass * (centre + up * arm) + up * solid.first);
    return energy;
}

void hold_blade(Blade& blade, const Vec3& gravity) {
    const Vec3 moment = blade.solid.first.cross(gravity);
    const Eigen::LDLT<Mat3> K(blade.stiffness);
    Vec3 m = moment, phi = Vec3::Zero();
    for (int round = 0; round < 50; ++round) {
        phi = K.solve(m);
        m += moment - moment_on_turn(phi, m);
    }
    blade.rest = turned_on(-phi, Quat::Identity());
}

}  // namespace thigmo
