// The way of bodies through a step, for what rides on them: known at its ends, a cubic in rotation
// and linear in the rest between.
#pragma once

#include "thigmo/sim/articulated/power.h"
#include "thigmo/sim/articulated/rider_kernel.h"
#include "thigmo/sim/articulated/rows.h"

namespace thigmo {

template <class L>
struct CarrierPath {
    BodyMotion<L> before, after;
    Vec<L> turn;  // rotation vector from before to after
    Vec<L> wind;
    L factor;  // of drag, by the Vogel exponent; 0 without air
};

/// Between its ends, in still air.
template <class L>
void join_ends(CarrierPath<L>& path) {
    path.turn = logarithm(path.after.Q * conjugate(path.before.Q)).phi;
    path.wind = zero_vec<L>();
    path.factor = L(0);
}

/// The Vogel exponent is taken at the speed when the step begins, as that of the bodies is.
template <class L>
void meet_wind(const Vec<L>& wind, const L& vogel, CarrierPath<L>& path) {
    const Vec<L> past = path.before.v - wind;
    path.wind = wind;
    path.factor = vogel_factor(dot(past, past), vogel);
}

template <class L>
Vec<L> spin_at(const CarrierPath<L>& path, double dt, double s) {
    return scaled(6 * s * (1 - s) / dt, path.turn) + scaled((1 - s) * (1 - 3 * s), path.before.w) +
           scaled(s * (3 * s - 2), path.after.w);
}

/// [r]× m: the cross product of r with every column.
template <class L>
Mat<L> cross_columns(const Vec<L>& r, const Mat<L>& m) {
    return {r.y * m.z - r.z * m.y, r.z * m.x - r.x * m.z, r.x * m.y - r.y * m.x};
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
            mix(a.v, b.v) - path.wind,
            mix(a.a, b.a),
            V,
            cross_columns(mix(a.al, b.al), R) + cross_columns(w, V)};
}

/// The share of the step at which a stage is.
inline double share_of(const Stage& stage, double dt) {
    return (stage.turn.w + stage.late.w) / dt;
}

}  // namespace thigmo
