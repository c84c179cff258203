// Relief of tips: light leaves that a step would turn too far are stepped again on their own, with
// the motion of what they hang on as it came out, in as many smaller steps as they need. The rest
// of the plant has felt them as in the plain step.
#include <algorithm>

#include "thigmo/sim/articulated/engine.h"

namespace thigmo {

/// Up to W tips side by side, beside the joint's motion over the step.
template <class L>
struct Engine<L>::Relief {
    Row<L> row;
    GeneralConstants<L> general;
    Turn<L> Q;           // of the parent, when the step begins
    Vec<L> w, al, v, a;  // its angular motion; the joint's velocity and felt acceleration
    double dt = 0;
    Turn<L> end_Q;
    Vec<L> end_w, end_al;
};

template <class L>
typename Engine<L>::Relief Engine<L>::gather_relief(std::span<const uint32_t> seats, double dt,
                                                    const StepInputs& inputs) const {
    Relief relief;
    relief.dt = dt;
    Vec<L> v1, w1;
    for (size_t i = 0; i < W; ++i) {
        const uint32_t seat = seats[std::min(i, seats.size() - 1)];  // spare lanes repeat the last
        const size_t r = seat / W, k = seat % W;
        copy_lanes(rows_[r], k, relief.row, i);
        if (const uint32_t g = general_of_row_[r]; g != Layout::none) {
            copy_lanes(general_[g], k, relief.general, i);
        } else {
            GeneralConstants<L> rod;
            const RowConstants<L>& c = rows_[r].c;
            const L zero(0);
            rod = {zero,
                   {c.Ja, c.Jp, c.Jp, zero, zero, zero},
                   {c.d, zero, zero},
                   {c.kt, c.kb, c.kb},
                   {c.ct, c.cb, c.cb},
                   zero_vec<L>(),
                   zero};
            copy_lanes(rod, k, relief.general, i);
        }
        const LaneParent& parent = layout_.parents[batch_of_[r] * W + k];
        const BodyMotion<L>& before = rows_[parent.row].motion[before_];
        const BodyMotion<L>& after = rows_[parent.row].motion[1 - before_];
        copy_lanes(before.Q, parent.lane, relief.Q, i);
        copy_lanes(before.w, parent.lane, relief.w, i);
        copy_lanes(after.w, parent.lane, w1, i);
        copy_lanes(after.v, parent.lane, v1, i);
        copy_lanes(after.Q, parent.lane, relief.end_Q, i);
    }
    v1 = v1 + cross(w1, matrix(relief.end_Q) * relief.row.c.offset);
    relief.al = scaled(1 / dt, w1 - relief.w);
    relief.v = relief.row.motion[before_].v;
    const Vec3& g = inputs.gravity;
    relief.a = scaled(1 / dt, v1 - relief.v) - spread<L>({g.x(), g.y(), g.z()});
    return relief;
}

/// False when a lane still turns too far in one of the steps.
template <class L>
[[gnu::flatten]] bool Engine<L>::integrate_relief(Relief& relief, int steps,
                                                  const StepInputs& inputs) const {
    constexpr int most = 32;
    const double h = relief.dt / steps;
    const Scheme way = scheme(steps == most ? Integrator::backward_euler : Integrator::tr_bdf2, h);
    const Vec<L> g = spread<L>({inputs.gravity.x(), inputs.gravity.y(), inputs.gravity.z()});
    Row<L> row = relief.row;
    const double limit = settings_.turn_limit / h;
    Solve solve = make_solve(way.stage[0], inputs);
    int& before = solve.before;
    for (int k = 0; k < steps; ++k) {
        const double t = k * h;
        const Vec<L> w = relief.w + scaled(t, relief.al);
        const Turn<L> Q =
            exponential(scaled(t, relief.w) + scaled(t * t / 2, relief.al)) * relief.Q;
        row.motion[before].v = relief.v + scaled(t, relief.a + g);
        row.motion[before].a = relief.a;
        Vec<L> al;
        for (int s = 0; s < way.stages; ++s) {
            solve.stage = way.stage[s];
            const Stage& st = solve.stage;
            predict(row, solve);
            const Turn<L> there = exponential(combined(st, st.turn, w, relief.al, relief.al)) * Q;
            const Seen<L> parent = seen(there, combined(st, st.spin, w, relief.al, relief.al), w,
                                        relief.al, relief.al, st);
            const Seen<L> body = seen(row, solve);
            const Own<L> own = set_up<false>(row, &relief.general, body, parent, solve);
            Hung<L> hung;
            std::memset(static_cast<void*>(&hung), 0, sizeof(hung));
            reduce<false>(hung, own, body.s, solve, row.kept);
            al = row.kept.Wu + row.kept.Y * relief.al - row.kept.G * (relief.a - row.kept.gam);
            if (s + 1 == way.stages) break;
            row.motion[1 - before].al = al;
            row.motion[1 - before].a = relief.a;
        }
        finish(row, way.finish, before, al);
        const Vec<L> turned =
            row.motion[1 - before].w - row.motion[before].w - scaled(h, relief.al);
        if (steps < most && any_above(dot(turned, turned), limit * limit)) return false;
        before = 1 - before;
    }
    relief.end_Q = row.motion[before].Q;
    relief.end_w = row.motion[before].w;
    // Over the step, not at its end: the next step's predictor takes steps of this length.
    relief.end_al = scaled(1 / relief.dt, relief.end_w - relief.row.motion[before_].w);
    return true;
}

template <class L>
void Engine<L>::relieve(size_t block, double dt, const StepInputs& inputs) {
    const std::span<const uint32_t> wild = wild_[block];
    for (size_t first = 0; first < wild.size(); first += W) {
        const auto seats = wild.subspan(first, std::min(W, wild.size() - first));
        Relief relief = gather_relief(seats, dt, inputs);
        for (int steps = 2; !integrate_relief(relief, steps, inputs);) steps *= 2;
        for (size_t i = 0; i < seats.size(); ++i) {
            BodyMotion<L>& m = rows_[seats[i] / W].motion[1 - before_];
            copy_lanes(relief.end_Q, i, m.Q, seats[i] % W);
            copy_lanes(relief.end_w, i, m.w, seats[i] % W);
            copy_lanes(relief.end_al, i, m.al, seats[i] % W);
        }
    }
}

template class Engine<double>;
template class Engine<Lanes<4>>;
template class Engine<Lanes<8>>;

}  // namespace thigmo
