// The sweeps over rows: tips to base, base to tips.
#include <cmath>

#include "thigmo/sim/articulated/engine.h"
#include "thigmo/sim/articulated/seen_motion.h"

namespace thigmo {
namespace {

// Of the next block, what is fetched on the way down; the sweep that follows fetches the rest.
constexpr double descent_share = 0.2, finish_share = 0.5;

}  // namespace

template <class L>
typename Engine<L>::Placed Engine<L>::parent_motion(size_t batch, int which) const {
    LaneSources<BodyMotion, L> m;
    LaneSources<Vec, L> x;
    for (size_t i = 0; i < W; ++i) {
        const LaneParent& parent = layout_.parents[batch * W + i];
        m.set(i, rows_[parent.row].motion[which], parent.lane);
        x.set(i, x_[which][parent.row], parent.lane);
    }
    return {m.gathered(), x.gathered()};
}

template <class L>
Seen<L> Engine<L>::seen_parent(size_t batch, const Solve& solve) const {
    LaneSources<Turn, L> Q;
    LaneSources<Vec, L> spin, w, al, b;
    for (size_t i = 0; i < W; ++i) {
        const LaneParent& parent = layout_.parents[batch * W + i];
        const BodyMotion<L>& old = rows_[parent.row].motion[solve.before];
        const BodyMotion<L>& next = rows_[parent.row].motion[1 - solve.before];
        Q.set(i, next.Q, parent.lane);
        spin.set(i, next.w, parent.lane);
        w.set(i, old.w, parent.lane);
        al.set(i, old.al, parent.lane);
        b.set(i, next.al, parent.lane);
    }
    return seen(Q.gathered(), spin.gathered(), w.gathered(), al.gathered(), b.gathered(),
                solve.stage);
}

template <class L>
typename Engine<L>::Ahead Engine<L>::after_block(size_t block, double from, double to) const {
    if (!large_ || block == 0 || block + 1 >= layout_.blocks.size()) return {};
    const Block& next = layout_.blocks[block + 1];
    if (next.first == next.last) return {};
    const Batch &first = layout_.batches[next.first], &last = layout_.batches[next.last - 1];
    const double rows = last.first + last.length - first.first;
    return {
        reinterpret_cast<const char*>(&rows_[first.first + static_cast<size_t>(from * rows)]),
        reinterpret_cast<const char*>(rows_.data() + first.first + static_cast<size_t>(to * rows))};
}

template <class L>
[[gnu::flatten]] void Engine<L>::predict_block(const Block& block, const Solve& solve) {
    if (block.first == block.last) return;
    const Batch& end = layout_.batches[block.last - 1];
    for (uint32_t r = layout_.batches[block.first].first; r < end.first + end.length; ++r)
        predict(rows_[r], solve);
}

template <class L>
void Engine<L>::add_hung(const LaneParent& to, const HungRow& hung) {
    slots_[static_cast<size_t>(layout_.slot[to.row])].lane[to.lane] += hung;
}

template <class L>
void Engine<L>::deliver(size_t batch, const Hung<L>& hung) {
    HungRow own[W];
    split(hung, own);
    for (size_t i = 0; i < W; ++i) {
        const LaneParent& parent = layout_.parents[batch * W + i];
        if (parent.empty) continue;
        if (parent.outbox >= 0)
            outbox_[static_cast<size_t>(parent.outbox)] = own[i];
        else
            add_hung(parent, own[i]);
    }
}

template <class L>
template <bool rod>
[[gnu::flatten]] void Engine<L>::climb_batch(size_t batch, const Solve& solve, Ahead& ahead) {
    const Batch& b = layout_.batches[batch];
    Hung<L> hung;
    std::memset(static_cast<void*>(&hung), 0, sizeof(hung));
    Seen<L> body = seen(rows_[b.first + b.length - 1], solve);
    for (uint32_t r = b.first + b.length; r-- > b.first;) {
        const Seen<L> parent = r == b.first ? seen_parent(batch, solve) : seen(rows_[r - 1], solve);
        fetch<row_lines / 3 + 1>(ahead);
        Row<L>& row = rows_[r];
        const GeneralConstants<L>* general = rod ? nullptr : &general_[general_of_row_[r]];
        if (const int32_t slot = layout_.slot[r]; slot >= 0) {
            Slot& side = slots_[static_cast<size_t>(slot)];
            Hung<L> add;
            join(side.lane, add);
            std::memset(&side, 0, sizeof(side));
            hung.A = hung.A + add.A;
            hung.B = hung.B + add.B;
            hung.M = hung.M + add.M;
            hung.pn = hung.pn + add.pn;
            hung.pf = hung.pf + add.pf;
            hung.F = hung.F + add.F;
            hung.pull += add.pull;
        }
        const Own<L> own = set_up<rod>(row, general, body, parent, solve);
        fetch<row_lines / 3 + 1>(ahead);
        reduce<rod>(hung, own, body.s, solve, row.kept);
        fetch<row_lines / 3 + 1>(ahead);
        body = parent;
    }
    deliver(batch, hung);
}

template <class L>
void Engine<L>::climb_block(size_t block, const Solve& solve) {
    const Block& range = layout_.blocks[block];
    Ahead ahead = after_block(block, solve.stage.second ? descent_share : 0, 1);
    for (size_t batch = range.last; batch-- > range.first;) {
        const Batch& b = layout_.batches[batch];
        if (b.chain)
            climb_chain(batch, solve);
        else if (b.rod)
            climb_batch<true>(batch, solve, ahead);
        else
            climb_batch<false>(batch, solve, ahead);
    }
}

template <class L>
[[gnu::flatten]] void Engine<L>::descend_batch(size_t batch, const Solve& solve,
                                               const Descent& descent, L& turn,
                                               std::vector<uint32_t>& wild, Ahead& ahead) {
    const Batch& b = layout_.batches[batch];
    const int after = 1 - solve.before;
    LaneSources<Accelerations, L> above;
    LaneSources<Vec, L> w0, w1;
    for (size_t i = 0; i < W; ++i) {
        const LaneParent& parent = layout_.parents[batch * W + i];
        const Row<L>& row = rows_[parent.row];
        above.set(i, solved_[static_cast<size_t>(layout_.slot[parent.row])], parent.lane);
        w0.set(i, row.motion[solve.before].w, parent.lane);
        w1.set(i, row.motion[after].w, parent.lane);
    }
    Accelerations<L> acceleration = above.gathered();
    Vec<L> change = w1.gathered() - w0.gathered();  // of the parent's angular velocity
    for (uint32_t r = b.first; r < b.first + b.length; ++r) {
        Row<L>& row = rows_[r];
        acceleration = accelerate(row.kept, acceleration);
        if (const int32_t slot = layout_.slot[r]; slot >= 0)
            solved_[static_cast<size_t>(slot)] = acceleration;
        BodyMotion<L>& next = row.motion[after];
        if (descent.kind == Down::next_stage) {
            next.al = acceleration.al;
            next.a = acceleration.a;
            predict(row, descent.next);
            fetch<row_lines / 5 + 1>(ahead);
        } else if (descent.kind == Down::start) {
            next.Q = row.motion[solve.before].Q;
            next.w = row.motion[solve.before].w;
            next.al = acceleration.al;
        } else {
            finish(row, *descent.finish, solve.before, acceleration.al);
            fetch<row_lines / 2 + 1>(ahead);
            const Vec<L> own = next.w - row.motion[solve.before].w;
            const Vec<L> turned = own - change;
            L square = where_above(row.c.mass, L(0), dot(turned, turned), L(0));
            if (descent.relieved_beyond > 0 && is_tip(b) && !is_loaded(r)) {
                const double limit = descent.relieved_beyond / descent.dt, worst = 4 * limit;
                if (any_above(square, limit * limit)) {
                    square = each_lane(square, [&](double x, size_t i) {
                        if (!(x > limit * limit) || x > worst * worst) return x;
                        wild.push_back(static_cast<uint32_t>(r * W + i));
                        return 0.;
                    });
                }
            }
            turn = larger(square, turn);
            change = own;
        }
    }
}

template <class L>
void Engine<L>::descend_block(size_t block, const Solve& solve, const Descent& descent) {
    L turn(0);
    const Block& range = layout_.blocks[block];
    wild_[block].clear();
    const bool last = descent.kind == Down::finish;
    Ahead ahead = after_block(block, 0, last ? finish_share : descent_share);
    for (size_t batch = range.first; batch < range.last; ++batch) {
        if (layout_.batches[batch].chain)
            descend_chain(batch, solve, descent, turn);
        else
            descend_batch(batch, solve, descent, turn, wild_[block], ahead);
    }
    double worst = 0;
    for (size_t i = 0; i < W; ++i) worst = larger(lane(turn, i), worst);
    turns_[block] = std::sqrt(worst) * descent.dt;
}

template <class L>
template <bool rod>
[[gnu::flatten]] void Engine<L>::settle_batch(size_t batch, const Sight& sight, Totals& totals,
                                              Ahead& ahead) {
    const Batch& b = layout_.batches[batch];
    const int which = sight.which;
    L kinetic(0), elastic(0), power(0), centrifugal(0);
    Vec<L> moment = zero_vec<L>(), spin = zero_vec<L>();
    Placed parent = parent_motion(batch, which);
    if (b.chain) parent = last_lane_of(parent);
    for (uint32_t r = b.first; r < b.first + b.length; ++r) {
        Row<L>& row = rows_[r];
        BodyMotion<L>& body = row.motion[which];
        const RowConstants<L>& c = row.c;
        fetch<row_lines / 2 + 1>(ahead);
        if (b.chain) parent = chain_parents(parent, body, c.offset);
        const Vec<L> arm = matrix(parent.m.Q) * c.offset;
        const Vec<L> turning = cross(parent.m.w, arm);
        const Vec<L> place = parent.x + arm;
        x_[which][r] = place;
        body.v = parent.m.v + turning;
        body.a = parent.m.a + cross(parent.m.al, arm) + cross(parent.m.w, turning);
        Vec<L> v = body.v, w = body.w;  // as seen
        if (sight.moves) {
            const L is_body = where_above(c.mass, L(0), L(1), L(0));
            v = v - sight.v - cross(sight.w, place - sight.x);
            w = is_body * (w - sight.w);
        }
        const Mat<L> R = matrix(body.Q);
        const Vec<L> t{R.x.x, R.y.x, R.z.x};
        const Vec<L> phi = logarithm(conjugate(parent.m.Q * c.rest) * body.Q).phi;
        Vec<L> mc;
        if constexpr (rod) {
            mc = (c.mass * c.d) * t;
            const L wt = dot(w, t);
            kinetic += c.Jp * dot(w, w) + (c.Ja - c.Jp) * wt * wt;
            elastic += c.kt * phi.x * phi.x + c.kb * (phi.y * phi.y + phi.z * phi.z);
        } else {
            const GeneralConstants<L>& g = general_[general_of_row_[r]];
            mc = c.mass * (R * g.centre);
            kinetic += dot(w, rotated(R, g.J) * w);
            elastic += g.k.x * phi.x * phi.x + g.k.y * phi.y * phi.y + g.k.z * phi.z * phi.z;
        }
        kinetic += L(2) * dot(cross(w, mc), v) + c.mass * dot(v, v);
        moment = moment + c.mass * place + mc;
        if (sight.turns) {
            Sym<L> J;
            if constexpr (rod)
                J = axial(c.Jp, c.Ja - c.Jp, t);
            else
                J = rotated(R, general_[general_of_row_[r]].J);
            const SeenMotion<L> seen_body{place - sight.x, v, w};
            const Inertia<L> inertia{c.mass, mc, J};
            centrifugal += centrifugal_power(sight.w, seen_body, inertia);
            spin = spin + spin_of(seen_body, inertia);
        }
        if (sight.air) {
            const Vec<L> u = body.v + cross(body.w, c.cd * t);
            const L share = rod ? L(1) : L(1) - general_[general_of_row_[r]].plate;
            Vec<L> past = u - row.wind;
            past = past - (share * dot(past, t)) * t;
            const L kk = row.k * square_root(dot(past, past));
            power += larger(-kk * dot(past, v + cross(w, c.cd * t)), L(0));
            if constexpr (!rod) {
                const GeneralConstants<L>& g = general_[general_of_row_[r]];
                const Vec<L> arm_of = R * g.crown;
                const Vec<L> by = body.v + cross(body.w, arm_of) - row.wind;
                power += larger(
                    -g.crown_k * square_root(dot(by, by)) * dot(by, v + cross(w, arm_of)), L(0));
            }
        }
        parent = {body, place};
    }
    totals.kinetic += 0.5 * sum_of_lanes(kinetic);
    totals.elastic += 0.5 * sum_of_lanes(elastic);
    totals.wind_power += sum_of_lanes(power);
    totals.centrifugal_power += sum_of_lanes(centrifugal);
    totals.spin += Vec3(sum_of_lanes(spin.x), sum_of_lanes(spin.y), sum_of_lanes(spin.z));
    totals.moment += Vec3(sum_of_lanes(moment.x), sum_of_lanes(moment.y), sum_of_lanes(moment.z));
}

template <class L>
void Engine<L>::settle_block(size_t block, const Sight& sight, bool tips) {
    Totals& totals = totals_[block];
    if (!tips) totals = Totals{};
    const Block& range = layout_.blocks[block];
    Ahead ahead = tips ? Ahead{} : after_block(block, finish_share, 1);
    for (size_t batch = range.first; batch < range.last; ++batch) {
        if (is_tip(layout_.batches[batch]) != tips) continue;
        if (layout_.batches[batch].rod)
            settle_batch<true>(batch, sight, totals, ahead);
        else
            settle_batch<false>(batch, sight, totals, ahead);
    }
}

template class Engine<double>;
template class Engine<Lanes<4>>;
template class Engine<Lanes<8>>;

}  // namespace thigmo
