// Events as functions of time.
#include "thigmo/scene/timeline.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

/// How far an event that changes a value has come; it goes as it came.
double share_of(const Cue& cue, double time) {
    if (time < cue.event.at) return 0;
    const double share = ramp_up(time - cue.event.at, cue.event.ramp);
    return time < cue.end ? share : share * (1 - ramp_up(time - cue.end, cue.event.ramp));
}

bool concerns(const Cue& cue, size_t origin) {
    return cue.every_origin || cue.origin == origin;
}

/// Offset and tilt of a base and their rates.
struct Swing {
    Vec3 velocity = Vec3::Zero(), angular_velocity = Vec3::Zero();
};

/// Rate of 10s³ − 15s⁴ + 6s⁵ (least jerk, at rest at both ends) over a time T.
double least_jerk_rate(double s, double T) {
    return s <= 0 || s >= 1 ? 0 : 30 * s * s * (1 - s) * (1 - s) / T;
}

Swing swing_of(const Move& move, double t) {
    for (size_t i = 0; i + 1 < move.path.size(); ++i) {
        const Move::At &a = move.path[i], &b = move.path[i + 1];
        if (t < a.time || t >= b.time) continue;
        const double rate = least_jerk_rate((t - a.time) / (b.time - a.time), b.time - a.time);
        const Quat from(Eigen::AngleAxisd(a.tilt.norm(), a.tilt.stableNormalized()));
        const Quat to(Eigen::AngleAxisd(b.tilt.norm(), b.tilt.stableNormalized()));
        const Eigen::AngleAxisd turn(to * from.conjugate());
        return {rate * (b.offset - a.offset), rate * turn.angle() * turn.axis()};
    }
    return {};
}

/// A sine that comes on, and dies away at the end, within half a period.
Swing swing_of(const Shake& shake, double t, double duration) {
    if (t <= 0 || t >= duration) return {};
    const auto displacement = [&](double at) {
        const double half = 0.5 / shake.frequency;
        const double window = ramp_up(at, half) * (1 - ramp_up(at - (duration - half), half));
        return window * std::sin(2 * std::numbers::pi * shake.frequency * at);
    };
    // The derivative by central differences: what matters is that velocities sum up to nothing.
    const double h = 1e-4 / shake.frequency;
    const double rate = (displacement(t + h) - displacement(t - h)) / (2 * h);
    return {rate * shake.amplitude, rate * shake.tilt};
}

/// Adds the mean acceleration of a motion over the moment.
void add_change(const Swing& before, const Swing& after, double dt, BaseDrive& drive) {
    drive.acceleration += (after.velocity - before.velocity) / dt;
    drive.angular_acceleration += (after.angular_velocity - before.angular_velocity) / dt;
}

void add_drive(const Cue& cue, const Moment& moment, BaseDrive& drive) {
    const double from = moment.time - cue.event.at, to = from + moment.dt;
    if (const auto* move = std::get_if<Move>(&cue.event.what))
        add_change(swing_of(*move, from), swing_of(*move, to), moment.dt, drive);
    if (const auto* shake = std::get_if<Shake>(&cue.event.what))
        add_change(swing_of(*shake, from, cue.event.duration),
                   swing_of(*shake, to, cue.event.duration), moment.dt, drive);
    if (!acts(cue, moment)) return;
    const double share = share_of(cue, moment.middle());
    if (const auto* pulse = std::get_if<Accelerate>(&cue.event.what)) {
        drive.acceleration += share * pulse->linear;
        drive.angular_acceleration += share * pulse->angular;
    }
    if (const auto* push = std::get_if<Push>(&cue.event.what)) drive.force += share * push->force;
}

}  // namespace

double ramp_up(double t, double ramp) {
    if (t >= ramp) return 1;
    const double s = std::max(t, 0.0) / ramp;
    return s * s * (3 - 2 * s);
}

bool acts(const Cue& cue, const Moment& moment) {
    return cue.event.at <= moment.step_middle() && moment.step_middle() < cue.end;
}

Vec3 gravity_at(const Scene& scene, double time) {
    Vec3 gravity = scene.gravity;
    for (const Cue& cue : scene.cues)
        if (const auto* change = std::get_if<GravityChange>(&cue.event.what))
            gravity += share_of(cue, time) * (change->gravity - gravity);
    return gravity;
}

Mat3 wind_gain_at(const Scene& scene, double time) {
    double factor = 1, turn = 0;
    for (const Cue& cue : scene.cues)
        if (const auto* change = std::get_if<WindChange>(&cue.event.what)) {
            const double share = share_of(cue, time);
            if (change->factor) factor += share * (*change->factor - factor);
            if (change->turn) turn += share * (*change->turn - turn);
        }
    return factor * Eigen::AngleAxisd(turn, Vec3::UnitY()).toRotationMatrix();
}

bool stiffness_at(const Scene& scene, const Actor& actor, double time,
                  Column<DomainId, double>& factors) {
    bool any = false;
    for (const Cue& cue : scene.cues) {
        const auto* change = std::get_if<StiffnessChange>(&cue.event.what);
        const double share = change ? share_of(cue, time) : 0;
        if (share == 0 || !concerns(cue, actor.origin)) continue;
        if (!any) factors.values().assign(actor.part->plant.domains.size(), 1.0);
        any = true;
        for (const DomainId domain : factors.rows())
            if (cue.domains.empty() || cue.domains[actor.part->from_domain[domain]] != 0)
                factors[domain] += share * (change->factor - factors[domain]);
    }
    return any;
}

BaseDrive base_drive(const Scene& scene, const Actor& actor, const Vec3& gravity,
                     const Moment& moment) {
    BaseDrive drive;
    const Base base = footing(actor.settings).base;
    if (base == Base::free) return drive;
    for (const Cue& cue : scene.cues)
        if (concerns(cue, actor.origin)) add_drive(cue, moment, drive);
    if (base == Base::sliding) drive.friction = actor.friction * total_mass(actor) * gravity.norm();
    return drive;
}

}  // namespace thigmo
