// The sweeps over leaves that ride, within those over the bodies that carry them.
#include <algorithm>
#include <cmath>

#include "thigmo/base/parallel.h"
#include "thigmo/sim/articulated/lane_structs.h"
#include "thigmo/sim/articulated/riders_parts.h"

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

/// Asks for a row that will be worked on soon.
template <class Rows>
void fetch(const Rows& rows, size_t i) {
    if (i >= rows.size()) return;
    const char* at = reinterpret_cast<const char*>(&rows[i]);
#pragma GCC unroll 64
    for (size_t line = 0; line < sizeof(rows[0]); line += 64) __builtin_prefetch(at + line, 1);
}

template <class L>
AtOffset<L> summed(const Stage& stage, const Stage::Terms& t, const AtOffset<L>& v,
                   const AtOffset<L>& a, const AtOffset<L>& b) {
    return {combined(stage, t, v.x, a.x, b.x),
            {combined(stage, t, v.X.x, a.X.x, b.X.x), combined(stage, t, v.X.y, a.X.y, b.X.y),
             combined(stage, t, v.X.z, a.X.z, b.X.z)}};
}

}  // namespace

/// Work on every group of a block. The trunk's block is worked on alone, so that its groups may go
/// to several threads.
template <class Work>
void Riders::each_group(size_t block, const Work& work) const {
    const size_t first = first_group_[block], last = first_group_[block + 1];
    if (block > 0) {
        for (size_t g = first; g < last; ++g) work(g);
        return;
    }
    parallel_chunks(last - first, chunk_groups, [&](size_t begin, size_t end) {
        for (size_t g = first + begin; g < first + end; ++g) work(g);
    });
}

void Riders::begin_step() {
    for (Group& group : groups_) group.turned = group.not_finite = 0;
}

void Riders::count(StepReport& report) const {
    for (const Group& group : groups_) {
        report.rejected_turn += group.turned;
        report.rejected_not_finite += group.not_finite;
    }
}

[[gnu::flatten]] void Riders::look(const Group& group, const Solve& solve, const CarrierRows& rows,
                                   CarrierSight<Pack>& sight) const {
    const Stage& st = solve.stage;
    BodyMotion<Pack> old, next;
    rows.read_motions(group.seat, false, old);
    rows.read_motions(group.seat, true, next);
    sight.on = seen(next.Q, next.w, old.w, old.al, next.al, st);
    const Mat<Pack> R = matrix(old.Q), turning = cross_columns(old.w, R);
    const Vec<Pack> g = spread<Pack>(solve.gravity);
    sight.felt = {old.a, cross_columns(old.al, R) + cross_columns(old.w, turning)};
    if (solve.air) {
        const AtOffset<Pack> v{old.v, turning}, a{old.a + g, sight.felt.X};
        const AtOffset<Pack> b{next.a + g, cross_columns(next.al, group.R) + group.turning};
        const Vec<Pack> wind = rows.read_wind(group.seat);
        sight.at = summed(st, st.spin, v, a, b);
        sight.early = summed(st, st.early, v, a, b);
        sight.at.x = sight.at.x - wind;
        sight.early.x = sight.early.x + scaled(st.c1, g) - wind;
    }
    sight.turning = cross_columns(sight.on.w, cross_columns(sight.on.w, sight.on.R));
}

/// The Vogel exponent is taken at the speed when the step begins, and held.
[[gnu::flatten]] void Riders::meet_air(const Group& group, const CarrierRows& rows) {
    BodyMotion<Pack> on;
    rows.read_motions(group.seat, false, on);
    const AtOffset<Pack> v{on.v - rows.read_wind(group.seat), cross_columns(on.w, matrix(on.Q))};
    for (size_t r = group.first_row; r < group.first_row + group.rows; ++r) {
        Row& row = rows_[r];
        const RiderMotion<Pack>& m = row.m[now_];
        const Vec<Pack> u = v(row.c.offset) + row.c.cd * cross(m.w, axes_of(m.Q).t);
        row.k = row.c.drag * vogel_factor(dot(u, u), row.c.vogel);
    }
}

[[gnu::always_inline]] inline void Riders::climb_row(Row& row, const Solve& solve,
                                                     const CarrierSight<Pack>& sight,
                                                     Hung<Pack>& hung) const {
    RiderMotion<Pack>& next = row.m[1 - now_];
    climb_rider(row.c, row.m[now_], next.al, sight, row.k, solve, next.Q, row.kept, hung);
}

[[gnu::flatten]] void Riders::climb_group(Group& group, const Solve& solve, bool new_air,
                                          CarrierRows& rows) {
    CarrierSight<Pack> sight;
    look(group, solve, rows, sight);
    if (new_air) meet_air(group, rows);
    Hung<Pack> hung{};
    for (size_t r = group.first_row; r < group.first_row + group.rows; ++r) {
        fetch(rows_, r + 2);
        climb_row(rows_[r], solve, sight, hung);
    }
    group.R = sight.on.R;
    group.turning = sight.turning;
    rows.hang(group.seat, hung);
}

[[gnu::always_inline]] inline Vec<EightLanes> Riders::solved(const Row& row, const Group& group,
                                                             const Accelerations<Pack>& on) const {
    const Vec<Pack> a = plus_cross(on.a, on.al, group.R * row.c.offset);
    return descend_rider(row.m[1 - now_].Q, row.kept, on.al, a);
}

[[gnu::flatten]] void Riders::turn_group(Group& group, const Solve& next, CarrierRows& rows) {
    const Accelerations<Pack> on = rows.read_solved(group.seat);
    CarrierSight<Pack> sight;
    look(group, next, rows, sight);
    Hung<Pack> hung{};
    for (size_t r = group.first_row; r < group.first_row + group.rows; ++r) {
        fetch(rows_, r + 2);
        Row& row = rows_[r];
        row.m[1 - now_].al = solved(row, group, on);
        climb_row(row, next, sight, hung);
    }
    group.R = sight.on.R;
    group.turning = sight.turning;
    rows.hang(group.seat, hung);
}

[[gnu::flatten]] void Riders::finish_group(Group& group, const Solve& solve, const Finish& finish,
                                           double dt, const CarrierRows& rows) {
    const Accelerations<Pack> on = rows.read_solved(group.seat);
    Ends ends{rows, group, solve, dt};
    rows.read_motions(group.seat, false, ends.before);
    rows.read_motions(group.seat, true, ends.after);
    const double fast = turn_limit_ * turn_limit_ / (4 * dt * dt);
    for (size_t r = group.first_row; r < group.first_row + group.rows; ++r) {
        fetch(rows_, r + 2);
        Row& row = rows_[r];
        const RiderMotion<Pack>& m = row.m[now_];
        RiderMotion<Pack>& next = row.m[1 - now_];
        next = finish_rider(m, next.al, solved(row, group, on), finish);
        const Pack turn = where_above(
            row.c.mass, Pack(0), wildness2(m.w - ends.before.w, next.w - ends.after.w), Pack(0));
        if (!damped_ || !all_within(turn, fast)) mend(group, row, turn, ends);
    }
}

void Riders::climb(size_t block, const Solve& solve, bool new_air, CarrierRows& rows) {
    each_group(block, [&](size_t g) { climb_group(groups_[g], solve, new_air, rows); });
}

void Riders::turn_round(size_t block, const Solve& next, CarrierRows& rows) {
    each_group(block, [&](size_t g) { turn_group(groups_[g], next, rows); });
}

void Riders::finish(size_t block, const Solve& solve, const Finish& finish, double dt,
                    const CarrierRows& rows) {
    each_group(block, [&](size_t g) { finish_group(groups_[g], solve, finish, dt, rows); });
}

void Riders::start(size_t block, const CarrierRows& rows) {
    each_group(block, [&](size_t g) {
        const Group& group = groups_[g];
        const Accelerations<Pack> on = rows.read_solved(group.seat);
        for (size_t r = group.first_row; r < group.first_row + group.rows; ++r) {
            Row& row = rows_[r];
            const Vec<Pack> al = solved(row, group, on);
            row.m[1 - now_] = {row.m[now_].Q, row.m[now_].w, al};
        }
    });
}

Totals Riders::totals(size_t block, bool after, bool air, const Viewpoint& from,
                      const CarrierRows& rows) const {
    each_group(block,
               [&](size_t g) { totals_[g] = group_totals(groups_[g], after, air, from, rows); });
    Totals sum;
    for (size_t g = first_group_[block]; g < first_group_[block + 1]; ++g) sum += totals_[g];
    return sum;
}

}  // namespace thigmo
