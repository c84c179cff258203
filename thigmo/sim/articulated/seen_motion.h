// Sums of a body's motion as they are seen from what moves and turns.
#pragma once

#include "thigmo/sim/articulated/lane_math.h"

namespace thigmo {

/// A body's joint from what it is seen from, and its velocities as seen.
template <class L>
struct SeenMotion {
    Vec<L> r, v, w;
};
/// Mass, and its moments about the joint.
template <class L>
struct Inertia {
    L mass;
    Vec<L> first;
    Sym<L> J;
};

/// W, of the centrifugal forces −m Ω × (Ω × r), seen from what turns by Ω. With A y = Ω × (Ω × y)
/// and c from the joint to a piece of mass, Σ m cc' = ½ tr(J) − J, of which the first part drops
/// out:
///
///     Σ m (v + w × c)·A(r + c) = v·A(m r + Σmc) + (w × Σmc)·A r − Σ_k (w × J e_k)·A e_k
template <class L>
L centrifugal_power(const Vec<L>& turn, const SeenMotion<L>& body, const Inertia<L>& has) {
    const auto A = [&](const Vec<L>& y) { return cross(turn, cross(turn, y)); };
    const Mat<L> J = full(has.J);
    const L o(0), i(1);
    return dot(cross(body.w, J.x), A({i, o, o})) + dot(cross(body.w, J.y), A({o, i, o})) +
           dot(cross(body.w, J.z), A({o, o, i})) - dot(body.v, A(has.mass * body.r + has.first)) -
           dot(cross(body.w, has.first), A(body.r));
}

/// Angular momentum about what it is seen from.
template <class L>
Vec<L> spin_of(const SeenMotion<L>& body, const Inertia<L>& has) {
    return cross(body.r, has.mass * body.v + cross(body.w, has.first)) + cross(has.first, body.v) +
           has.J * body.w;
}

}  // namespace thigmo
