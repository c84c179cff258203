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

/// From one row of a path to the next, in whole steps.
struct Leg {
    double begin = 0, end = 0;
};

/// Rate (1/s) of 10s³ − 15s⁴ + 6s⁵ (least jerk, at rest at both ends) when step n begins. The base
/// goes by the mean of its velocities before and after each step, and those add up to 1 − N⁻⁴ over
/// the N steps of a leg: divided by that, it arrives.
double least_jerk_rate(const Leg& leg, double n, double dt) {
    const double N = leg.end - leg.begin, s = (n - leg.begin) / N;
    return s <= 0 || s >= 1 ? 0 : 30 * s * s * (1 - s) * (1 - s) / (N * dt * (1 - std::pow(N, -4)));
}

/// Rotation vector from one tilt to another.
Vec3 turn_between(const Vec3& from, const Vec3& to) {
    const Quat a(Eigen::AngleAxisd(from.norm(), from.stableNormalized()));
    const Quat b(Eigen::AngleAxisd(to.norm(), to.stableNormalized()));
    const Eigen::AngleAxisd turn(b * a.conjugate());
    return turn.angle() * turn.axis();
}

void add_move(const Move& move, double at, const Clock& clock, BaseDrive& drive) {
    const double n = static_cast<double>(clock.steps), dt = clock.dt;
    const auto step_of = [&](const Move::At& row) {
        return std::round((at + row.time - clock.start) / dt);
    };
    Leg leg{0, step_of(move.path.front())};
    for (size_t i = 0; i + 1 < move.path.size(); ++i) {
        const Move::At &from = move.path[i], &to = move.path[i + 1];
        // To leave and to stop takes two steps.
        leg = {leg.end, std::max(step_of(to), leg.end + 2)};
        if (n < leg.begin) return;
        if (n >= leg.end) continue;
        const double change = (least_jerk_rate(leg, n + 1, dt) - least_jerk_rate(leg, n, dt)) / dt;
        drive.acceleration += change * (to.offset - from.offset);
        drive.angular_acceleration += change * turn_between(from.tilt, to.tilt);
    }
}

/// How far a shake is out at a time since it began, as a share of its amplitude: a sine that comes
/// on, and dies away at the end, within half a period.
double shaken(double t, double frequency, double duration) {
    if (t <= 0 || t >= duration) return 0;
    const double half = 0.5 / frequency;
    const double window = ramp_up(t, half) * (1 - ramp_up(t - (duration - half), half));
    return window * std::sin(2 * std::numbers::pi * frequency * t);
}

/// A base whose acceleration in step n is (y(n+1) − 2y(n) + y(n−1))/dt² has come to
/// (y(n) + y(n−1))/2 when that step begins, if it was at rest before the first one: it comes back
/// when y does. With y what the shake is at the middles of steps, that is cos(πf dt) of it.
void add_shake(const Shake& shake, const Cue& cue, const Clock& clock, BaseDrive& drive) {
    const auto y = [&](double ahead) {
        const double step = static_cast<double>(clock.steps) + ahead;
        if (step <= 0) return 0.0;
        const double middle = clock.start + (step + 0.5) * clock.dt;
        return shaken(middle - cue.event.at, shake.frequency, cue.event.duration);
    };
    const double reached = std::cos(std::numbers::pi * shake.frequency * clock.dt);
    const double change = (y(1) - 2 * y(0) + y(-1)) / (clock.dt * clock.dt * reached);
    drive.acceleration += change * shake.amplitude;
    drive.angular_acceleration += change * shake.tilt;
}

/// A step that is tried again in pieces keeps the accelerations of the whole, so that the base goes
/// the same way.
void add_motion(const Cue& cue, const Clock& clock, BaseDrive& drive) {
    if (const auto* move = std::get_if<Move>(&cue.event.what))
        add_move(*move, cue.event.at, clock, drive);
    if (const auto* shake = std::get_if<Shake>(&cue.event.what))
        add_shake(*shake, cue, clock, drive);
}

void add_push(const Cue& cue, const Moment& moment, BaseDrive& drive) {
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
    for (const Cue& cue : scene.cues) {
        if (!concerns(cue, actor.origin)) continue;
        add_motion(cue, scene.clock, drive);
        add_push(cue, moment, drive);
    }
    if (base == Base::sliding) drive.friction = actor.friction * total_mass(actor) * gravity.norm();
    return drive;
}

}  // namespace thigmo
