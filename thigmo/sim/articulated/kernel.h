// One body of the recursion, up and down; templates on the lane type and on whether the body is a
// rod. The formulas and their letters are those of docs/articulated.md.
#pragma once

#include "thigmo/sim/articulated/joint_torque.h"
#include "thigmo/sim/articulated/rows.h"
#include "thigmo/sim/articulated/scheme.h"

namespace thigmo {

/// What is the same for all bodies during one solve.
struct Solve {
    Stage stage = {};
    Vec<double> gravity = {};
    bool air = false;
    bool crown = false;  // leaves are welded to bodies
    bool load_stiffness = false;
    int before = 0;  // which of a row's two motions is the one before the step
};

template <class L>
Vec<L> spread(const Vec<double>& a) {
    return {L(a.x), L(a.y), L(a.z)};
}

/// A body as the solve sees it: predicted, and the known parts s and e.
template <class L>
struct Seen {
    Turn<L> Q;
    Mat<L> R;
    Vec<L> w, s, e;
};

/// w·a0 + a·a1 + b·a2 with b only where a solve came before.
template <class L>
Vec<L> combined(const Stage& stage, const Stage::Terms& t, const Vec<L>& w, const Vec<L>& a,
                const Vec<L>& b) {
    const Vec<L> sum = scaled(t.w, w) + scaled(t.a, a);
    return stage.second ? sum + scaled(t.b, b) : sum;
}

/// Where the body and its velocity will be for the solve.
template <class L>
[[gnu::always_inline]] inline void predict(Row<L>& row, const Solve& solve) {
    const BodyMotion<L>& old = row.motion[solve.before];
    BodyMotion<L>& next = row.motion[1 - solve.before];
    const Stage& st = solve.stage;
    next.Q = exponential(combined(st, st.turn, old.w, old.al, next.al)) * old.Q;
    next.w = combined(st, st.spin, old.w, old.al, next.al);
}

template <class L>
Seen<L> seen(const Turn<L>& Q, const Vec<L>& spin, const Vec<L>& w, const Vec<L>& al,
             const Vec<L>& b, const Stage& st) {
    return {Q, matrix(Q), spin, combined(st, st.late, w, al, b), combined(st, st.early, w, al, b)};
}

template <class L>
Seen<L> seen(const Row<L>& row, const Solve& solve) {
    const BodyMotion<L>& old = row.motion[solve.before];
    const BodyMotion<L>& next = row.motion[1 - solve.before];
    return seen(next.Q, next.w, old.w, old.al, next.al, solve.stage);
}

/// What a body alone brings to the recursion.
template <class L>
struct Own {
    Vec<L> t;     // its axis
    Vec<L> mc;    // first moment for B = [mc]×, drag's share with it
    L ja, jp;     // inertia of a rod along and across, drag's share with it
    Sym<L> J, H;  // of a body that is no rod
    L hb, hd;     // H = hb 1 + hd ttᵀ of a rod
    L m, mt;      // M = m 1 − mt ttᵀ
    Vec<L> pn, pf, tau0, r, gam;
    Vec<L> F;  // pulls outward, for the load stiffness
    L pull;    // F·c
};

/// Velocity of the joint, in the solve's terms of w: (v*, v without the acceleration's part).
template <class L>
struct JointVelocity {
    Vec<L> at, early;
};
template <class L>
JointVelocity<L> joint_velocity(const Row<L>& row, const Solve& solve) {
    const BodyMotion<L>& old = row.motion[solve.before];
    const BodyMotion<L>& next = row.motion[1 - solve.before];
    const Vec<L> g = spread<L>(solve.gravity);
    const Vec<L> a = old.a + g, b = next.a + g;
    const Stage& st = solve.stage;
    return {combined(st, st.spin, old.v, a, b),
            combined(st, st.early, old.v, a, b) + scaled(st.c1, g)};
}

/// Air drag at the predicted velocity, linear in the velocity at the end:
/// F = −q/c₁ P (u_e − wind + c₁ a) with q = c₁ k |P u*|. P takes away a share of what is along t.
template <class L>
void add_drag(Own<L>& own, const Row<L>& row, const Seen<L>& body, const L& share,
              const Solve& solve) {
    const auto across = [&](const Vec<L>& u) { return u - (share * dot(u, own.t)) * own.t; };
    const Vec<L> arm = row.c.cd * own.t;
    const JointVelocity<L> v = joint_velocity(row, solve);
    const Vec<L> u = across(v.at + cross(body.w, arm) - row.wind);
    const L kk = row.k * square_root(dot(u, u));
    const L q = L(solve.stage.c1) * kk;
    own.m += q;
    own.mt += q * share;
    own.mc = own.mc + (q * row.c.cd) * own.t;
    own.jp += q * row.c.cd * row.c.cd;
    const Vec<L> f = kk * across(v.early + cross(body.e, arm) - row.wind);
    own.pf = own.pf + f;
    own.pn = own.pn + cross(arm, f);
    own.F = own.F - kk * u;
    own.pull = own.pull - kk * dot(u, arm);
}

/// Adds the drag of leaves that are welded to the body: in all directions, at any point of it.
template <class L>
void add_crown_drag(Own<L>& own, const Row<L>& row, const GeneralConstants<L>& g,
                    const Seen<L>& body, const Solve& solve) {
    const Vec<L> arm = body.R * g.crown;
    const JointVelocity<L> v = joint_velocity(row, solve);
    const Vec<L> u = v.at + cross(body.w, arm) - row.wind;
    const L kk = g.crown_k * square_root(dot(u, u));
    const L q = L(solve.stage.c1) * kk;
    own.m += q;
    own.mc = own.mc + q * arm;
    own.J = own.J + axial(q * dot(arm, arm), -q, arm);
    const Vec<L> f = kk * (v.early + cross(body.e, arm) - row.wind);
    own.pf = own.pf + f;
    own.pn = own.pn + cross(arm, f);
    own.F = own.F - kk * u;
    own.pull = own.pull - kk * dot(u, arm);
}

/// The joint's torque at the prediction, and what is known already of how it will change. Where it
/// is bent, its linearised twist is stiffer.
template <bool rod, class L>
void add_joint(Own<L>& own, const RowConstants<L>& c, const GeneralConstants<L>* general,
               const Seen<L>& body, const Seen<L>& parent, const Stage& stage) {
    const Vec<L>& t = own.t;
    const Logarithm<L> log = logarithm(conjugate(parent.Q * c.rest) * body.Q);
    const Vec<L> ds = body.s - parent.s, de = body.e - parent.e;
    const Vec<L>& p = log.phi;
    if constexpr (rod) {
        const Vec<L> m{c.kt * p.x, c.kb * p.y, c.kb * p.z};
        const L more = L(stage.stiffened) * (m.y * p.y + m.z * p.z);
        own.hd += L(stage.c2) * more;
        own.tau0 = body.R * joint_torque(log, m) - c.kb * ds - c.cb * de -
                   ((c.kt + more - c.kb) * dot(t, ds) + (c.ct - c.cb) * dot(t, de)) * t;
    } else {
        const Vec<L> bs = transposed_times(body.R, ds), be = transposed_times(body.R, de);
        const Vec<L>&k = general->k, &d = general->c;
        const Vec<L> m{k.x * p.x, k.y * p.y, k.z * p.z};
        const L more = L(stage.stiffened) * (m.y * p.y + m.z * p.z);
        own.H = own.H + axial(L(0), L(stage.c2) * more, t);
        const Vec<L> known{(k.x + more) * bs.x + d.x * be.x, k.y * bs.y + d.y * be.y,
                           k.z * bs.z + d.z * be.z};
        own.tau0 = body.R * (joint_torque(log, m) - known);
    }
}

/// Drag comes before the joint, so that its root is under way while the logarithm is taken.
template <bool rod, class L>
Own<L> set_up(const Row<L>& row, const GeneralConstants<L>* general, const Seen<L>& body,
              const Seen<L>& parent, const Solve& solve) {
    const RowConstants<L>& c = row.c;
    const L c1(solve.stage.c1), c2(solve.stage.c2);
    Own<L> own;
    own.t = {body.R.x.x, body.R.y.x, body.R.z.x};
    own.m = c.mass;
    own.mt = L(0);
    [[maybe_unused]] Vec<L> centre;  // of mass, from the joint
    if constexpr (rod) {
        own.ja = c.Ja;
        own.jp = c.Jp;
        own.mc = (c.mass * c.d) * own.t;
        own.pn = ((c.Ja - c.Jp) * dot(body.w, own.t)) * cross(body.w, own.t);
        own.hb = c2 * c.kb + c1 * c.cb;
        own.hd = c2 * c.kt + c1 * c.ct - own.hb;
    } else {
        own.jp = L(0);
        own.J = rotated(body.R, general->J);
        centre = body.R * general->centre;
        own.mc = c.mass * centre;
        own.pn = cross(body.w, own.J * body.w);
        own.H = rotated(body.R, c2 * general->k + c1 * general->c);
    }
    own.pf = dot(body.w, own.mc) * body.w - dot(body.w, body.w) * own.mc;
    if (solve.load_stiffness) {
        const BodyMotion<L>& old = row.motion[solve.before];
        const Vec<L> inertia = c.mass * old.a + cross(old.al, own.mc) + own.pf;
        own.F = scaled(-1, inertia);
        if constexpr (rod)
            own.pull = -c.d * dot(inertia, own.t);
        else
            own.pull = -dot(inertia, centre);
    } else {
        own.F = zero_vec<L>();
        own.pull = L(0);
    }
    if (solve.air) add_drag(own, row, body, rod ? L(1) : L(1) - general->plate, solve);
    if constexpr (!rod)
        if (solve.air && solve.crown) add_crown_drag(own, row, *general, body, solve);
    own.r = parent.R * c.offset;
    own.gam = cross(parent.w, cross(parent.w, own.r));
    add_joint<rod>(own, c, general, body, parent, solve.stage);
    return own;
}

/// A of what is hung by an arm r at the parent's joint: A − C[r] − (B[r])ᵀ with C = B + [r]M.
template <class L>
Sym<L> shifted_inertia(const Sym<L>& A, const Mat<L>& C, const Mat<L>& B, const Vec<L>& r) {
    return {A.xx - C.x.y * r.z + C.x.z * r.y - B.x.y * r.z + B.x.z * r.y,
            A.yy - C.y.z * r.x + C.y.x * r.z - B.y.z * r.x + B.y.x * r.z,
            A.zz - C.z.x * r.y + C.z.y * r.x - B.z.x * r.y + B.z.y * r.x,
            A.xy - C.x.z * r.x + C.x.x * r.z - B.y.y * r.z + B.y.z * r.y,
            A.xz - C.x.x * r.y + C.x.y * r.x - B.z.y * r.z + B.z.z * r.y,
            A.yz - C.y.x * r.y + C.y.y * r.x - B.z.z * r.x + B.z.x * r.z};
}

/// Takes the body's own share and what hangs on it to its parent: `hung` comes as the former and
/// leaves as the latter.
template <bool rod, class L>
void reduce(Hung<L>& hung, const Own<L>& own, const Vec<L>& s, const Solve& solve, Kept<L>& kept) {
    const Vec<L>& t = own.t;
    const Sym<L> tt = square(t);
    const L lam = solve.load_stiffness ? larger(own.pull + hung.pull, L(0)) : L(0);
    const L across = own.jp + L(solve.stage.c2) * lam;
    Sym<L> A, D;
    if constexpr (rod) {
        A = plus_axial(hung.A, across, own.ja - across, tt);
        D = plus_axial(A, own.hb, own.hd, tt);
    } else {
        A = plus_axial(hung.A + own.J, across, -across, tt);
        D = A + own.H;
    }
    const Sym<L> W = inverse(D);
    Mat<L> B = hung.B;
    const Vec<L>& mc = own.mc;
    B.x = B.x + Vec<L>{L(0), -mc.z, mc.y};
    B.y = B.y + Vec<L>{mc.z, L(0), -mc.x};
    B.z = B.z + Vec<L>{-mc.y, mc.x, L(0)};
    const Sym<L> M = plus_axial(hung.M, own.m, -own.mt, tt);
    const Vec<L> pn = hung.pn + own.pn + lam * (s - dot(s, t) * t) + B * own.gam;
    const Vec<L> pf = hung.pf + own.pf + M * own.gam;
    const Vec<L> u = own.tau0 - pn;
    kept.G = W * B;
    if constexpr (rod) {
        const Vec<L> Wt = own.hd * (W * t);
        const L h = own.hb;
        kept.Y = {Vec<L>{h * W.xx, h * W.xy, h * W.xz} + Wt.x * t,
                  Vec<L>{h * W.xy, h * W.yy, h * W.yz} + Wt.y * t,
                  Vec<L>{h * W.xz, h * W.yz, h * W.zz} + Wt.z * t};
    } else {
        kept.Y = W * full(own.H);
    }
    kept.Wu = W * u;
    kept.r = own.r;
    kept.gam = own.gam;

    const Sym<L> A1 = symmetric_product(kept.Y, full(A));
    const Mat<L> B1 = transpose_product_rows(kept.Y, B);
    const Vec<L>& r = own.r;
    hung.M = M - symmetric_product(B, kept.G);
    hung.B = plus_cross_columns(B1, r, full(hung.M));
    hung.A = shifted_inertia(A1, hung.B, B1, r);
    hung.pf = pf + transposed_times(kept.G, u);
    hung.pn = plus_cross(own.tau0 - transposed_times(kept.Y, u), r, hung.pf);
    hung.F = hung.F + own.F;
    hung.pull = dot(hung.F, r);
}

/// The body's accelerations from its parent's.
template <class L>
Accelerations<L> accelerate(const Kept<L>& kept, const Accelerations<L>& parent) {
    Accelerations<L> body;
    const Vec<L> a = plus_cross(parent.a, parent.al, kept.r);
    body.al = kept.Wu + kept.Y * parent.al - kept.G * a;
    body.a = a + kept.gam;
    return body;
}

/// The step's end from the last solve's accelerations.
template <class L>
[[gnu::always_inline]] inline void finish(Row<L>& row, const Finish& f, int before,
                                          const Vec<L>& c) {
    const BodyMotion<L>& old = row.motion[before];
    BodyMotion<L>& next = row.motion[1 - before];
    const auto sum = [&](const Finish::Terms& t) {
        Vec<L> total = scaled(t.w, old.w) + scaled(t.a, old.al) + scaled(t.c, c);
        return t.b == 0 ? total : total + scaled(t.b, next.al);
    };
    const Vec<L> turn = sum(f.turn), spin = sum(f.spin), al = sum(f.next);
    next.Q = normalised(exponential(turn) * old.Q);
    next.w = spin;
    next.al = al;
}

}  // namespace thigmo
