// A step of the bodies: substeps, guard, and what to say when nothing helps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/sim/articulated/body_parts.h"
#include "thigmo/sim/finite_loads.h"
#include "thigmo/sim/stoppable.h"

namespace thigmo {
namespace {

constexpr int deepest = 5;  // halvings of a step

/// Rotation vector from one rotation to another.
Vec3 turn_between(const Quat& from, const Quat& to) {
    const Quat turn = to * from.conjugate();
    const Vec<double> phi = logarithm(Turn<double>{turn.w(), {turn.x(), turn.y(), turn.z()}}).phi;
    return {phi.x, phi.y, phi.z};
}

/// A step in progress, on one kind of engine.
template <class L>
struct Stepper {
    BodyTree::Parts& parts;
    Engine<L>& engine;
    StepInputs inputs;
    StepReport& report;
    bool extrapolated = true;  // see scheme.h
    bool kept = false;

    void keep() {
        if (!kept) engine.keep();
        kept = true;
    }

    /// False when nothing helps; the state is then as before.
    bool run(double dt) {
        const OneMotion base = engine.motion(0);
        const Totals totals = parts.totals;
        const Ledger ledger = parts.ledger;
        const double pace = parts.pace;
        const int substeps = parts.settings.substeps;
        if (substeps > 1) keep();
        bool done = true;
        for (int k = 0; k < substeps && done; ++k) done = advance(dt / substeps, 0);
        if (done) return true;
        if (kept) engine.come_back();
        for (uint32_t i = 0; i < engine.W; ++i) engine.set_motion(i, base);
        parts.totals = totals;
        parts.ledger = ledger;
        parts.pace = pace;
        return false;
    }

    /// Accelerations of a motion that has none for steps of this length. What a short step leaves
    /// in stiff joints (w/dt, where it stopped them) would push a long one's first solve too far.
    void begin(const Scheme& steps, double dt) {
        if (parts.pace > 0 && !steps.needs_acceleration) return;
        if (std::abs(parts.pace - dt) < 0.2 * dt) return;
        keep();
        parts.totals = engine.start(dt, inputs, steps.needs_acceleration);
        if (steps.needs_acceleration) ++report.recursions;
        parts.pace = dt;
        end_jumps();
    }

    /// Accelerations are those of the loads that act.
    void end_jumps() {
        for (BoundLoad& load : parts.loads) {
            load.force_jump.setZero();
            load.torque_jump.setZero();
        }
    }

    /// Advances by dt, in halves where the guard says so.
    bool advance(double dt, int depth) {
        if (stops(parts.progress)) return false;
        const Integrator chosen = parts.settings.integrator;
        const bool guarded = chosen != Integrator::semi_implicit_euler;
        const bool last = depth == deepest;
        const Scheme steps =
            scheme(guarded && last ? Integrator::backward_euler : chosen, dt, extrapolated);
        begin(steps, dt);
        const double relief = guarded && !last ? parts.settings.turn_limit : 0;
        const Attempt attempt = engine.attempt(steps, dt, inputs, relief);
        report.recursions += static_cast<uint64_t>(steps.stages);
        const Work done = work(attempt.totals, dt);
        Verdict verdict = attempt.finite ? Verdict::taken : Verdict::not_finite;
        if (guarded) verdict = judge(attempt, parts.totals, done, parts.ledger, parts.guard);
        const bool taken = verdict == Verdict::taken || verdict == Verdict::slowed;
        if (taken || (last && attempt.finite)) {
            engine.accept();
            const Totals before = std::exchange(parts.totals, attempt.totals);
            if (verdict == Verdict::turned) slow_joints(dt);
            if (verdict != Verdict::taken) slow_down(before, done);
            parts.ledger = booked(parts.ledger, parts.totals, before, done);
            parts.pace = dt;
            end_jumps();
            ++report.accepted;
            return true;
        }
        count(verdict);
        if (!guarded || last) return false;
        keep();
        return advance(dt / 2, depth + 1) && advance(dt / 2, depth + 1);
    }

    /// The last resort where the shortest step still turns a joint too far: no joint keeps more
    /// speed than turns it by the limit in such a step.
    void slow_joints(double dt) {
        const double most = parts.settings.turn_limit / dt;
        for (size_t i = 0; i < parts.parent.size(); ++i) {
            const uint32_t p = parts.parent[i];
            const Vec3 above = p == BodyId::none_value ? engine.motion(0).w : parts.motion(p).w;
            OneMotion m = parts.motion(i);
            const Vec3 own = m.w - above;
            if (!(own.norm() > most)) continue;
            m.w = above + own * (most / own.norm());
            parts.set_motion(i, m);
        }
        parts.totals = engine.settle(false, inputs.air);
    }

    /// Where energy grew by more than was put in: the excess is taken from all speeds alike.
    void slow_down(const Totals& before, const Work& done) {
        const double excess = energy_excess(parts.totals, before, done, parts.ledger, parts.guard);
        if (!(excess > 0)) return;
        const double share = std::sqrt(std::max(0.0, 1 - excess / parts.totals.kinetic));
        const bool held = parts.settings.footing.base == Base::held;
        const Vec3 turns = held ? engine.motion(0).w : Vec3::Zero();
        for (size_t i = 0; i < parts.parent.size(); ++i) {
            OneMotion m = parts.motion(i);
            m.w = turns + share * (m.w - turns);
            parts.set_motion(i, m);
        }
        if (parts.passengers) parts.passengers->slow(share, turns);
        if (!held) {
            OneMotion base = engine.motion(0);
            base.v *= share;
            for (uint32_t i = 0; i < engine.W; ++i) engine.set_motion(i, base);
        }
        parts.totals = engine.settle(false, inputs.air);
    }

    void count(Verdict verdict) {
        if (verdict == Verdict::turned) ++report.rejected_turn;
        if (verdict == Verdict::grew) ++report.rejected_energy;
        if (verdict == Verdict::not_finite) ++report.rejected_not_finite;
    }

    Work work(const Totals& after, double dt) const {
        const OneMotion base = engine.motion(0), then = engine.motion(0, true);
        const BaseDrive& drive = inputs.drive;
        const Footing& footing = parts.settings.footing;
        Work sum;
        const double wind = 2 * dt * after.wind_power;
        const bool pushed = footing.base == Base::sliding && drive.force != Vec3::Zero();
        if (footing.base == Base::held)
            add_field(sum, base, then, after, dt);
        else
            sum.known += inputs.gravity.dot(after.moment - parts.totals.moment);
        const bool turned = !then.w.isZero(0) || !base.w.isZero(0);
        sum.strict =
            (inputs.air || parts.damped) && inputs.loads.empty() && wind == 0 && !turned && !pushed;
        sum.known += wind;
        sum.slack += 1e-14 * inputs.gravity.norm() * after.moment.norm();
        // A sliding base's own energy is no part of the totals; it may give what it had.
        if (footing.base == Base::sliding)
            sum.known += drive.force.dot(then.x - base.x) +
                         0.5 * footing.base_mass * (base.v.squaredNorm() - then.v.squaredNorm());
        for (const BoundLoad& load : inputs.loads) add_load(sum, load, base, then);
        return sum;
    }

    /// Seen from a held base, gravity less the base's acceleration f acts, and where the base turns
    /// by Ω, faster by α, centrifugal forces of power p and −m α × r. The plant's moment of mass
    /// about the base is S, its angular momentum L.
    ///
    ///     W = f·(ΔS − ∫ Ω × S dt) + ∫ (p − α·L) dt
    void add_field(Work& sum, const OneMotion& base, const OneMotion& then, const Totals& after,
                   double dt) const {
        const Vec3 f = inputs.gravity - inputs.drive.acceleration;
        const Vec3 S0 = parts.totals.moment - parts.mass * base.x,
                   S1 = after.moment - parts.mass * then.x;
        const auto power = [&](const Totals& at, const Vec3& w, const Vec3& S) {
            return at.centrifugal_power - inputs.drive.angular_acceleration.dot(at.spin) -
                   f.dot(w.cross(S));
        };
        const double p0 = power(parts.totals, base.w, S0), p1 = power(after, then.w, S1);
        sum.known += f.dot(S1 - S0) + 0.5 * dt * (p0 + p1);
        // Rounding of what base and plant do together.
        const double together = 0.5 * parts.mass * then.v.squaredNorm();
        sum.slack += 1e-13 * (std::sqrt(together * after.kinetic) +
                              f.norm() * parts.mass * (then.x.norm() + base.x.norm()));
    }

    /// What a load does, seen from a held base.
    void add_load(Work& sum, const BoundLoad& load, const OneMotion& base,
                  const OneMotion& then) const {
        const OneMotion a = engine.motion(load.seat), b = engine.motion(load.seat, true);
        const Vec3 f = 0.5 * (force_of(load, a) + force_of(load, b));
        const bool held = parts.settings.footing.base == Base::held;
        const Quat turn = held ? then.Q * base.Q.conjugate() : Quat::Identity();
        const Vec3 from = a.x + a.Q * load.arm;
        const Vec3 carried = held ? Vec3(then.x + turn * (from - base.x)) : from;
        const Vec3 way = b.x + b.Q * load.arm - carried;
        const double done = f.dot(way) + load.load.torque.dot(turn_between(turn * a.Q, b.Q));
        sum.known += done;
        sum.slack += 0.2 * std::abs(done) + 0.1 * f.norm() * way.norm();
    }
};

/// The body whose load or wind is no number.
BodyId bad_input(const BodyLoads& loads, const BodyTree::Parts& parts) {
    for (const Load& load : loads.points)
        if (!is_finite(load)) return BodyId(load.row);
    for (size_t k = 0; k < loads.air.size(); ++k)
        if (!loads.air[k].wind.allFinite()) return parts.sampled[k];
    return BodyId::none();
}

/// The one that turns fastest: where a motion that grows beyond all bounds began.
BodyId fastest(const BodyTree::Parts& parts) {
    BodyId worst(size_t{0});
    double most = -1;
    for (size_t i = 0; i < parts.parent.size(); ++i) {
        const double speed = parts.motion(i).w.squaredNorm();
        if (!(speed > most)) continue;
        most = speed;
        worst = BodyId(i);
    }
    return worst;
}

void check_loads(double dt, const BodyLoads& loads, const BodyTree::Parts& parts) {
    if (!(std::isfinite(dt) && dt > 0))
        throw InputError(fmt::format("dt: found {}, expected more than 0", dt));
    if (!loads.air.empty() && loads.air.size() != parts.sampled.size())
        throw InputError(fmt::format("air: found {} samples, expected {}", loads.air.size(),
                                     parts.sampled.size()));
    for (const Load& load : loads.points)
        if (load.row >= parts.parent.size())
            throw InputError(fmt::format("load: found body {}, expected less than {}", load.row,
                                         parts.parent.size()));
}

bool blows(std::span<const AirSample> air) {
    return std::any_of(air.begin(), air.end(),
                       [](const AirSample& sample) { return sample.wind != Vec3::Zero(); });
}

/// Whether a load is stiffer than that (N/m). Its tangent errs by how its arm turns in the step,
/// which is too much for rotations predicted with accelerations; see scheme.h.
bool is_held(std::span<const Load> loads, double stiffness) {
    return std::any_of(loads.begin(), loads.end(), [&](const Load& load) {
        return load.stiffness.diagonal().maxCoeff() > stiffness;
    });
}

/// By how much every load has changed since the last step ended: each has its own force at the
/// place and velocity with which this one begins. Where loads have come or gone, accelerations are
/// found anew.
void find_jumps(BodyTree::Parts& parts) {
    if (!std::ranges::equal(parts.pushes, parts.loads, {}, &BodyTree::Parts::Push::body,
                            &BoundLoad::body)) {
        parts.pace = 0;
        return;
    }
    for (size_t k = 0; k < parts.loads.size(); ++k) {
        BoundLoad& bound = parts.loads[k];
        bound.force_jump = bound.load.force - parts.pushes[k].force;
        bound.torque_jump = bound.load.torque - parts.pushes[k].torque;
    }
}

/// What loads do when a step ends.
void remember_pushes(BodyTree::Parts& parts) {
    parts.pushes.clear();
    for (const BoundLoad& bound : parts.loads)
        parts.pushes.push_back(
            {bound.body, force_of(bound, parts.motion(bound.body)), bound.load.torque});
}

void bind(BodyTree::Parts& parts, const BodyLoads& loads) {
    parts.loads.clear();
    for (const Load& load : loads.points) {
        const OneMotion m = parts.motion(load.row);
        const uint32_t seat =
            std::visit([&](const auto& e) { return e.layout().seat[load.row]; }, parts.engine);
        parts.loads.push_back({load.row, seat, m.Q.conjugate() * (load.point - m.x), load});
    }
    find_jumps(parts);
}

StepReport failure(BodyTree::Parts& parts, BodyId body, const char* what) {
    parts.failed = body;
    StepReport report;
    report.status = StepReport::Status::failed;
    report.message = what;
    return report;
}

}  // namespace

void BodyTree::heed(const Progress* progress) {
    parts_->progress = progress;
}

StepReport BodyTree::step(double dt, const BodyLoads& loads) {
    Parts& parts = *parts_;
    check_loads(dt, loads, parts);
    if (const BodyId body = bad_input(loads, parts); body.exists())
        return failure(parts, body, "its load or wind is not finite");
    if (!loads.gravity.allFinite() || !is_finite(loads.base))
        return failure(parts, BodyId(size_t{0}), "gravity or its base is not finite");
    const double pace = parts.pace;
    bind(parts, loads);
    parts.air = !loads.air.empty();
    parts.gravity = loads.gravity;
    StepReport report;
    const bool done = std::visit(
        [&]<class L>(Engine<L>& engine) {
            engine.reserve_slots(parts.loads);
            if (parts.air) engine.set_air(loads.air);
            const StepInputs inputs{loads.gravity, parts.air, loads.base, parts.loads};
            const bool ringing = parts.fastest * dt * dt > 1;
            const bool extrapolated = !parts.damped && (!ringing || blows(loads.air)) &&
                                      !is_held(loads.points, parts.mass / (dt * dt));
            return Stepper<L>{parts, engine, inputs, report, extrapolated}.run(dt);
        },
        parts.engine);
    if (done) {
        remember_pushes(parts);
        return report;
    }
    parts.pace = pace;
    const char* const why =
        stops(parts.progress) ? stopped_step : not_finite(parts.settings.integrator);
    const StepReport failed = failure(parts, fastest(parts), why);
    report.status = failed.status;
    report.message = failed.message;
    return report;
}

}  // namespace thigmo
