// Inertia, elasticity, air and point loads of the bodies of a tree.
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <array>

#include "thigmo/sim/reduced/tree.h"

namespace thigmo {
namespace {

int blocks_of(const ReducedBody& body) {
    return body.integrals.of_modes.blocks();
}

/// Without its negative eigenvalues.
Eigen::MatrixXd positive_part(const Eigen::MatrixXd& K) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(K);
    return solver.eigenvectors() * solver.eigenvalues().cwiseMax(0).asDiagonal() *
           solver.eigenvectors().transpose();
}

}  // namespace

BodyEquation ReducedTree::equation(size_t i) {
    auto& row = recursion_.bodies[i];
    return {row.inertia, recursion_.own(i), recursion_.implicit(i), row.force, recursion_.force(i)};
}

/// ∂V and ∂²V of a body at a state, by q, with the factors of its stiffness; not the preload's.
template <int B>
struct ReducedTree::Elastic {
    Four force[B];
    Four tangent[4 * B * B];  // row by row
};

template <int B>
ReducedTree::Elastic<B> ReducedTree::elastic(size_t i, std::span<const double> q) const {
    const ReducedBody& body = bodies_.bodies[i];
    const auto r = static_cast<size_t>(body.size);
    const double length = body.units.length, scale = stiffness_[i] * body.elastic / length;
    std::array<double, 4 * B> share;
    for (size_t k = 0; k < r; ++k) share[k] = q[k] / length;
    Elastic<B> out;
    force_and_tangent(body.model->elastic, {share.data(), r}, out.force, {out.tangent, r * B});
    for (Four& four : out.force) four.v *= scale;
    for (size_t n = 0; n < r * B; ++n) out.tangent[n].v *= scale / length;
    return out;
}

/// β E ℓ with the factors of its stiffness: N s/m per unit of the model's sway. What bends far is
/// drawn along in stiff shapes that are no sway, whose viscosity would brake every large turn.
double ReducedTree::viscosity(size_t i) const {
    const ReducedBody& body = bodies_.bodies[i];
    return body.damping * stiffness_[i] * body.elastic / (body.units.length * body.units.length);
}

/// With D of the viscosity and S of the preload's stress: force ∂V + D q̇ + S q, and its slope by
/// the accelerations on the diagonal.
template <int B>
void ReducedTree::add_elastic(size_t i, const Stage& stage, const State& at,
                              PackedEquation<B>& out) {
    const ReducedBody& body = bodies_.bodies[i];
    const Elastic<B> elastic = this->elastic<B>(i, own(at.q, i));
    positive_[i] = 0;
    const auto q = own(at.q, i), v = own(at.v, i), a = own(at.a, i);
    const double stress = stiffness_[i];
    const bool held = !body.preload.isZero(0);
    if (held) out.p_q += stress * Packs<B>::of({body.preload_force.data(), size_t(body.size)});
    out.p_q += Packs<B>::of(elastic.force);
    const auto D = viscosity(i) * Packs<B>::of({body.model->sway.data(), size_t(body.size)});
    out.p_q += D * Packs<B>::of(v);
    for (int l = 0; l < body.size; ++l) {
        const auto at_l = static_cast<size_t>(l);
        Packs<B> slope = stage.c_place * Packs<B>::of(&elastic.tangent[l * B]);
        slope.v[l / 4][l % 4] += stage.c_rate * D[l];
        if (held) {
            const Packs<B> S =
                stress * Packs<B>::of({body.stress_stiffness.col(l).data(), size_t(body.size)});
            slope += stage.c_place * S;
            out.p_q += q[at_l] * S;
        }
        out.p_q += -a[at_l] * slope;
        out.M[l] += slope;
    }
}

/// Takes the negative eigenvalues of a body's tangent out of its diagonal; false where there are
/// none, or none any more.
bool ReducedTree::drop_negative(size_t i, const Stage& stage, const State& at) {
    const ReducedBody& body = bodies_.bodies[i];
    if (body.size == 0 || positive_[i] != 0) return false;
    positive_[i] = 1;
    Eigen::MatrixXd K = stiffness_[i] * body.stress_stiffness;
    with_blocks(blocks_of(body), [&]<int B>() {
        const Elastic<B> elastic = this->elastic<B>(i, own(at.q, i));
        for (int l = 0; l < body.size; ++l)
            for (int k = 0; k < body.size; ++k) K(k, l) += elastic.tangent[l * B + k / 4].v[k % 4];
    });
    K.diagonal() += stage.c_rate / stage.c_place * viscosity(i) * body.model->sway;
    if (K.llt().info() == Eigen::Success) return false;
    const Eigen::MatrixXd negative = K - positive_part(K);
    recursion_.implicit(i).triangularView<Eigen::Lower>() -= stage.c_place * negative;
    recursion_.force(i) += stage.c_place * (negative * of(at.a, i));
    return true;
}

/// The part of a force F − slope (acceleration − `before`) that is known: before, the point's in
/// the iterate before.
Vec3 ReducedTree::known(size_t i, const PointState& now, const Vec3& force,
                        const Mat3& slope) const {
    const Vec3 before = felt_[i].tail<3>() + felt_[i].head<3>().cross(now.place) + now.acceleration;
    return force + slope * before;
}

template <int B>
void ReducedTree::add_air(size_t i, const Stage& stage, const State& at,
                          std::span<const AirSample> air, PackedEquation<B>& out) const {
    const ReducedBody& body = bodies_.bodies[i];
    const BodyFrame& frame = frames_[i];
    const BodyPacks<B> state(own(at.q, i), own(at.v, i), own(at.a, i));
    for (size_t k = 0; k < body.patches.size(); ++k) {
        const BodyPatch& patch = body.patches[k];
        if (patch.swings) continue;
        const PointState now = state_of(patch.point, state);
        const Vec3 wind = frame.axes.transpose() * air[body.samples[k]].wind;
        const Vec3 u = frame.velocity + frame.spin.cross(now.place) + now.rate - wind;
        DragLaw law = patch.law;
        if (!law.axis.isZero(0)) law.axis = (law.axis + now.axis_change).normalized();
        const DragWithSlope drag = drag_with_slope(law, u);
        const Mat3 slope = stage.c_rate * drag.slope;
        add_force(patch.point, now.place, known(i, now, drag.force, slope), slope, out);
    }
}

/// Inertia, velocity terms, elasticity and air of a body, with what Newton's method puts on its
/// diagonal.
void ReducedTree::fill_body(size_t i, const Stage& stage, const State& at, const TreeLoads& loads) {
    const ReducedBody& body = bodies_.bodies[i];
    with_blocks(blocks_of(body), [&]<int B>() {
        auto out = inertia_and_bias<B>(body.integrals, own(at.q, i), own(at.v, i), frames_[i].spin);
        if (body.size > 0) add_elastic(i, stage, at, out);
        if (!loads.air.empty()) add_air(i, stage, at, loads.air, out);
        out.put_in(equation(i));
    });
    if (body.seats > 0) add_blades(i, stage, at, loads);
}

void ReducedTree::read_air(size_t i, std::span<AirSample> out) const {
    const ReducedBody& body = bodies_.bodies[i];
    const BodyFrame& frame = frames_[i];
    with_blocks(blocks_of(body), [&]<int B>() {
        const BodyPacks<B> state(coordinates(i), rates(i), {});
        for (size_t k = 0; k < body.patches.size(); ++k) {
            const PointState now = state_of(body.patches[k].point, state);
            AirSample& sample = out[body.samples[k]];
            sample.point = frame.origin + frame.axes * now.place;
            sample.velocity =
                frame.axes * (frame.velocity + frame.spin.cross(now.place) + now.rate);
            sample.wind.setZero();
            sample.drag = {};
            add_drag(body.patches[k].law, sample.drag);
        }
    });
}

/// What a load does at a state that the frames are at.
Push ReducedTree::push_of(const BodyLoad& bound, const State& at) const {
    const auto i = static_cast<size_t>(bound.body);
    const BodyFrame& frame = frames_[i];
    const Load& load = bound.load;
    Push push{bound.body, load.force, load.torque};
    with_blocks(blocks_of(bodies_.bodies[i]), [&]<int B>() {
        const PointState now = state_of(bound.point, BodyPacks<B>(own(at.q, i), own(at.v, i), {}));
        const Vec3 x = frame.origin + frame.axes * now.place;
        const Vec3 u = frame.axes * (frame.velocity + frame.spin.cross(now.place) + now.rate);
        push.force -= load.stiffness * (x - load.point) + load.damping * (u - load.velocity);
    });
    return push;
}

/// By how much every load has changed at once since the step before; it has its own force at the
/// place and velocity with which the step begins.
std::span<const Push> ReducedTree::jumps_of(const TreeLoads& loads) {
    jumps_.clear();
    for (size_t k = 0; k < loads.points.size(); ++k) {
        const Push& before = state_.memory.pushes[k];
        const Load& load = loads.points[k].load;
        jumps_.push_back({before.body, load.force - before.force, load.torque - before.torque});
    }
    return jumps_;
}

void ReducedTree::add_load(const BodyLoad& bound, const Push& jump, const Stage& stage,
                           const State& at) {
    const auto i = static_cast<size_t>(bound.body);
    const BodyFrame& frame = frames_[i];
    const Load& load = bound.load;
    with_blocks(blocks_of(bodies_.bodies[i]), [&]<int B>() {
        const PointState now =
            state_of(bound.point, BodyPacks<B>(own(at.q, i), own(at.v, i), own(at.a, i)));
        const Vec3 x = frame.origin + frame.axes * now.place;
        const Vec3 u = frame.axes * (frame.velocity + frame.spin.cross(now.place) + now.rate);
        const Vec3 force = load.force + jump.force - load.stiffness * (x - load.point) -
                           load.damping * (u - load.velocity);
        const Mat3 slope = frame.axes.transpose() *
                           (stage.c_place * load.stiffness + stage.c_rate * load.damping) *
                           frame.axes;
        PackedEquation<B> own_share;
        add_force(bound.point, now.place, known(i, now, frame.axes.transpose() * force, slope),
                  slope, own_share);
        own_share.add_to(equation(i));
    });
    const Vec3 world = load.torque + jump.torque;
    if (world.isZero(0)) return;
    const Vec3 torque = frame.axes.transpose() * world;
    recursion_.bodies[i].force.head<3>() -= torque;
    const int r = bodies_.bodies[i].size;
    if (r == 0) return;
    Eigen::Matrix<double, 6, Eigen::Dynamic> turn(6, r);
    MountedFrame mounted;
    if (mount(bound.face, {}, own(at.q, i), own(at.v, i), frame.spin, mounted, {turn.data(), 6, r}))
        recursion_.force(i).noalias() -= turn.topRows<3>().transpose() * torque;
}

}  // namespace thigmo
