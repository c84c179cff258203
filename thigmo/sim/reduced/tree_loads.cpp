// Air and point loads on the bodies of a tree.
#include <array>

#include "thigmo/sim/reduced/tree.h"

namespace thigmo {
namespace {

constexpr size_t most_forces = 6;  // put on a body at once

}  // namespace

/// A force at a point of a body (body's axes), linear about the point's acceleration in the iterate
/// before: F − slope (acceleration − that one).
PointForce ReducedTree::push(size_t i, const MovingPoint& point, const PointState& now,
                             const Vec3& force, const Mat3& slope) const {
    const Vec3 before = felt_[i].tail<3>() + felt_[i].head<3>().cross(now.place) + now.acceleration;
    return {&point, now.place, force + slope * before, slope};
}

void ReducedTree::add_air(size_t i, const Stage& stage, const State& at,
                          std::span<const AirSample> air) {
    const ReducedBody& body = bodies_.bodies[i];
    const BodyFrame& frame = frames_[i];
    std::array<PointForce, most_forces> forces;
    size_t count = 0;
    for (size_t k = 0; k < body.patches.size(); ++k) {
        const BodyPatch& patch = body.patches[k];
        const PointState now = state_of(patch.point, own(at.q, i), own(at.v, i), own(at.a, i));
        const Vec3 wind = frame.axes.transpose() * air[body.samples[k]].wind;
        const Vec3 u = frame.velocity + frame.spin.cross(now.place) + now.rate - wind;
        DragLaw law = patch.law;
        if (!law.axis.isZero(0)) law.axis = (law.axis + now.axis_change).normalized();
        forces[count++] =
            push(i, patch.point, now, drag_force(law, u), stage.c_rate * drag_slope(law, u));
        if (count == most_forces || k + 1 == body.patches.size()) {
            add_forces({forces.data(), count}, equation(i));
            count = 0;
        }
    }
}

void ReducedTree::add_load(const BodyLoad& bound, const Stage& stage, const State& at) {
    const auto i = static_cast<size_t>(bound.body);
    const BodyFrame& frame = frames_[i];
    const Load& load = bound.load;
    const PointState now = state_of(bound.point, own(at.q, i), own(at.v, i), own(at.a, i));
    const Vec3 x = frame.origin + frame.axes * now.place;
    const Vec3 u = frame.axes * (frame.velocity + frame.spin.cross(now.place) + now.rate);
    const Vec3 force =
        load.force - load.stiffness * (x - load.point) - load.damping * (u - load.velocity);
    const Mat3 slope = stage.c_place * load.stiffness + stage.c_rate * load.damping;
    const PointForce one = push(i, bound.point, now, frame.axes.transpose() * force,
                                frame.axes.transpose() * slope * frame.axes);
    add_forces({&one, 1}, equation(i));
    if (load.torque.isZero(0)) return;
    const Vec3 torque = frame.axes.transpose() * load.torque;
    recursion_.bodies[i].force.head<3>() -= torque;
    const int r = bodies_.bodies[i].size;
    if (r == 0) return;
    Eigen::Matrix<double, 6, Eigen::Dynamic> turn(6, r);
    MountedFrame mounted;
    if (mount(bound.face, {}, own(at.q, i), own(at.v, i), frame.spin, mounted, {turn.data(), 6, r}))
        recursion_.force(i).noalias() -= turn.topRows<3>().transpose() * torque;
}

}  // namespace thigmo
