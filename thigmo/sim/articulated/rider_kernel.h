// One leaf that rides: its rotation solved with the body that carries it, in lanes.
//
// A leaf is a blade: its centre of mass and of drag lie on its axis t, and its inertia is diagonal
// in its axes t, y, z. So every matrix of docs/articulated.md, "One solve", is diagonal there but
// for B = b [t]×, and what the leaf hands to its carrier has a closed form.
#pragma once

#include "thigmo/sim/articulated/kernel.h"
#include "thigmo/sim/articulated/power.h"

namespace thigmo {

template <class L>
struct RiderConstants {
    Vec<L> offset;     // of the joint, in the carrier's axes
    Turn<L> rest;      // from leaf to carrier's axes
    L mass, d;         // kg; the centre's place on the axis (m)
    Vec<L> J;          // inertia about the joint, along and across (kg m²)
    L kt, kb, ct, cb;  // stiffness and damping, twist and bend
    L drag, vogel;     // k below vogel_speed, and the exponent beyond it
    L cd;              // place of the drag on the axis
};

template <class L>
struct RiderMotion {
    Turn<L> Q;
    Vec<L> w, al;
};

/// What the way up leaves for the way down, in the leaf's axes: α = Wu + Y α_p − G a.
template <class L>
struct RiderKept {
    Vec<L> Wu, Y;
    L gy, gz;
};

/// A vector that depends on the offset o of a joint: x + X o.
template <class L>
struct AtOffset {
    Vec<L> x;
    Mat<L> X;
    Vec<L> operator()(const Vec<L>& offset) const { return x + X * offset; }
};

/// Carriers as a solve sees them, and how a joint on them moves. Velocities are against the air.
template <class L>
struct CarrierSight {
    Seen<L> on;
    AtOffset<L> at, early;  // velocity as predicted, and without the solve's acceleration
    AtOffset<L> felt;       // acceleration when the step began
    Mat<L> turning;         // times o: acceleration of the joint by the carrier's turning, γ
};

/// [r]× m: the cross product of r with every column.
template <class L>
Mat<L> cross_columns(const Vec<L>& r, const Mat<L>& m) {
    return {r.y * m.z - r.z * m.y, r.z * m.x - r.x * m.z, r.x * m.y - r.y * m.x};
}

template <class L>
Vec<L> stage_sum(const Stage& stage, const Stage::Terms& t, const RiderMotion<L>& m,
                 const Vec<L>& b) {
    return combined(stage, t, m.w, m.al, b);
}

template <class L>
Turn<L> predicted_rider(const Stage& stage, const RiderMotion<L>& m, const Vec<L>& b) {
    return exponential(stage_sum(stage, stage.turn, m, b)) * m.Q;
}

/// The axes of a body: columns of its matrix.
template <class L>
struct Axes {
    Vec<L> t, y, z;
};
template <class L>
Axes<L> axes_of(const Turn<L>& q) {
    const Mat<L> R = transpose(matrix(q));
    return {R.x, R.y, R.z};
}

/// What hangs on the carriers by the leaf's W = diag(w), Y and b, in its axes, by the arm r:
///
///     A′ = Y'A,  B′ = b(Yz z y' − Yy y z'),  M′ = m − b²(wz y y' + wy z z')
template <class L>
void hang_rider(const Axes<L>& in, const RiderKept<L>& kept, const Vec<L>& A, const L& m,
                const L& b, const Vec<L>& r, Hung<L>& hung) {
    const Sym<L> tt = square(in.t), yy = square(in.y);
    const Vec<L> a{kept.Y.x * A.x, kept.Y.y * A.y, kept.Y.z * A.z};
    const L along = b * kept.gy, aside = along - b * kept.gz, c = a.y - a.z;
    const Sym<L> none{L(0), L(0), L(0), L(0), L(0), L(0)};
    const Sym<L> A1 = plus_axial(plus_axial(none, a.z, a.x - a.z, tt), L(0), c, yy);
    const Sym<L> M1 = plus_axial(plus_axial(none, m - along, along, tt), L(0), aside, yy);
    const Vec<L> p = (b * kept.Y.z) * in.z, n = (b * kept.Y.y) * in.y;
    const Mat<L> B1{p.x * in.y - n.x * in.z, p.y * in.y - n.y * in.z, p.z * in.y - n.z * in.z};
    const Mat<L> C = plus_cross_columns(B1, r, full(M1));
    hung.M = hung.M + M1;
    hung.B = hung.B + C;
    hung.A = hung.A + shifted_inertia(A1, C, B1, r);
}

/// One leaf on the way up; b is the acceleration of the solve before, k the drag's coefficient now,
/// and `hung` gains what the carrier feels. Q gets the predicted rotation.
template <class L>
[[gnu::always_inline]] inline void climb_rider(const RiderConstants<L>& c, const RiderMotion<L>& m,
                                               const Vec<L>& before, const CarrierSight<L>& carrier,
                                               const L& k, const Solve& solve, Turn<L>& Q,
                                               RiderKept<L>& kept, Hung<L>& hung) {
    const Stage& st = solve.stage;
    const L c1(st.c1), c2(st.c2), md = c.mass * c.d;
    Q = predicted_rider(st, m, before);
    const Vec<L> w = stage_sum(st, st.spin, m, before), s = stage_sum(st, st.late, m, before),
                 e = stage_sum(st, st.early, m, before);
    const Axes<L> in = axes_of(Q);
    const Vec<L>&t = in.t, &y = in.y, &z = in.z;
    const Vec<L> r = carrier.on.R * c.offset, gam = carrier.turning * c.offset;

    Vec<L> pf = (md * dot(w, t)) * w - (md * dot(w, w)) * t;
    Vec<L> F = zero_vec<L>();
    L pull(0), mass = c.mass, b = md, q(0);
    if (solve.load_stiffness) {
        const Vec<L> inertia = c.mass * carrier.felt(c.offset) + md * cross(m.al, t) + pf;
        F = scaled(-1, inertia);
        pull = -c.d * dot(inertia, t);
    }
    Vec<L> side = zero_vec<L>();  // times t×: moment of the drag
    if (solve.air) {
        const Vec<L> arm = c.cd * t, u = carrier.at(c.offset) + cross(w, arm);
        const L kk = k * square_root(dot(u, u));
        q = c1 * kk;
        mass += q;
        b += q * c.cd;
        const Vec<L> f = kk * (carrier.early(c.offset) + cross(e, arm));
        pf = pf + f;
        side = c.cd * f;
        F = F - kk * u;
        pull = pull - kk * dot(u, arm);
    }
    const L lam = solve.load_stiffness ? larger(pull, L(0)) : L(0);
    side = side + b * gam;

    const Logarithm<L> log = logarithm(conjugate(carrier.on.Q * c.rest) * Q);
    const Vec<L>& p = log.phi;
    const Vec<L> spring{c.kt * p.x, c.kb * p.y, c.kb * p.z};
    const L twist = c.kt + L(st.stiffened) * (spring.y * p.y + spring.z * p.z);
    const Vec<L> torque = joint_torque(log, spring);
    const Vec<L> ds = s - carrier.on.s, de = e - carrier.on.e;
    const Vec<L> known = c.kb * ds + c.cb * de, own{dot(w, t), dot(w, y), dot(w, z)};
    const Vec<L> gyro = cross(own, Vec<L>{c.J.x * own.x, c.J.y * own.y, c.J.z * own.z});
    const Vec<L> pn{gyro.x, gyro.y - dot(z, side) + lam * dot(y, s),
                    gyro.z + dot(y, side) + lam * dot(z, s)};
    const Vec<L> u{torque.x - twist * dot(t, ds) - c.ct * dot(t, de) - pn.x,
                   torque.y - dot(y, known) - pn.y, torque.z - dot(z, known) - pn.z};

    const L more = q * c.cd * c.cd + c2 * lam, hb = c2 * c.kb + c1 * c.cb,
            ht = c2 * twist + c1 * c.ct;
    const Vec<L> A{c.J.x, c.J.y + more, c.J.z + more};
    const Vec<L> D{A.x + ht, A.y + hb, A.z + hb};
    const L across = D.y * D.z, all = L(1) / (D.x * across), each = all * D.x;
    const Vec<L> W{all * across, each * D.z, each * D.y};
    kept = {{W.x * u.x, W.y * u.y, W.z * u.z}, {ht * W.x, hb * W.y, hb * W.z}, b * W.y, b * W.z};

    hang_rider(in, kept, A, mass, b, r, hung);
    const Vec<L> Wu = kept.Wu;
    pf = pf + mass * gam + (b * Wu.z) * y - (b * Wu.y) * z;
    hung.pf = hung.pf + pf;
    hung.pn = plus_cross(hung.pn, r, pf) + (pn.x + A.x * Wu.x) * t + (pn.y + A.y * Wu.y) * y +
              (pn.z + A.z * Wu.z) * z;
    hung.F = hung.F + F;
    hung.pull += dot(F, r);
}

/// The leaf's angular acceleration from its carrier's and from its joint's, without γ.
template <class L>
Vec<L> descend_rider(const Turn<L>& Q, const RiderKept<L>& kept, const Vec<L>& al,
                     const Vec<L>& a) {
    const Axes<L> in = axes_of(Q);
    return (kept.Wu.x + kept.Y.x * dot(in.t, al)) * in.t +
           (kept.Wu.y + kept.Y.y * dot(in.y, al) + kept.gy * dot(in.z, a)) * in.y +
           (kept.Wu.z + kept.Y.z * dot(in.z, al) - kept.gz * dot(in.y, a)) * in.z;
}

/// The step's end; b and c are the accelerations of its solves.
template <class L>
RiderMotion<L> finish_rider(const RiderMotion<L>& m, const Vec<L>& b, const Vec<L>& c,
                            const Finish& f) {
    const auto sum = [&](const Finish::Terms& t) {
        const Vec<L> total = scaled(t.w, m.w) + scaled(t.a, m.al) + scaled(t.c, c);
        return t.b == 0 ? total : total + scaled(t.b, b);
    };
    return {normalised(exponential(sum(f.turn)) * m.Q), sum(f.spin), sum(f.next)};
}

/// Rotation vector of the leaf's joint, in its axes.
template <class L>
Vec<L> rider_bend(const RiderConstants<L>& c, const Turn<L>& Q, const Turn<L>& on) {
    return logarithm(conjugate(on * c.rest) * Q).phi;
}

/// Twice the kinetic energy of its turning, and twice its elastic energy.
template <class L>
L turning_energy(const RiderConstants<L>& c, const Axes<L>& in, const Vec<L>& w) {
    const L x = dot(w, in.t), y = dot(w, in.y), z = dot(w, in.z);
    return c.J.x * x * x + c.J.y * y * y + c.J.z * z * z;
}
template <class L>
L bending_energy(const RiderConstants<L>& c, const Vec<L>& phi) {
    return c.kt * phi.x * phi.x + c.kb * (phi.y * phi.y + phi.z * phi.z);
}

}  // namespace thigmo
