// Frames of all bodies at a state, and the accelerations that follow.
#include "thigmo/sim/reduced/tree.h"

#include <Eigen/Cholesky>
#include <atomic>

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

/// That threads take: enough to keep them all busy, though some take longer.
constexpr size_t parts_wanted = 16;

}  // namespace

ReducedTree::ReducedTree(const ReducedBodies& bodies, const ReducedSettings& settings,
                         const Start& start)
    : bodies_(bodies),
      settings_(settings),
      recursion_(rows_of(bodies), parts_wanted),
      frames_(bodies.bodies.size()),
      felt_(bodies.bodies.size(), Vec6::Zero()),
      seats_(bodies.seats.size()),
      condensed_(bodies.blades.size()),
      found_(bodies.blades.size(), Vec3::Zero()),
      turns_(bodies.blades.size(), Quat::Identity()),
      stiffness_(bodies.bodies.size(), 1.0),
      stalks_(bodies.blades.size(), 1.0),
      positive_(bodies.bodies.size(), 0),
      stopped_(recursion_.parts().rows.size(), -1) {
    const Eigen::Index all = blade_row(bodies.blades.size());
    state_.q = state_.v = state_.a = Eigen::VectorXd::Zero(all);
    state_.base = start;
    update();
}

std::span<const double> ReducedTree::coordinates(size_t body) const {
    return own(state_.q, body);
}
std::span<const double> ReducedTree::rates(size_t body) const {
    return own(state_.v, body);
}

void ReducedTree::update() {
    move_frames(state_, Vec3::Zero());
}

/// Where a body's frame is, how it moves, and how it would accelerate with the state's
/// accelerations. False where an interface has collapsed.
bool ReducedTree::move_frame(size_t i, const State& at, const Vec3& gravity) {
    const ReducedBody& body = bodies_.bodies[i];
    auto& row = recursion_.bodies[i];
    BodyFrame& frame = frames_[i];
    Vec6 twist, felt;
    if (body.parent < 0) {
        const Mat3 base = at.base.placement.rotation.toRotationMatrix(), back = base.transpose();
        const Vec3 spin = back * at.base.angular_velocity;
        row.turn = body.mount.axes.transpose();
        row.arm = body.mount.origin;
        row.drift << Vec3::Zero(), row.turn * spin.cross(spin.cross(row.arm));
        twist << spin, back * at.base.velocity;
        felt << back * at.base_a.head<3>(), back * (at.base_a.tail<3>() - gravity);
        frame.axes = base * body.mount.axes;
        frame.origin = at.base.placement * row.arm;
    } else {
        const auto p = static_cast<size_t>(body.parent);
        const BodyFrame& parent = frames_[p];
        MountedFrame mounted;
        if (!mount(body.seat, body.mount, own(at.q, p), own(at.v, p), parent.spin, mounted,
                   recursion_.ride(i)))
            return false;
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
    return true;
}

/// Root to leaves; the body whose interface has collapsed, or −1.
int ReducedTree::move_frames(uint32_t part, const State& at, const Vec3& gravity) {
    for (const uint32_t i : recursion_.parts().rows[part])
        if (!move_frame(i, at, gravity)) return static_cast<int>(i);
    return -1;
}

/// Calls work for parts 0 … end − 1, which gives the body that it stopped at or −1, on all threads.
/// False where one has stopped: failed_ is the first.
template <class Work>
bool ReducedTree::each_part(uint32_t end, const Work& work) {
    parallel_chunks(
        end, 1, [&](size_t part, size_t) { stopped_[part] = work(static_cast<uint32_t>(part)); });
    for (uint32_t part = 0; part < end; ++part)
        if (stopped_[part] >= 0) {
            failed_ = stopped_[part];
            return false;
        }
    return true;
}

bool ReducedTree::move_frames(const State& at, const Vec3& gravity) {
    const uint32_t last = recursion_.parts().last();
    failed_ = move_frames(last, at, gravity);
    return failed_ < 0 &&
           each_part(last, [&](uint32_t part) { return move_frames(part, at, gravity); });
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

void ReducedTree::fill(uint32_t part, const Stage& stage, const State& at, const TreeLoads& loads) {
    for (const uint32_t i : recursion_.parts().rows[part]) fill_body(i, stage, at, loads);
    for (size_t k = 0; k < loads.points.size(); ++k)
        if (recursion_.parts().part_of[static_cast<size_t>(loads.points[k].body)] == part)
            add_load(loads.points[k], loads.jumps.empty() ? Push{} : loads.jumps[k], stage, at);
}

/// The body that no factor was found of, or −1.
int ReducedTree::reduce(uint32_t part, const Stage& stage, const State& at) {
    for (;;) {
        const int stopped = recursion_.reduce_part(part);
        if (stopped < 0 || !drop_negative(static_cast<size_t>(stopped), stage, at)) return stopped;
    }
}

/// What a tangent that is not positive leaves of its body's inertia may be negative too, and stop
/// what carries it: takes the negative eigenvalues out of all of them.
bool ReducedTree::reduce_positive(const Stage& stage, const State& at) {
    const uint32_t last = recursion_.parts().last();
    const bool reduced = each_part(last + 1, [&](uint32_t part) {
        for (const uint32_t i : recursion_.parts().rows[part]) drop_negative(i, stage, at);
        return part != last ? recursion_.reduce_part(part) : -1;
    });
    if (reduced) failed_ = recursion_.reduce_part(last);
    return failed_ < 0;
}

/// From the state's frames to the recursion's accelerations. False where a frame or a factor does
/// not exist.
bool ReducedTree::find_accelerations(const Stage& stage, const State& at, const TreeLoads& loads) {
    const uint32_t last = recursion_.parts().last();
    const bool lumped =
        settings_.coupling == Coupling::lumped && settings_.footing.base == Base::held;
    failed_ = move_frames(last, at, loads.gravity);
    if (failed_ >= 0) return false;
    std::atomic<bool> positive = true;
    const bool filled = each_part(last + 1, [&](uint32_t part) {
        const bool below = part != last;
        if (const int stopped = below ? move_frames(part, at, loads.gravity) : -1; stopped >= 0)
            return stopped;
        fill(part, stage, at, loads);
        if (below && !lumped && reduce(part, stage, at) >= 0) positive = false;
        return -1;
    });
    if (!filled) return false;
    if (lumped) {
        follow_lumped(base_acceleration(stage, at, loads));
        return true;
    }
    if ((!positive || reduce(last, stage, at) >= 0) && !reduce_positive(stage, at)) return false;
    recursion_.set_base_acceleration(base_acceleration(stage, at, loads));
    recursion_.accelerate_part(last);
    follow_blades(last);
    return each_part(last, [&](uint32_t part) {
        recursion_.accelerate_part(part);
        follow_blades(part);
        return -1;
    });
}

Energy ReducedTree::energy(const Vec3& gravity) const {
    Energy sum;
    for (size_t i = 0; i < frames_.size(); ++i) {
        const ReducedBody& body = bodies_.bodies[i];
        const auto q = of(state_.q, i);
        Vec6 twist;
        twist << frames_[i].spin, frames_[i].velocity;
        sum.kinetic += kinetic_energy(body.integrals, own(state_.q, i), own(state_.v, i), twist);
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
        sum.elastic +=
            stiffness_[i] * (q.dot(body.preload_force) + 0.5 * q.dot(body.stress_stiffness * q));
    }
    add_blade_energy(gravity, sum);
    return sum;
}

Wrench ReducedTree::carried(size_t i) const {
    const Vec6 own = recursion_.carried(i);
    return {frames_[i].axes * own.tail<3>(), frames_[i].axes * own.head<3>()};
}

}  // namespace thigmo
