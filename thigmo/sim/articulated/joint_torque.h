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

/// Series in tan²(θ/4) for small angles, else arctangent. The quaternion's sign is kept: rotations
/// are continuous in time, so φ is too, up to 2π.
template <class L>
Logarithm<L> logarithm(const Turn<L>& q) {
    const L f = L(1) / (L(1) + q.w);
    const L n2 = dot(q.v, q.v);
    const L x = n2 * f * f;
    L scale =
        L(4) * f *
        (L(1) + x * (L(-1. / 3) +
                     x * (L(1. / 5) + x * (L(-1. / 7) +
                                           x * (L(1. / 9) + x * (L(-1. / 11) + x * L(1. / 13)))))));
    const L t2 = scale * scale * n2;
    L c = L(1. / 12) +
          t2 * (L(1. / 720) + t2 * (L(1. / 30240) +
                                    t2 * (L(1. / 1209600) + t2 * (L(1. / 47900160) +
                                                                  t2 * L(691. / 1307674368000.)))));
    if (any_above(x, 0.01) || any_above(-q.w, 0)) {
        scale = each_lane(scale, [&](double, size_t i) {
            const double n = std::sqrt(lane(n2, i));
            return n > 0 ? 2 * std::atan2(n, lane(q.w, i)) / n : 2 / larger(lane(q.w, i), 0.5);
        });
        c = each_lane(c, [&](double series, size_t i) {
            const double n = std::sqrt(lane(n2, i)), s = lane(scale, i);
            return n > 0.1 ? (1 - s * lane(q.w, i) / 2) / (s * s * n * n) : series;
        });
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
