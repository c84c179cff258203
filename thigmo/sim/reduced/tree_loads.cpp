// Air and point loads on the bodies of a tree.
#include "thigmo/sim/reduced/tree.h"

namespace thigmo {
namespace {

int blocks_of(const MovingPoint& point) {
    return point.of_modes.blocks();
}

}  // namespace

/// The part of a force F − slope (acceleration − `before`) that is known: before, the point's in
/// the iterate before.
Vec3 ReducedTree::known(size_t i, const PointState& now, const Vec3& force,
                        const Mat3& slope) const {
    const Vec3 before = felt_[i].tail<3>() + felt_[i].head<3>().cross(now.place) + now.acceleration;
    return force + slope * before;
}

void ReducedTree::add_air(size_t i, const Stage& stage, const State& at,
                          std::span<const AirSample> air) {
    const ReducedBody& body = bodies_.bodies[i];
    if (body.patches.empty()) return;
    const BodyFrame& frame = frames_[i];
    with_blocks(blocks_of(body.patches[0].point), [&]<int B>() {
        const BodyPacks<B> state(own(at.q, i), own(at.v, i), own(at.a, i));
        PointForces<B> forces;
        for (size_t k = 0; k < body.patches.size(); ++k) {
            const BodyPatch& patch = body.patches[k];
            const PointState now = state_of(patch.point, state);
            const Vec3 wind = frame.axes.transpose() * air[body.samples[k]].wind;
            const Vec3 u = frame.velocity + frame.spin.cross(now.place) + now.rate - wind;
            DragLaw law = patch.law;
            if (!law.axis.isZero(0)) law.axis = (law.axis + now.axis_change).normalized();
            const DragWithSlope drag = drag_with_slope(law, u);
            const Mat3 slope = stage.c_rate * drag.slope;
            forces.add(patch.point, now.place, known(i, now, drag.force, slope), slope);
        }
        forces.put_on(equation(i));
    });
}

void ReducedTree::read_air(size_t i, std::span<AirSample> out) const {
    const ReducedBody& body = bodies_.bodies[i];
    if (body.patches.empty()) return;
    const BodyFrame& frame = frames_[i];
    with_blocks(blocks_of(body.patches[0].point), [&]<int B>() {
        const BodyPacks<B> state(coordinates(i), rates(i), {});
        for (size_t k = 0; k < body.patches.size(); ++k) {
            const PointState now = state_of(body.patches[k].point, state);
            AirSample& sample = out[body.samples[k]];
            sample.point = frame.origin + frame.axes * now.place;
            sample.velocity =
                frame.axes * (frame.velocity + frame.spin.cross(now.place) + now.rate);
            sample.wind.setZero();
            sample.area = body.patches[k].area;
        }
    });
}

void ReducedTree::add_load(const BodyLoad& bound, const Stage& stage, const State& at) {
    const auto i = static_cast<size_t>(bound.body);
    const BodyFrame& frame = frames_[i];
    const Load& load = bound.load;
    with_blocks(blocks_of(bound.point), [&]<int B>() {
        const PointState now =
            state_of(bound.point, BodyPacks<B>(own(at.q, i), own(at.v, i), own(at.a, i)));
        const Vec3 x = frame.origin + frame.axes * now.place;
        const Vec3 u = frame.axes * (frame.velocity + frame.spin.cross(now.place) + now.rate);
        const Vec3 force =
            load.force - load.stiffness * (x - load.point) - load.damping * (u - load.velocity);
        const Mat3 slope = frame.axes.transpose() *
                           (stage.c_place * load.stiffness + stage.c_rate * load.damping) *
                           frame.axes;
        PointForces<B> forces;
        forces.add(bound.point, now.place, known(i, now, frame.axes.transpose() * force, slope),
                   slope);
        forces.put_on(equation(i));
    });
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
