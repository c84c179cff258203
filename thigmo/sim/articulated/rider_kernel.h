// One leaf that rides on a body whose motion is known: its own rotation, in lanes.
//
// About the leaf's joint, which the carrier moves with felt acceleration a (gravity taken from it):
//
//     J α + w × J w + m c × a = τ + c_d × F        τ spring and damping, F drag at c_d
//
// solved linearly implicit in the stages of scheme.h. A leaf is a rod as rods are in kernel.h, and
// a plate in the air: everything on the left is s·1 + d·ttᵀ, so that what is along the axis t and
// what is across it are solved apart.
#pragma once

#include "thigmo/sim/articulated/joint_torque.h"
#include "thigmo/sim/articulated/scheme.h"

namespace thigmo {

/// A carrier at one time. A joint at the offset o moves with velocity v + V o (against the air) and
/// acceleration a + A o (felt).
template <class L>
struct CarrierMotion {
    Turn<L> Q;
    Vec<L> w, v, a;
    Mat<L> V, A;
};

template <class L>
struct RiderConstants {
    Vec<L> offset;     // of the joint, in the carrier's axes
    Turn<L> rest;      // from leaf to carrier's axes
    L md, Ja, Jp;      // mass times the centre's place on the axis (kg m), inertia (kg m²)
    L kt, kb, ct, cb;  // stiffness and damping, twist and bend
    L drag, cd;        // k, and its place on the axis
};

template <class L>
struct RiderMotion {
    Turn<L> Q;
    Vec<L> w, al;
};

/// The first column of the rotation's matrix.
template <class L>
Vec<L> axis_of(const Turn<L>& q) {
    const L y2 = q.v.y + q.v.y, z2 = q.v.z + q.v.z;
    return {L(1) - q.v.y * y2 - q.v.z * z2, q.v.x * y2 + q.w * z2, q.v.x * z2 - q.w * y2};
}

template <class L>
Vec<L> stage_sum(const Stage& stage, const Stage::Terms& t, const RiderMotion<L>& m,
                 const Vec<L>& b) {
    const Vec<L> sum = scaled(t.w, m.w) + scaled(t.a, m.al);
    return stage.second ? sum + scaled(t.b, b) : sum;
}

/// Angular acceleration from one solve; b is that of the solve before. `on` tells which lane of the
/// carriers each leaf sits on, `factor` is that of its drag by the Vogel exponent.
///
/// With φ the joint's rotation vector in the world, p = φ·t and k = (kt − kb) p, the torque of
/// joint_torque.h is −(kb + c k p) φ + ½ k φ × t − (k − c k φ²) t.
template <class L, class On>
[[gnu::always_inline]] inline Vec<L> solve_rider(const RiderConstants<L>& c,
                                                 const RiderMotion<L>& m, const Vec<L>& b,
                                                 const CarrierMotion<L>& carrier, const On& on,
                                                 const L& factor, const Stage& st) {
    const Turn<L> Q = exponential(stage_sum(st, st.turn, m, b)) * m.Q;
    const Vec<L> w = stage_sum(st, st.spin, m, b), s = stage_sum(st, st.late, m, b),
                 e = stage_sum(st, st.early, m, b);
    const Vec<L> t = axis_of(Q);
    const L c1(st.c1), c2(st.c2);

    const Logarithm<L> log = logarithm(Q * conjugate(permuted(carrier.Q, on) * c.rest));
    const Vec<L>& phi = log.phi;
    const L p = dot(phi, t), k = (c.kt - c.kb) * p, ck = log.c * k;

    const Vec<L> v = permuted(carrier.v, on) + permuted(carrier.V, on) * c.offset;
    const Vec<L> flow = v + c.cd * cross(w, t);
    const L push = factor * c.drag * c.cd * square_root(dot(flow, flow)), drag = push * c.cd;
    const Vec<L> a = permuted(carrier.a, on) + permuted(carrier.A, on) * c.offset;
    // Load stiffness: what pulls the leaf outward holds it straight.
    const L pull = larger(-c.md * dot(a, t) - push * dot(v, t), L(0));

    const Vec<L> de = e - permuted(carrier.w, on);
    const L spin = (c.Ja - c.Jp) * dot(w, t);
    const Vec<L> z = (L(0.5) * k) * phi - spin * w + c.md * a + push * v;
    const L straight = c.kb + ck * p, late = c.kb + pull;
    const Vec<L> u = cross(z, t) - straight * phi - late * s - c.cb * de - drag * e;
    const L st_ = dot(s, t), det = dot(de, t);
    const L along = straight * p + late * st_ + c.cb * det + drag * dot(e, t);  // −u·t
    const L torque = ck * (dot(phi, phi) - p * p) - c.kt * (p + st_) - c.ct * det;

    const L bend = c.Jp + c1 * (drag + c.cb) + c2 * late, twist = c.Ja + c2 * c.kt + c1 * c.ct;
    const L both = L(1) / (bend * twist), per_bend = both * twist;
    return per_bend * u + (per_bend * along + both * bend * torque) * t;
}

/// Kinetic and elastic energy of a leaf against what carries it.
template <class L>
struct RiderEnergy {
    L kinetic, elastic;
};
template <class L>
RiderEnergy<L> energy_of(const RiderConstants<L>& c, const RiderMotion<L>& m, const Turn<L>& on,
                         const Vec<L>& on_spin) {
    const Vec<L> phi = logarithm(conjugate(on * c.rest) * m.Q).phi, spin = m.w - on_spin;
    const L along = dot(spin, axis_of(m.Q)), half(0.5);
    return {half * (c.Jp * dot(spin, spin) + (c.Ja - c.Jp) * along * along),
            half * (c.kt * phi.x * phi.x + c.kb * (phi.y * phi.y + phi.z * phi.z))};
}

/// The leaf's motion after a step, from the carrier at the stages' times.
template <class L, class On>
[[gnu::always_inline]] inline RiderMotion<L> advance_rider(const RiderConstants<L>& c,
                                                           const RiderMotion<L>& m,
                                                           const CarrierMotion<L>* carriers,
                                                           const On& on, const L& factor,
                                                           const Scheme& scheme) {
    Vec<L> b = zero_vec<L>(), last = b;
    for (int k = 0; k < scheme.stages; ++k) {
        b = last;
        last = solve_rider(c, m, b, carriers[k], on, factor, scheme.stage[k]);
    }
    const Finish& f = scheme.finish;
    const auto sum = [&](const Finish::Terms& t) {
        return scaled(t.w, m.w) + scaled(t.a, m.al) + scaled(t.b, b) + scaled(t.c, last);
    };
    return {normalised(exponential(sum(f.turn)) * m.Q), sum(f.spin),
            scaled(f.next.b, b) + scaled(f.next.c, last)};
}

}  // namespace thigmo
