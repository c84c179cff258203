// A power of lanes, accurate to about 1e-8: enough for the drag of what gives way to wind.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "thigmo/mechanics/drag.h"
#include "thigmo/sim/articulated/lanes.h"

namespace thigmo {

/// x^y for normal x > 0 and |y log₂ x| < 1000.
inline double power(double x, double y) {
    constexpr uint64_t fraction = (uint64_t{1} << 52) - 1;
    // x = m 2^e with m in 1 … 2; log₂ m = 2/ln 2 · artanh((m − 1)/(m + 1)).
    const auto bits = std::bit_cast<uint64_t>(x);
    const double e = std::bit_cast<double>((bits >> 52) | 0x4330000000000000u) - 0x1p52 - 1023;
    const double m = std::bit_cast<double>((bits & fraction) | 0x3ff0000000000000u);
    const double z = (m - 1) / (m + 1), z2 = z * z;
    const double artanh =
        z * (1 + z2 * (1. / 3 +
                       z2 * (1. / 5 +
                             z2 * (1. / 7 + z2 * (1. / 9 + z2 * (1. / 11 + z2 * (1. / 13)))))));
    const double p = y * (e + 2.8853900817779268 * artanh);
    // 2^p = 2^n 2^f with f in ±½.
    const double shifted = p + 0x1.8p52, n = shifted - 0x1.8p52;
    const double f = 0.6931471805599453 * (p - n);
    const double series =
        1 + f * (1 + f * (1. / 2 +
                          f * (1. / 6 +
                               f * (1. / 24 + f * (1. / 120 + f * (1. / 720 + f * (1. / 5040)))))));
    return std::bit_cast<double>(std::bit_cast<uint64_t>(series) +
                                 (std::bit_cast<uint64_t>(shifted) << 52));
}

template <size_t W>
Lanes<W> power(Lanes<W> x, Lanes<W> y) {
    double a[W], b[W];
    std::memcpy(a, &x, sizeof(a));
    std::memcpy(b, &y, sizeof(b));
    for (size_t i = 0; i < W; ++i) a[i] = power(a[i], b[i]);  // the compiler makes lanes of it
    std::memcpy(static_cast<void*>(&x), a, sizeof(a));
    return x;
}

/// Of drag at the square of a speed: 1 to vogel_speed, beyond it by the exponent.
template <class L>
L vogel_factor(const L& speed2, const L& exponent) {
    constexpr double still2 = vogel_speed * vogel_speed;
    if (!any_above(speed2, still2)) return L(1);
    return power(L(1 / still2) * larger(speed2, L(still2)), L(0.5) * exponent);
}

}  // namespace thigmo
