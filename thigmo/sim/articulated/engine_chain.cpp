// Sweeps over one long run: what does not depend on the neighbours goes through lanes of
// consecutive bodies, the recursion itself body by body.
#include <cmath>

#include "thigmo/sim/articulated/run_kernel.h"

namespace thigmo {
namespace {

template <class L>
Seen<L> shifted(const Seen<L>& a, const Seen<L>& before) {
    return {shifted(a.Q, before.Q), shifted(a.R, before.R), shifted(a.w, before.w),
            shifted(a.s, before.s), shifted(a.e, before.e)};
}

/// Its first lane in its last one's place.
template <template <class> class T, class L>
T<L> first_to_last(const T<L>& a) {
    T<L> out = a;
    copy_lanes(a, 0, out, lane_count<L> - 1);
    return out;
}

/// Where a row keeps what the way down needs of a body.
template <class L>
char* kept_of(Row<L>& row, size_t lane) {
    static_assert(sizeof(row.kept) == lane_count<L> * sizeof(Kept<double>));
    return reinterpret_cast<char*>(&row.kept) + lane * sizeof(Kept<double>);
}

}  // namespace

template <class L>
template <bool rod>
[[gnu::flatten]] void Engine<L>::climb_chain_of(size_t batch, const Solve& solve) {
    const Batch& b = layout_.batches[batch];
    HungRows hung = nothing_hung();
    Seen<L> body = seen(rows_[b.first + b.length - 1], solve);
    for (uint32_t r = b.first + b.length; r-- > b.first;) {
        const Seen<L> before =
            r == b.first ? first_to_last(seen_parent(batch, solve)) : seen(rows_[r - 1], solve);
        Row<L>& row = rows_[r];
        const GeneralConstants<L>* general = rod ? nullptr : &general_[general_of_row_[r]];
        OwnRows own[W];
        split<rod>(set_up<rod>(row, general, body, shifted(body, before), solve), body.s, own);
        const int32_t slot = layout_.slot[r];
        for (size_t i = W; i-- > 0;) {
            if (layout_.body[r * W + i] == Layout::none) continue;
            if (slot >= 0) {
                Hung<double> side;
                join(&slots_[static_cast<size_t>(slot)].lane[i], side);
                add(hung, side);
            }
            reduce(hung, own[i], solve, kept_of(row, i));
        }
        if (slot >= 0)
            std::memset(static_cast<void*>(&slots_[static_cast<size_t>(slot)]), 0, sizeof(Slot));
        body = before;
    }
    HungRow all;
    split(plain(hung), &all);
    const LaneParent& parent = layout_.parents[batch * W];
    if (parent.outbox >= 0)
        outbox_[static_cast<size_t>(parent.outbox)] = all;
    else
        add_hung(parent, all);
}

template <class L>
void Engine<L>::climb_chain(size_t batch, const Solve& solve) {
    if constexpr (W > 1) {
        if (layout_.batches[batch].rod)
            climb_chain_of<true>(batch, solve);
        else
            climb_chain_of<false>(batch, solve);
    }
}

template <class L>
[[gnu::flatten]] void Engine<L>::descend_chain(size_t batch, const Solve& solve,
                                               const Descent& descent, L& turn) {
    const Batch& b = layout_.batches[batch];
    const int after = 1 - solve.before;
    const LaneParent& parent = layout_.parents[batch * W];
    const Row<L>& above = rows_[parent.row];
    Accelerations<double> acceleration =
        take_lane(solved_[static_cast<size_t>(layout_.slot[parent.row])], parent.lane);
    Vec<L> change = zero_vec<L>();  // of angular velocity; its last lane is the next row's parent
    copy_lanes(above.motion[after].w - above.motion[solve.before].w, parent.lane, change, W - 1);
    for (uint32_t r = b.first; r < b.first + b.length; ++r) {
        Row<L>& row = rows_[r];
        Accelerations<L> solved;
        for (size_t i = 0; i < W; ++i) {
            Kept<double> kept;
            std::memcpy(static_cast<void*>(&kept), kept_of(row, i), sizeof(kept));
            acceleration = accelerate(kept, acceleration);
            put_lane(acceleration, solved, i);
        }
        if (const int32_t slot = layout_.slot[r]; slot >= 0)
            solved_[static_cast<size_t>(slot)] = solved;
        BodyMotion<L>& next = row.motion[after];
        if (descent.kind == Down::next_stage) {
            next.al = solved.al;
            next.a = solved.a;
            predict(row, descent.next);
        } else if (descent.kind == Down::start) {
            next.Q = row.motion[solve.before].Q;
            next.w = row.motion[solve.before].w;
            next.al = solved.al;
        } else {
            finish(row, *descent.finish, solve.before, solved.al);
            const Vec<L> own = next.w - row.motion[solve.before].w;
            const Vec<L> turned = own - shifted(own, change);
            turn = larger(where_above(row.c.mass, L(0), dot(turned, turned), L(0)), turn);
            change = own;
        }
    }
}

template <class L>
typename Engine<L>::Placed Engine<L>::last_lane_of(const Placed& first) {
    return {first_to_last(first.m), first_to_last(first.x)};
}

/// The bodies' parents: one lane on in rotation and angular motion; their joints follow in turn.
template <class L>
typename Engine<L>::Placed Engine<L>::chain_parents(const Placed& before, const BodyMotion<L>& body,
                                                    const Vec<L>& offset) const {
    Placed out;
    out.m.Q = shifted(body.Q, before.m.Q);
    out.m.w = shifted(body.w, before.m.w);
    out.m.al = shifted(body.al, before.m.al);
    const Vec<L> arm = matrix(out.m.Q) * offset, turning = cross(out.m.w, arm);
    const Vec<L> turned = cross(out.m.al, arm) + cross(out.m.w, turning);
    Vec<double> x = take_lane(before.x, W - 1), v = take_lane(before.m.v, W - 1),
                a = take_lane(before.m.a, W - 1);
    for (size_t i = 0; i < W; ++i) {
        put_lane(x, out.x, i);
        put_lane(v, out.m.v, i);
        put_lane(a, out.m.a, i);
        x = x + take_lane(arm, i);
        v = v + take_lane(turning, i);
        a = a + take_lane(turned, i);
    }
    return out;
}

template class Engine<double>;
template class Engine<Lanes<4>>;
template class Engine<Lanes<8>>;

}  // namespace thigmo
