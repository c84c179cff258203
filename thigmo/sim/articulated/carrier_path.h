// The way of bodies through a step, for a leaf on them that takes smaller steps by itself: known at
// its ends, a cubic in rotation and linear in the rest between.
#pragma once

#include "thigmo/sim/articulated/rider_kernel.h"

namespace thigmo {

/// Carriers at one time: how they turn, and how a joint on them moves (against the air; felt).
template <class L>
struct CarrierMotion {
    Turn<L> Q;
    Vec<L> w;
    AtOffset<L> v, a;
};

template <class L>
struct CarrierPath {
    BodyMotion<L> before, after;
    Vec<L> turn;  // rotation vector from before to after
    Vec<L> wind;
};

/// Between its ends.
template <class L>
CarrierPath<L> join_ends(const BodyMotion<L>& before, const BodyMotion<L>& after,
                         const Vec<L>& wind) {
    return {before, after, logarithm(after.Q * conjugate(before.Q)).phi, wind};
}

template <class L>
Vec<L> spin_at(const CarrierPath<L>& path, double dt, double s) {
    return scaled(6 * s * (1 - s) / dt, path.turn) + scaled((1 - s) * (1 - 3 * s), path.before.w) +
           scaled(s * (3 * s - 2), path.after.w);
}

/// At a share s of the step.
template <class L>
CarrierMotion<L> at(const CarrierPath<L>& path, double dt, double s) {
    const BodyMotion<L>&a = path.before, &b = path.after;
    const Vec<L> angle = scaled(s * s * (3 - 2 * s), path.turn) +
                         scaled(dt * s * (1 - s) * (1 - s), a.w) +
                         scaled(dt * s * s * (s - 1), b.w);
    const auto mix = [&](const Vec<L>& x, const Vec<L>& y) { return x + scaled(s, y - x); };
    const Vec<L> w = spin_at(path, dt, s);
    const Turn<L> Q = exponential(angle) * a.Q;
    const Mat<L> R = matrix(Q), V = cross_columns(w, R);
    return {Q,
            w,
            {mix(a.v, b.v) - path.wind, V},
            {mix(a.a, b.a), cross_columns(mix(a.al, b.al), R) + cross_columns(w, V)}};
}

/// The share of the step at which a stage is.
inline double share_of(const Stage& stage, double dt) {
    return (stage.turn.w + stage.late.w) / dt;
}

/// As a solve sees carriers that are where they are whatever the leaf does.
template <class L>
CarrierSight<L> sight_of(const CarrierMotion<L>& on, const Stage& stage) {
    const Vec<L> none = zero_vec<L>();
    const auto less = [&](const Vec<L>& v, const Vec<L>& a) { return v - scaled(stage.c1, a); };
    const Mat<L> early{less(on.v.X.x, on.a.X.x), less(on.v.X.y, on.a.X.y),
                       less(on.v.X.z, on.a.X.z)};
    return {{on.Q, matrix(on.Q), on.w, none, on.w},
            on.v,
            {less(on.v.x, on.a.x), early},
            on.a,
            {none, none, none}};
}

/// Angular acceleration from one solve on such carriers; b is that of the solve before.
template <class L>
[[gnu::always_inline]] inline Vec<L> solve_rider(const RiderConstants<L>& c,
                                                 const RiderMotion<L>& m, const Vec<L>& b,
                                                 const CarrierMotion<L>& on, const L& k,
                                                 const Solve& solve) {
    Turn<L> Q;
    RiderKept<L> kept;
    Hung<L> hung{};
    climb_rider(c, m, b, sight_of(on, solve.stage), k, solve, Q, kept, hung);
    return descend_rider(Q, kept, zero_vec<L>(), on.a(c.offset));
}

}  // namespace thigmo
