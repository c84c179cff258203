// Torque of an elastic ball joint: the gradient of U = ½ φᵀKφ over rotations.
#pragma once

#include "thigmo/sim/articulated/lane_math.h"

namespace thigmo {

/// Rotation vector of a rotation, and what J_r⁻ᵀ needs of its angle.
template <class L>
struct Logarithm {
    Vec<L> phi;
    L c;  // 1/θ² − cot(θ/2)/(2θ)
};

/// artan(√x)/√x for x < 0.04.
template <class L>
L arctangent(const L& x) {
    return L(1) + x * (L(-1. / 3) +
                       x * (L(1. / 5) +
                            x * (L(-1. / 7) +
                                 x * (L(1. / 9) +
                                      x * (L(-1. / 11) +
                                           x * (L(1. / 13) +
                                                x * (L(-1. / 15) +
                                                     x * (L(1. / 17) + x * (L(-1. / 19) +
                                                                            x * L(1. / 21))))))))));
}

/// Where some angle is not small: the quarter angle is halved twice.
template <class L>
struct LargeLogarithm {
    L scale, c;
};
template <class L>
[[gnu::cold, gnu::noinline]] LargeLogarithm<L> large_logarithm(L w, L n2, L x, L c) {
    const L h = L(1) / (L(1) + square_root(L(1) + x)), x2 = x * h * h;
    const L h2 = L(1) / (L(1) + square_root(L(1) + x2)), x4 = x2 * h2 * h2;
    const L scale = L(16) * h * h2 / (L(1) + w) * arctangent(x4);
    const L t2 = scale * scale * n2;
    return {scale,
            where_above(n2, L(0.01), (L(1) - L(0.5) * scale * w) / larger(t2, L(1e-300)), c)};
}

/// Series in tan²(θ/4), θ ≤ π: of the two ways round the shorter one. The energy is continuous
/// where they meet and the torque turns over. Counting on beyond π instead ends at 2π, where the
/// torque of a joint that is not equally stiff about all axes is infinite.
template <class L>
Logarithm<L> logarithm(const Turn<L>& any) {
    const L sign = where_above(L(0), any.w, L(-1), L(1));
    const Turn<L> q{sign * any.w, sign * any.v};
    const L f = L(1) / (L(1) + q.w);
    const L n2 = dot(q.v, q.v);
    const L x = n2 * f * f;
    L scale = L(4) * f * series(x, {1, -1. / 3, 1. / 5, -1. / 7, 1. / 9, -1. / 11, 1. / 13});
    L c = series(x, {1. / 12, 1. / 45, -2. / 315, 7. / 2025, -1076. / 467775, 120059. / 70945875,
                     -2533682. / 1915538625});
    if (any_above(x, 0.01)) {
        const LargeLogarithm<L> large = large_logarithm(q.w, n2, x, c);
        scale = large.scale;
        c = large.c;
    }
    return {scale * q.v, c};
}

/// Torque on the child in its own axes, −J_r⁻ᵀ(φ) K φ, with m = K φ.
template <class L>
Vec<L> joint_torque(const Logarithm<L>& log, const Vec<L>& m) {
    const Vec<L> pm = cross(log.phi, m);
    return scaled(-1, m) + scaled(0.5, pm) - log.c * cross(log.phi, pm);
}

}  // namespace thigmo
