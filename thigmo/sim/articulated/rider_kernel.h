// One leaf that rides on a body whose motion is known: its own rotation, in lanes.
//
// About the leaf's joint, which the carrier moves with felt acceleration a (gravity taken from it):
//
//     J α + w × J w + m c × a = τ + c_d × F        τ spring and damping, F drag at c_d
//
// solved linearly implicit in the stages of scheme.h. A leaf is a rod as rods are in kernel.h, so
// everything on the left is s·1 + d·ttᵀ and its inverse needs no 3×3 solve.
#pragma once

#include "thigmo/sim/articulated/joint_torque.h"
#include "thigmo/sim/articulated/rows.h"
#include "thigmo/sim/articulated/scheme.h"

namespace thigmo {

/// A carrier at one time; position is not needed.
template <class L>
struct CarrierMotion {
    Turn<L> Q;
    Mat<L> R;  // the same
    Vec<L> w, al, v, a;
};

template <class L>
struct RiderConstants {
    Vec<L> offset;      // of the joint, in the carrier's axes
    Turn<L> rest;       // from leaf to carrier's axes
    L mass, d, Ja, Jp;  // kg, m, kg m²
    L kt, kb, ct, cb;   // stiffness and damping, twist and bend
    L drag, plate, cd;  // k, 1 for plates, place on the axis
};

template <class L>
struct RiderMotion {
    Turn<L> Q;
    Vec<L> w, al;
};

/// What the air does to the leaves of one carrier.
template <class L>
struct RiderAir {
    Vec<L> wind;
    L factor;  // of drag, by the Vogel exponent; 0 without air
};

template <class L>
Vec<L> stage_sum(const Stage& stage, const Stage::Terms& t, const RiderMotion<L>& m,
                 const Vec<L>& b) {
    const Vec<L> sum = scaled(t.w, m.w) + scaled(t.a, m.al);
    return stage.second ? sum + scaled(t.b, b) : sum;
}

/// Angular acceleration from one solve; b is that of the solve before.
template <class L>
[[gnu::always_inline]] inline Vec<L> solve_rider(const RiderConstants<L>& c,
                                                 const RiderMotion<L>& m, const Vec<L>& b,
                                                 const CarrierMotion<L>& carrier,
                                                 const RiderAir<L>& air, const Stage& st) {
    const Turn<L> Q = exponential(stage_sum(st, st.turn, m, b)) * m.Q;
    const Vec<L> w = stage_sum(st, st.spin, m, b), s = stage_sum(st, st.late, m, b),
                 e = stage_sum(st, st.early, m, b);
    const Mat<L> R = matrix(Q);
    const Vec<L> t{R.x.x, R.y.x, R.z.x};
    const Vec<L> r = carrier.R * c.offset;
    const Vec<L> swing = cross(carrier.w, r);
    const Vec<L> a = carrier.a + cross(carrier.al, r) + cross(carrier.w, swing);
    const L c1(st.c1), c2(st.c2);

    const Logarithm<L> log = logarithm(conjugate(carrier.Q * c.rest) * Q);
    const Vec<L> moment{c.kt * log.phi.x, c.kb * log.phi.y, c.kb * log.phi.z};
    const Vec<L> de = e - carrier.w;
    Vec<L> u = R * joint_torque(log, moment) - c.kb * s - c.cb * de -
               ((c.kt - c.kb) * dot(t, s) + (c.ct - c.cb) * dot(t, de)) * t;
    u = u - ((c.Ja - c.Jp) * dot(w, t)) * cross(w, t) - (c.mass * c.d) * cross(t, a);

    const Vec<L> joint = carrier.v + swing - air.wind, arm = c.cd * t;
    const L along = L(1) - c.plate;
    const auto across = [&](const Vec<L>& x) { return x - (along * dot(x, t)) * t; };
    const Vec<L> flow = across(joint + cross(w, arm));
    const L kk = air.factor * c.drag * square_root(dot(flow, flow));
    u = u - cross(arm, kk * across(joint + cross(e, arm)));
    // Load stiffness: what pulls the leaf outward holds it straight.
    const L pull = larger(-(c.mass * c.d) * dot(a, t) - kk * dot(flow, arm), L(0));
    u = u - pull * (s - dot(s, t) * t);

    const L bend = c.Jp + c1 * kk * c.cd * c.cd + c2 * (c.kb + pull) + c1 * c.cb;
    const L twist = c.Ja + c2 * c.kt + c1 * c.ct;
    const L ut = dot(u, t);
    return (L(1) / bend) * (u - ut * t) + (ut / twist) * t;
}

/// The leaf's motion after a step, from the carrier at the stages' times.
template <class L>
[[gnu::always_inline]] inline RiderMotion<L> advance_rider(const RiderConstants<L>& c,
                                                           const RiderMotion<L>& m,
                                                           const CarrierMotion<L>* carriers,
                                                           const RiderAir<L>& air,
                                                           const Scheme& scheme) {
    Vec<L> b = zero_vec<L>(), last = b;
    for (int k = 0; k < scheme.stages; ++k) {
        b = last;
        last = solve_rider(c, m, b, carriers[k], air, scheme.stage[k]);
    }
    const Finish& f = scheme.finish;
    const auto sum = [&](const Finish::Terms& t) {
        return scaled(t.w, m.w) + scaled(t.a, m.al) + scaled(t.b, b) + scaled(t.c, last);
    };
    return {normalised(exponential(sum(f.turn)) * m.Q), sum(f.spin), sum(f.next)};
}

/// How far a stage's time lies within the step.
inline double time_of(const Stage& stage) {
    return stage.turn.w + stage.late.w;
}

}  // namespace thigmo
