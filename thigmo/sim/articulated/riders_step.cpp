// The step of leaves that ride, after the bodies that carry them have taken theirs.
#include <algorithm>
#include <cmath>

#include "thigmo/base/parallel.h"
#include "thigmo/sim/articulated/lane_structs.h"
#include "thigmo/sim/articulated/riders.h"

namespace thigmo {
namespace {

constexpr size_t chunk_groups = 16;  // that one thread takes at a time

/// How far a leaf turns against its carrier in a step by what is not linear in it: the change of
/// its spin, and that spin itself, whose gyroscopic terms are explicit.
template <class L>
L wildness2(const Vec<L>& before, const Vec<L>& after) {
    const Vec<L> change = after - before;
    return larger(dot(change, change), dot(after, after));
}

template <size_t W>
Vec<Lanes<W>> winds(const std::array<uint32_t, W>& samples, std::span<const AirSample> air) {
    Vec<Lanes<W>> wind;
    for (size_t i = 0; i < W; ++i) {
        const Vec3& at = air[samples[i]].wind;
        set_lane(wind.x, i, at.x());
        set_lane(wind.y, i, at.y());
        set_lane(wind.z, i, at.z());
    }
    return wind;
}

double norm(const Vec<double>& v) {
    return std::sqrt(dot(v, v));
}

/// Asks for a row or group that will be worked on soon.
template <class Rows>
void fetch(const Rows& rows, size_t i) {
    if (i >= rows.size()) return;
    const char* at = reinterpret_cast<const char*>(&rows[i]);
#pragma GCC unroll 32
    for (size_t line = 0; line < sizeof(rows[0]); line += 64) __builtin_prefetch(at + line, 1);
}

}  // namespace

void Riders::begin(const BodyTree& carriers) {
    if (followed_) return;
    parallel_chunks(groups_.size(), chunk_groups, [&](size_t first, size_t last) {
        for (size_t g = first; g < last; ++g)
            carriers.read_motions(groups_[g].seat, groups_[g].before);
    });
}

[[gnu::flatten]] void Riders::follow(const Group& group, const BodyTree& carriers,
                                     const Loads& loads, CarrierPath<Pack>& path) const {
    path.before = group.before;
    carriers.read_motions(group.seat, path.after);
    if (fresh_) {
        path.before.a = path.after.a;
        path.before.al = path.after.al;
    }
    join_ends(path);
    if (!loads.air.empty()) meet_wind(winds(group.sample, loads.air), group.vogel, path);
}

/// One leaf by itself, in halves of halves where it turns too far.
struct Riders::Single {
    const RiderConstants<double>& c;
    const CarrierPath<double>& path;
    double dt, turn_limit;
    const Finer& steps;
    Counts& counts;

    CarrierMotion<double> carrier(double s) const { return at(path, dt, s); }

    /// The acceleration that steps of this length begin with.
    [[gnu::flatten]] void begin(RiderMotion<double>& m, double from, double share) const {
        m.al = solve_rider(c, m, zero_vec<double>(), carrier(from), OneLane{}, path.factor,
                           start_stage(share * dt));
    }

    /// One step of this length; how far the leaf turns in it.
    [[gnu::flatten]] double attempt(const RiderMotion<double>& m, double from, double share,
                                    const Scheme& own, const CarrierMotion<double>& end,
                                    RiderMotion<double>& next) const {
        const double h = share * dt;
        const CarrierMotion<double> stages[2] = {carrier(from + share * share_of(own.stage[0], h)),
                                                 end};
        next = advance_rider(c, m, stages, OneLane{}, path.factor, own);
        return h * std::sqrt(wildness2(m.w - spin_at(path, dt, from), next.w - end.w));
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
        ++(std::isfinite(turn) ? counts.turned : counts.not_finite);
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

/// A leaf that turned too far, by itself.
[[gnu::noinline]] void Riders::redo(size_t r, size_t i, double dt, const Finer& steps,
                                    const CarrierPath<Pack>& path, RiderMotion<Pack>& next,
                                    Counts& counts) const {
    ++counts.turned;
    RiderMotion<double> m = take_lane(rows_[r].m, i);
    const RiderConstants<double> c = take_lane(rows_[r].c, i);
    const CarrierPath<double> own = take_lane(path, on_[r].at[i]);
    const Single single{c, own, dt, turn_limit_, steps, counts};
    const Vec<double> w = m.w;
    single.begin(m, 0, 0.5);
    single.run(m, 0, 0.5, 1);
    single.run(m, 0.5, 0.5, 1);
    // Over the step, not at its end: the next step's predictor takes steps of this length.
    m.al = scaled(1 / dt, m.w - w);
    put_lane(m, next, i);
}

/// Undamped leaves keep what errs in a step for ever, and steps of those that turn by half the
/// limit err by percents. So their energy against the carrier may grow by no more than carrier and
/// wind could have given: the most that their moment about the joint can be, times the turn. What
/// is beyond is taken from the spin.
[[gnu::noinline]] void Riders::hold_energy(size_t r, double dt, const CarrierPath<Pack>& path,
                                           RiderMotion<Pack>& next) const {
    for (size_t i = 0; i < width; ++i) {
        const CarrierPath<double> on = take_lane(path, on_[r].at[i]);
        const RiderConstants<double> c = take_lane(rows_[r].c, i);
        const RiderMotion<double> old = take_lane(rows_[r].m, i);
        RiderMotion<double> m = take_lane(next, i);
        const RiderEnergy<double> had = energy_of(c, old, on.before.Q, on.before.w);
        const RiderEnergy<double> has = energy_of(c, m, on.after.Q, on.after.w);
        double most = 0;
        for (const double s : {0., 1.}) {
            const CarrierMotion<double> at_end = at(on, dt, s);
            const Vec<double> v = at_end.v + at_end.V * c.offset,
                              a = at_end.a + at_end.A * c.offset;
            const Vec<double> turning = s == 0 ? on.before.al : on.after.al;
            const double moment = std::abs(c.md) * norm(a) +
                                  on.factor * c.drag * std::abs(c.cd) * dot(v, v) +
                                  c.Jp * (norm(turning) + dot(at_end.w, at_end.w));
            most = std::max(most, moment);
        }
        const double turn = dt * std::max(norm(old.w - on.before.w), norm(m.w - on.after.w));
        const double left = had.kinetic + had.elastic + most * turn - has.elastic;
        if (has.kinetic <= left) continue;
        if (left < 0) m.Q = normalised(on.after.Q * conjugate(on.before.Q) * old.Q);
        const double share = left > 0 ? std::sqrt(left / has.kinetic) : 0;
        m.w = on.after.w + share * (m.w - on.after.w);
        put_lane(m, next, i);
    }
}

/// The accelerations that the first step begins with.
[[gnu::flatten]] void Riders::start_group(const Group& group, double dt,
                                          const CarrierPath<Pack>& path) {
    const CarrierMotion<Pack> carriers = at(path, dt, 0);
    for (size_t r = group.first_row; r < group.first_row + group.rows(); ++r) {
        auto& [c, m] = rows_[r];
        m.al = zero_vec<Pack>();
        m.al = solve_rider(c, m, m.al, carriers, on_[r], permuted(path.factor, on_[r]),
                           start_stage(dt));
    }
}

[[gnu::flatten]] void Riders::step_group(Group& group, double dt, const Finer& finer,
                                         const CarrierPath<Pack>& path, Counts& counts) {
    const Scheme& steps = finer[0];
    const CarrierMotion<Pack> stages[2] = {at(path, dt, share_of(steps.stage[0], dt)),
                                           at(path, dt, share_of(steps.stage[1], dt))};
    const double most = turn_limit_ * turn_limit_ / (dt * dt), fast = most / 4;
    for (size_t r = group.first_row; r < group.first_row + group.rows(); ++r) {
        Row& row = rows_[r];
        const LaneIndex<width> on = on_[r];
        fetch(rows_, r + 2);
        RiderMotion<Pack> next =
            advance_rider(row.c, row.m, stages, on, permuted(path.factor, on), steps);
        const Pack turn =
            wildness2(row.m.w - permuted(path.before.w, on), next.w - permuted(path.after.w, on));
        if (!all_within(turn, most))
            for (size_t i = 0; i < width; ++i)
                if (!(lane(turn, i) <= most)) redo(r, i, dt, finer, path, next, counts);
        if (!damped_ || !all_within(turn, fast)) hold_energy(r, dt, path, next);
        row.m.Q = next.Q;
        row.m.w = next.w;
        row.m.al = next.al;
    }
    group.before = path.after;
}

void Riders::step(double dt, const BodyTree& carriers, const Loads& loads, StepReport& report) {
    Finer steps;
    for (size_t depth = 0; depth <= deepest; ++depth)
        steps[depth] = scheme(depth == deepest ? Integrator::backward_euler : Integrator::tr_bdf2,
                              std::ldexp(dt, -static_cast<int>(depth)));
    counts_.assign((groups_.size() + chunk_groups - 1) / chunk_groups, {});
    parallel_chunks(groups_.size(), chunk_groups, [&](size_t first, size_t last) {
        Counts& counts = counts_[first / chunk_groups];
        CarrierPath<Pack> path;
        for (size_t g = first; g < last; ++g) {
            fetch(groups_, g + 2);
            follow(groups_[g], carriers, loads, path);
            if (fresh_) start_group(groups_[g], dt, path);
            step_group(groups_[g], dt, steps, path, counts);
        }
    });
    fresh_ = false;
    followed_ = true;
    for (const Counts& counts : counts_) {
        report.rejected_turn += counts.turned;
        report.rejected_not_finite += counts.not_finite;
    }
}

}  // namespace thigmo
