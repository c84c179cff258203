// Blades on the sections of moving bodies.
#include <Eigen/Geometry>
#include <algorithm>

#include "thigmo/sim/reduced/tree.h"

namespace thigmo {
namespace {

/// Angular and linear parts in a mounted child's axes, of its origin.
Vec6 carried_over(const MountedFrame& frame, const Vec6& motion) {
    const Vec3 turn = motion.head<3>(), shift = motion.tail<3>();
    Vec6 moved;
    moved << frame.turn * turn, frame.turn * (shift + turn.cross(frame.arm));
    return moved;
}

}  // namespace

BladeStage ReducedTree::blade_stage(const Stage& stage, size_t k) const {
    const Eigen::Index row = blade_row(k);
    return {
        turns_[k], stage.q.segment<3>(row), stage.v.segment<3>(row), {stage.c_rate, stage.c_place}};
}

BladeMotion ReducedTree::blade(size_t k) const {
    return {turns_[k], state_.v.segment<3>(blade_row(k))};
}

void ReducedTree::set_blade(size_t k, const BladeMotion& motion) {
    turns_[k] = motion.turn;
    state_.q.segment<3>(blade_row(k)).setZero();
    state_.v.segment<3>(blade_row(k)) = motion.rate;
}

SeatMotion ReducedTree::seat_motion(const ReducedSeat& seat, const Seat& now,
                                    const State& at) const {
    const size_t i = seat.body;
    Vec6 twist;
    twist << frames_[i].spin, frames_[i].velocity;
    twist = carried_over(now.frame, twist + now.frame.rate);
    SeatMotion motion;
    motion.centre = seat.centre;
    motion.spin = twist.head<3>();
    motion.velocity = twist.tail<3>();
    motion.felt = carried_over(now.frame, felt_[i] + now.ride * of(at.a, i)) + now.frame.drift;
    return motion;
}

/// Puts what a body feels of its blades in its equation.
void ReducedTree::add_blades(size_t i, const Stage& stage, const State& at,
                             const TreeLoads& loads) {
    const ReducedBody& body = bodies_.bodies[i];
    for (uint32_t s = body.first_seat; s < body.first_seat + body.seats; ++s) {
        const ReducedSeat& seat = bodies_.seats[s];
        Seat& now = seats_[s];
        now.ride.resize(6, body.size);
        now.exists = mount(seat.face, seat.mount, own(at.q, i), own(at.v, i), frames_[i].spin,
                           now.frame, {now.ride.data(), 6, body.size});
        if (!now.exists) continue;
        const SeatMotion motion = seat_motion(seat, now, at);
        BladePush push;
        push.axes = frames_[i].axes * now.frame.turn.transpose();
        push.origin = frames_[i].origin + frames_[i].axes * now.frame.arm;
        push.loads = loads.blades;
        Mat6 inertia = Mat6::Zero();
        Vec6 force = Vec6::Zero();
        for (uint32_t k = seat.first; k < seat.first + seat.count; ++k) {
            const Blade& blade = bodies_.blades[k];
            Vec3 wind;
            if (!loads.air.empty()) {
                wind = push.axes.transpose() * loads.air[blade.patch].wind;
                push.wind = &wind;
            }
            found_[k] = at.a.segment<3>(blade_row(k));
            condensed_[k] = condense_settled(blade, k, blade_stage(stage, k), stalks_[k], motion,
                                             push, found_[k]);
            inertia += condensed_[k].inertia;
            force += condensed_[k].force;
        }
        force += inertia * now.frame.drift;
        Mat6 X = Mat6::Zero();  // from motions of the body's frame
        X.topLeftCorner<3, 3>() = X.bottomRightCorner<3, 3>() = now.frame.turn;
        X.bottomLeftCorner<3, 3>() = -now.frame.turn * cross_matrix(now.frame.arm);
        const Mat6 I = X.transpose() * inertia * X;
        const Vec6 p = X.transpose() * force;
        const Eigen::Matrix<double, 6, Eigen::Dynamic> C = I * now.ride;
        BodyEquation out = equation(i);
        out.I += I;
        out.p += p;
        out.C += C;
        out.M.triangularView<Eigen::Lower>() += now.ride.transpose() * C;
        out.p_q += now.ride.transpose() * p;
    }
}

/// Accelerations of the blades that bodies of a part carry, from theirs.
void ReducedTree::follow_blades(uint32_t part) {
    for (const uint32_t i : recursion_.parts().rows[part]) {
        const ReducedBody& body = bodies_.bodies[i];
        for (uint32_t s = body.first_seat; s < body.first_seat + body.seats; ++s) {
            const Seat& now = seats_[s];
            if (!now.exists) continue;
            const Vec6 a =
                carried_over(now.frame, recursion_.acceleration(i) +
                                            now.ride * recursion_.coordinate_acceleration(i)) +
                now.frame.drift;
            const ReducedSeat& seat = bodies_.seats[s];
            for (uint32_t k = seat.first; k < seat.first + seat.count; ++k)
                found_[k] = condensed_[k].acceleration(a);
        }
    }
}

/// Gives the state the accelerations found. Whether Newton's method has converged is told by the
/// bodies: with their motion that of blades is settled.
void ReducedTree::take_blades(State& at) const {
    for (size_t k = 0; k < found_.size(); ++k) at.a.segment<3>(blade_row(k)) = found_[k];
}

/// Small turns that the last stage has reached become part of the blades' rotations.
void ReducedTree::turn_blades(const Stage& stage) {
    for (size_t k = 0; k < turns_.size(); ++k) {
        auto turn = at_.q.segment<3>(blade_row(k));
        const Vec3 last = stage.c_rate * at_.v.segment<3>(blade_row(k));
        turns_[k] = turned_on(last, turned_on(turn - last, turns_[k]));
        turn.setZero();
    }
}

void ReducedTree::add_blade_energy(const Vec3& gravity, Energy& sum) const {
    for (const ReducedSeat& seat : bodies_.seats) {
        const size_t i = seat.body;
        Seat now;
        now.ride.resize(6, bodies_.bodies[i].size);
        if (!mount(seat.face, seat.mount, own(state_.q, i), own(state_.v, i), frames_[i].spin,
                   now.frame, {now.ride.data(), 6, bodies_.bodies[i].size}))
            continue;
        const SeatMotion motion = seat_motion(seat, now, state_);
        const Mat3 axes = frames_[i].axes * now.frame.turn.transpose();
        const Vec3 origin = frames_[i].origin + frames_[i].axes * now.frame.arm;
        for (uint32_t k = seat.first; k < seat.first + seat.count; ++k) {
            const Energy own =
                energy_of(bodies_.blades[k], blade(k), stalks_[k], motion, axes, origin, gravity);
            sum.kinetic += own.kinetic;
            sum.elastic += own.elastic;
            sum.gravity += own.gravity;
        }
    }
}

}  // namespace thigmo
