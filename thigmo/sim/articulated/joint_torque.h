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

/// θ/sin(θ/2) and c for θ ≤ π, by polynomials in y = 1 − cos(θ/2) through Chebyshev's points of
/// 0 … 1: both are smooth there, and neither needs a root, a division or a case. Right to 3e-16.
template <class L>
struct LogarithmTerms {
    L scale, c;
};
template <class L>
LogarithmTerms<L> logarithm_terms(const L& y) {
    return {
        long_series(y, {2,
                        0.6666666666666665,
                        0.26666666666679373,
                        0.1142857142688672,
                        0.05079365167819158,
                        0.023087998587638624,
                        0.010656424171898514,
                        0.004968172357032094,
                        0.0023765532154945974,
                        0.0009000692303060872,
                        0.0014194174438352462,
                        -0.0026470763045089284,
                        0.007365413549503925,
                        -0.013908127234585852,
                        0.020775194428729975,
                        -0.02353640772560032,
                        0.02008416642116169,
                        -0.012464046837040499,
                        0.005340309114530464,
                        -0.0014158990751940825,
                        0.00017779296607236828}),
        long_series(y, {1. / 12, 0.011111111111111039, 0.003968253968301212, 0.0016225749508410282,
                        0.0007027953619457427, 0.0003142888026427837, 0.0001435050139357328,
                        6.581786135299182e-05, 3.460332817363897e-05, -1.2051799271094952e-06,
                        5.893332182678329e-05, -0.00012405309229252087, 0.00023557756662370108,
                        -0.0003205726816330922, 0.00032583240126565077, -0.0002363687609917219,
                        0.000117228424262618, -3.558633810612267e-05, 5.114249671940316e-06})};
}
/// The same for y ≤ 0.02, θ ≤ 0.4.
template <class L>
LogarithmTerms<L> small_logarithm_terms(const L& y) {
    return {series(y, {2, 0.6666666666666665, 0.2666666666672421, 0.11428571395026443,
                       0.05079372225618003, 0.02308115046877716, 0.010959720625047329}),
            series(y, {1. / 12, 1. / 90, 0.003968253968261649, 0.0016225749514304408,
                       0.0007027961011858995, 0.0003142018406906068, 0.00014749487020487674})};
}

/// θ ≤ π: of the two ways round the shorter one. The energy is continuous where they meet and the
/// torque turns over. Counting on beyond π instead ends at 2π, where the torque of a joint that is
/// not equally stiff about all axes is infinite.
template <class L>
Logarithm<L> logarithm(const Turn<L>& any) {
    const L sign = where_above(L(0), any.w, L(-1), L(1));
    const L y = L(1) - sign * any.w;
    const LogarithmTerms<L> terms =
        any_above(y, 0.02) ? logarithm_terms(y) : small_logarithm_terms(y);
    return {(sign * terms.scale) * any.v, terms.c};
}

/// Torque on the child in its own axes, −J_r⁻ᵀ(φ) K φ, with m = K φ.
template <class L>
Vec<L> joint_torque(const Logarithm<L>& log, const Vec<L>& m) {
    const Vec<L> pm = cross(log.phi, m);
    return scaled(-1, m) + scaled(0.5, pm) - log.c * cross(log.phi, pm);
}

}  // namespace thigmo
