// Single leaves that ride: smaller steps of those that turn too far, and a bound on their energy.
#include <algorithm>
#include <cmath>

#include "thigmo/sim/articulated/lane_structs.h"
#include "thigmo/sim/articulated/riders_parts.h"

namespace thigmo {
namespace {

double norm(const Vec<double>& v) {
    return std::sqrt(dot(v, v));
}

/// Twice the kinetic and elastic energy of a leaf against what carries it.
struct RiderEnergy {
    double kinetic, elastic;
};
RiderEnergy energy_of(const RiderConstants<double>& c, const RiderMotion<double>& m,
                      const BodyMotion<double>& on) {
    return {turning_energy(c, axes_of(m.Q), m.w - on.w),
            bending_energy(c, rider_bend(c, m.Q, on.Q))};
}

}  // namespace

void Riders::Ends::join() {
    if (joined) return;
    joined = true;
    path = join_ends(before, after, solve.air ? rows.read_wind(group.seat) : zero_vec<Pack>());
    for (size_t depth = 0; depth <= deepest; ++depth)
        steps[depth] = scheme(depth == deepest ? Integrator::backward_euler : Integrator::tr_bdf2,
                              std::ldexp(dt, -static_cast<int>(depth)));
}

/// One leaf by itself, in halves of halves where it turns too far.
struct Riders::Single {
    const RiderConstants<double>& c;
    const CarrierPath<double>& path;
    double k, dt, turn_limit;
    Solve solve;
    const Finer& steps;
    Group& group;

    CarrierMotion<double> carrier(double s) const { return at(path, dt, s); }

    Vec<double> acceleration(const RiderMotion<double>& m, const Vec<double>& b,
                             const CarrierMotion<double>& on, const Stage& stage) const {
        Solve own = solve;
        own.stage = stage;
        own.load_stiffness = true;
        return solve_rider(c, m, b, on, k, own);
    }

    /// The acceleration that steps of this length begin with.
    void begin(RiderMotion<double>& m, double from, double share) const {
        m.al = acceleration(m, zero_vec<double>(), carrier(from), start_stage(share * dt));
    }

    /// One step of this length; how far the leaf turns in it.
    double attempt(const RiderMotion<double>& m, double from, double share, const Scheme& own,
                   const CarrierMotion<double>& end, RiderMotion<double>& next) const {
        const double h = share * dt;
        Vec<double> b = zero_vec<double>(), last = b;
        for (int stage = 0; stage < own.stages; ++stage) {
            const double there = from + share * share_of(own.stage[stage], h);
            b = last;
            last = acceleration(m, b, stage + 1 == own.stages ? end : carrier(there),
                                own.stage[stage]);
        }
        next = finish_rider(m, b, last, own.finish);
        const Vec<double> was = m.w - spin_at(path, dt, from), is = next.w - end.w,
                          change = is - was;
        return h * std::sqrt(std::max(dot(change, change), dot(is, is)));
    }

    void run(RiderMotion<double>& m, double from, double share, size_t depth) const {
        const bool last = depth == deepest;
        const CarrierMotion<double> end = carrier(from + share);
        RiderMotion<double> next;
        const double turn = attempt(m, from, share, steps[depth], end, next);
        if (turn <= turn_limit) {
            m = next;
            return;
        }
        ++(std::isfinite(turn) ? group.turned : group.not_finite);
        if (last) {  // nothing helps: it goes with its carrier
            const Turn<double> before = carrier(from).Q;
            m = {normalised(end.Q * conjugate(before) * m.Q), end.w, zero_vec<double>()};
            return;
        }
        begin(m, from, share / 2);
        run(m, from, share / 2, depth + 1);
        run(m, from + share / 2, share / 2, depth + 1);
    }
};

/// A leaf that turned too far, by itself. Its carrier has felt it as in the plain step.
void Riders::redo(const Row& row, size_t i, Ends& ends, RiderMotion<Pack>& next,
                  Group& group) const {
    ++group.turned;
    RiderMotion<double> m = take_lane(row.m[now_], i);
    const RiderConstants<double> c = take_lane(row.c, i);
    const CarrierPath<double> path = take_lane(ends.path, i);
    const Single single{c,           path,       lane(row.k, i), ends.dt,
                        turn_limit_, ends.solve, ends.steps,     group};
    const Vec<double> w = m.w;
    single.begin(m, 0, 0.5);
    single.run(m, 0, 0.5, 1);
    single.run(m, 0.5, 0.5, 1);
    // Over the step, not at its end: the next step's predictor takes steps of this length.
    m.al = scaled(1 / ends.dt, m.w - w);
    put_lane(m, next, i);
}

/// Undamped leaves keep what errs in a step for ever, and steps of those that turn by half the
/// limit err by percents. So their energy against the carrier may grow by no more than carrier and
/// wind could have given: the most that their moment about the joint can be, times the turn. What
/// is beyond is taken from the spin.
void Riders::hold_energy(const Row& row, Ends& ends, RiderMotion<Pack>& next) const {
    for (size_t i = 0; i < width; ++i) {
        const RiderConstants<double> c = take_lane(row.c, i);
        if (c.mass == 0) continue;
        const CarrierPath<double> on = take_lane(ends.path, i);
        const RiderMotion<double> old = take_lane(row.m[now_], i);
        RiderMotion<double> m = take_lane(next, i);
        const RiderEnergy had = energy_of(c, old, on.before), has = energy_of(c, m, on.after);
        double most = 0;
        for (const double s : {0., 1.}) {
            const CarrierMotion<double> there = at(on, ends.dt, s);
            const Vec<double> v = there.v(c.offset), a = there.a(c.offset);
            const Vec<double> turning = s == 0 ? on.before.al : on.after.al;
            const double k = ends.solve.air ? lane(row.k, i) : 0;
            const double moment = std::abs(c.mass * c.d) * norm(a) +
                                  k * std::abs(c.cd) * dot(v, v) +
                                  std::max(c.J.y, c.J.z) * (norm(turning) + dot(there.w, there.w));
            most = std::max(most, moment);
        }
        const double turn = ends.dt * std::max(norm(old.w - on.before.w), norm(m.w - on.after.w));
        const double left = had.kinetic + had.elastic + 2 * most * turn - has.elastic;
        if (has.kinetic <= left) continue;
        if (left < 0) m.Q = normalised(on.after.Q * conjugate(on.before.Q) * old.Q);
        const double share = left > 0 ? std::sqrt(left / has.kinetic) : 0;
        m.w = on.after.w + share * (m.w - on.after.w);
        put_lane(m, next, i);
    }
}

[[gnu::noinline]] void Riders::mend(Group& group, Row& row, const Pack& turn, Ends& ends) const {
    const double most = turn_limit_ * turn_limit_ / (ends.dt * ends.dt);
    ends.join();
    RiderMotion<Pack>& next = row.m[1 - now_];
    for (size_t i = 0; i < width; ++i)
        if (!(lane(turn, i) <= most)) redo(row, i, ends, next, group);
    hold_energy(row, ends, next);
}

}  // namespace thigmo
