// Frames, forces and inertia of all bodies at a state; the accelerations that follow.
#include "thigmo/sim/reduced/tree.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>

#include "thigmo/base/assert.h"
#include "thigmo/base/parallel.h"
#include "thigmo/sim/slide.h"

namespace thigmo {
namespace {

std::vector<RecursionRow> rows_of(const ReducedBodies& bodies) {
    std::vector<RecursionRow> rows;
    for (const ReducedBody& body : bodies.bodies)
        rows.push_back({body.parent, body.size, Coordinates::deformation});
    return rows;
}

std::span<const double> as_span(const Eigen::Map<const Eigen::VectorXd>& vector) {
    return {vector.data(), static_cast<size_t>(vector.size())};
}

constexpr size_t bodies_per_chunk = 8;

}  // namespace

ReducedTree::ReducedTree(const ReducedBodies& bodies, const ReducedSettings& settings,
                         const Start& start)
    : bodies_(bodies),
      settings_(settings),
      recursion_(rows_of(bodies)),
      frames_(bodies.bodies.size()),
      felt_(bodies.bodies.size(), Vec6::Zero()),
      tangent_(bodies.bodies.size()),
      stiffness_(bodies.bodies.size(), 1.0) {
    const auto all = static_cast<Eigen::Index>(recursion_.coordinates());
    state_.q = state_.v = state_.a = Eigen::VectorXd::Zero(all);
    state_.base = start;
    for (size_t i = 0; i < bodies.bodies.size(); ++i) {
        const int r = bodies.bodies[i].size;
        tangent_[i] = Eigen::MatrixXd::Zero(r, r);
    }
    update();
}

std::span<const double> ReducedTree::coordinates(size_t body) const {
    return as_span(of(state_.q, body));
}
std::span<const double> ReducedTree::rates(size_t body) const {
    return as_span(of(state_.v, body));
}

void ReducedTree::update() {
    move_frames(state_, Vec3::Zero());
}

/// Root to leaves: where frames are, how they move, and how they would accelerate with the state's
/// accelerations. False where an interface has collapsed.
bool ReducedTree::move_frames(const State& at, const Vec3& gravity) {
    const Mat3 base = at.base.placement.rotation.toRotationMatrix();
    const Vec3 spin = base.transpose() * at.base.angular_velocity;
    Vec6 base_felt;
    base_felt << base.transpose() * at.base_a.head<3>(),
        base.transpose() * (at.base_a.tail<3>() - gravity);
    for (size_t i = 0; i < frames_.size(); ++i) {
        const ReducedBody& body = bodies_.bodies[i];
        auto& row = recursion_.bodies[i];
        BodyFrame& frame = frames_[i];
        Vec6 twist, felt;
        if (body.parent < 0) {
            row.turn = body.mount.axes.transpose();
            row.arm = body.mount.origin;
            row.drift << Vec3::Zero(), row.turn * spin.cross(spin.cross(row.arm));
            twist << spin, base.transpose() * at.base.velocity;
            felt = base_felt;
            frame.axes = base * body.mount.axes;
            frame.origin = at.base.placement * row.arm;
        } else {
            const auto p = static_cast<size_t>(body.parent);
            const BodyFrame& parent = frames_[p];
            const auto q = of(at.q, p), v = of(at.v, p);
            MountedFrame mounted;
            if (!mount(body.seat, body.mount, as_span(q), as_span(v), parent.spin, mounted,
                       recursion_.ride(i))) {
                failed_ = static_cast<int>(i);
                return false;
            }
            row.turn = mounted.turn;
            row.arm = mounted.arm;
            row.drift = mounted.drift;
            twist << parent.spin, parent.velocity;
            twist += mounted.rate;
            felt = felt_[p] + recursion_.ride(i) * of(at.a, p);
            frame.axes = parent.axes * row.turn.transpose();
            frame.origin = parent.origin + parent.axes * row.arm;
        }
        frame.spin = row.turn * twist.head<3>();
        frame.velocity = row.turn * (twist.tail<3>() + twist.head<3>().cross(row.arm));
        felt_[i] << row.turn * felt.head<3>(),
            row.turn * (felt.tail<3>() + felt.head<3>().cross(row.arm));
        felt_[i] += row.drift;
    }
    return true;
}

/// Inertia, velocity terms and elasticity of a body, with what Newton's method puts on its
/// diagonal.
void ReducedTree::fill_body(size_t i, const Stage& stage, const State& at) {
    const ReducedBody& body = bodies_.bodies[i];
    auto& row = recursion_.bodies[i];
    const auto q = of(at.q, i), v = of(at.v, i), a = of(at.a, i);
    inertia_and_bias(
        body.integrals, as_span(q), as_span(v), frames_[i].spin,
        {row.inertia, recursion_.own(i), recursion_.implicit(i), row.force, recursion_.force(i)});
    if (body.size == 0) return;
    const double length = body.units.length, scale = stiffness_[i] * body.elastic / length;
    // Viscous: the stress is that of the strain β from now, E + β Ė. A force β K₀ q̇ would be the
    // same for small motions only: it brakes what turns far and hardly strains.
    const double ahead = body.damping;
    double share[most_coordinates], gradient[most_coordinates];
    const auto r = static_cast<size_t>(body.size);
    for (size_t k = 0; k < r; ++k) {
        const auto at_k = static_cast<Eigen::Index>(k);
        share[k] = (q[at_k] + ahead * v[at_k]) / length;
    }
    Eigen::MatrixXd& K = tangent_[i];
    force_and_tangent(body.model->elastic, {share, r}, {gradient, r}, {K.data(), r * r});
    K *= (1 + ahead * stage.c_rate / stage.c_place) * scale / length;
    auto force = recursion_.force(i);
    force += scale * Eigen::Map<const Eigen::VectorXd>(gradient, body.size);
    if (!body.preload.isZero(0)) {
        K += stiffness_[i] * body.stress_stiffness;
        force += stiffness_[i] * (body.stiffness * body.preload + body.stress_stiffness * q);
    }
    auto D = recursion_.implicit(i);
    force -= stage.c_place * (K * a);
    D += stage.c_place * K;
}

/// A force at a point of a body (body's axes), linear about the point's acceleration in the iterate
/// before: F − slope (acceleration − that one).
void ReducedTree::push(size_t i, const BodyPoint& point, const State& at, const Vec3& force,
                       const Mat3& slope) {
    const auto q = of(at.q, i), a = of(at.a, i);
    const Modes& U = point.modes;
    const Vec3 y = point.place + U * q;
    const Vec3 before = felt_[i].tail<3>() + felt_[i].head<3>().cross(y) + U * a;
    const Vec3 known = force + slope * before;
    const Mat3 cross = cross_matrix<double>(y), lever = cross * slope;
    auto& row = recursion_.bodies[i];
    row.force.head<3>() -= y.cross(known);
    row.force.tail<3>() -= known;
    row.inertia.topLeftCorner<3, 3>() -= lever * cross;
    row.inertia.topRightCorner<3, 3>() += lever;
    row.inertia.bottomLeftCorner<3, 3>() += lever.transpose();
    row.inertia.bottomRightCorner<3, 3>() += slope;
    recursion_.force(i).noalias() -= U.transpose() * known;
    auto C = recursion_.own(i);
    const Modes slopes = slope * U;
    C.topRows<3>().noalias() += cross * slopes;
    C.bottomRows<3>().noalias() += slopes;
    recursion_.implicit(i).noalias() += U.transpose() * slopes;
}

void ReducedTree::add_air(size_t i, const Stage& stage, const State& at,
                          std::span<const AirSample> air) {
    const ReducedBody& body = bodies_.bodies[i];
    const BodyFrame& frame = frames_[i];
    const auto q = of(at.q, i), v = of(at.v, i);
    for (size_t k = 0; k < body.patches.size(); ++k) {
        const BodyPatch& patch = body.patches[k];
        const Vec3 y = patch.point.place + patch.point.modes * q;
        const Vec3 wind = frame.axes.transpose() * air[body.samples[k]].wind;
        const Vec3 u = frame.velocity + frame.spin.cross(y) + patch.point.modes * v - wind;
        DragLaw law = patch.law;
        if (patch.axis_modes.size() > 0) law.axis = (law.axis + patch.axis_modes * q).normalized();
        const double secant = drag_secant(law, u);
        push(i, patch.point, at, drag_force(law, u),
             stage.c_rate * secant * (Mat3::Identity() - law.axis * law.axis.transpose()));
    }
}

void ReducedTree::add_load(const BodyLoad& bound, const Stage& stage, const State& at) {
    const auto i = static_cast<size_t>(bound.body);
    const BodyFrame& frame = frames_[i];
    const Load& load = bound.load;
    const auto q = of(at.q, i), v = of(at.v, i);
    const Vec3 y = bound.point.place + bound.point.modes * q;
    const Vec3 x = frame.origin + frame.axes * y;
    const Vec3 u = frame.axes * (frame.velocity + frame.spin.cross(y) + bound.point.modes * v);
    const Vec3 force =
        load.force - load.stiffness * (x - load.point) - load.damping * (u - load.velocity);
    const Mat3 slope = stage.c_place * load.stiffness + stage.c_rate * load.damping;
    push(i, bound.point, at, frame.axes.transpose() * force,
         frame.axes.transpose() * slope * frame.axes);
    if (load.torque.isZero(0)) return;
    const Vec3 torque = frame.axes.transpose() * load.torque;
    recursion_.bodies[i].force.head<3>() -= torque;
    const int r = bodies_.bodies[i].size;
    if (r == 0) return;
    Eigen::Matrix<double, 6, Eigen::Dynamic> turn(6, r);
    MountedFrame mounted;
    if (mount(bound.face, {}, as_span(q), as_span(v), frame.spin, mounted, {turn.data(), 6, r}))
        recursion_.force(i).noalias() -= turn.topRows<3>().transpose() * torque;
}

/// Takes the negative eigenvalues of a body's tangent out of its diagonal.
void ReducedTree::drop_negative(size_t i, const Stage& stage, const State& at) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(tangent_[i]);
    const Eigen::MatrixXd negative = solver.eigenvectors() *
                                     solver.eigenvalues().cwiseMin(0).asDiagonal() *
                                     solver.eigenvectors().transpose();
    recursion_.implicit(i) -= stage.c_place * negative;
    recursion_.force(i) += stage.c_place * (negative * of(at.a, i));
    tangent_[i] -= negative;
}

/// Of the base, less gravity, in its axes: given, or what it feels makes it.
Vec6 ReducedTree::base_acceleration(const Stage& stage, const State& at,
                                    const TreeLoads& loads) const {
    const Mat3 back = at.base.placement.rotation.toRotationMatrix().transpose();
    Vec6 world = at.base_a;
    if (settings_.footing.base == Base::held) {
        world << loads.base.angular_acceleration, loads.base.acceleration;
    } else if (settings_.footing.base == Base::free) {
        return -recursion_.felt_inertia().ldlt().solve(recursion_.felt_force());
    } else {
        const Mat3 M =
            back.transpose() * recursion_.felt_inertia().bottomRightCorner<3, 3>() * back;
        const Vec3 p = back.transpose() * recursion_.felt_force().tail<3>();
        const Vec3 f = loads.base.force + M * loads.gravity - p;
        const double own = settings_.footing.base_mass;
        Eigen::Matrix2d S;
        S << M(0, 0) + own, M(0, 2), M(2, 0), M(2, 2) + own;
        const Eigen::Vector2d along =
            slide(S, {f.x(), f.z()}, {stage.base.velocity.x(), stage.base.velocity.z()},
                  stage.c_rate, loads.base.friction);
        world << Vec3::Zero(), along.x(), 0, along.y();
    }
    Vec6 felt;
    felt << back * world.head<3>(), back * (world.tail<3>() - loads.gravity);
    return felt;
}

/// [Zhao2013]'s coupling: children follow their parents and do not push back.
void ReducedTree::follow_lumped(const Vec6& base) {
    for (size_t i = 0; i < frames_.size(); ++i) {
        const ReducedBody& body = bodies_.bodies[i];
        const auto& row = recursion_.bodies[i];
        Vec6 a = base;
        if (body.parent >= 0) {
            const auto p = static_cast<size_t>(body.parent);
            a = felt_[p] + recursion_.ride(i) * recursion_.coordinate_acceleration(p);
        }
        felt_[i] << row.turn * a.head<3>(), row.turn * (a.tail<3>() + a.head<3>().cross(row.arm));
        felt_[i] += row.drift;
        if (body.size == 0) continue;
        const Eigen::VectorXd force =
            recursion_.force(i) + recursion_.own(i).transpose() * felt_[i];
        recursion_.coordinate_acceleration(i) = -recursion_.implicit(i).ldlt().solve(force);
    }
}

bool ReducedTree::find_accelerations(const Stage& stage, const State& at, const TreeLoads& loads) {
    parallel_chunks(frames_.size(), bodies_per_chunk, [&](size_t first, size_t last) {
        for (size_t i = first; i < last; ++i) {
            fill_body(i, stage, at);
            if (!loads.air.empty()) add_air(i, stage, at, loads.air);
        }
    });
    for (const BodyLoad& load : loads.points) add_load(load, stage, at);
    if (settings_.coupling == Coupling::lumped && settings_.footing.base == Base::held) {
        follow_lumped(base_acceleration(stage, at, loads));
        return true;
    }
    for (size_t dropped = 0; !recursion_.reduce(); ++dropped) {
        failed_ = recursion_.failed();
        if (dropped > frames_.size() || failed_ < 0) return false;
        const auto i = static_cast<size_t>(failed_);
        const double before = tangent_[i].norm();
        drop_negative(i, stage, at);
        if (tangent_[i].norm() == before) return false;
    }
    recursion_.accelerate(base_acceleration(stage, at, loads));
    return true;
}

Energy ReducedTree::energy(const Vec3& gravity) const {
    Energy sum;
    for (size_t i = 0; i < frames_.size(); ++i) {
        const ReducedBody& body = bodies_.bodies[i];
        const auto q = of(state_.q, i), v = of(state_.v, i);
        Vec6 twist;
        twist << frames_[i].spin, frames_[i].velocity;
        sum.kinetic += kinetic_energy(body.integrals, as_span(q), as_span(v), twist);
        Vec3 first = body.integrals.first;
        for (int a = 0; a < 3; ++a)
            for (int k = 0; k < body.size; ++k) first[a] += body.integrals.of_modes(a, k) * q[k];
        sum.gravity -=
            gravity.dot(body.integrals.mass * frames_[i].origin + frames_[i].axes * first);
        if (body.size == 0) continue;
        const Eigen::VectorXd share = q / body.units.length;
        sum.elastic +=
            stiffness_[i] * body.elastic *
            thigmo::energy(body.model->elastic, {share.data(), static_cast<size_t>(body.size)});
        sum.elastic += stiffness_[i] * (q.dot(body.stiffness * body.preload) +
                                        0.5 * q.dot(body.stress_stiffness * q));
    }
    return sum;
}

Wrench ReducedTree::carried(size_t i) const {
    const Vec6 own = recursion_.carried(i);
    return {frames_[i].axes * own.tail<3>(), frames_[i].axes * own.head<3>()};
}

}  // namespace thigmo
