// Frequency and damping of a recorded free oscillation.
#include "samples/papers/oscillation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace thigmo::papers {

Oscillation fit_oscillation(std::span<const double> samples, double dt, double guess_hz) {
    const auto stride = static_cast<size_t>(std::max(1.0, std::floor(1 / (8 * guess_hz * dt))));
    const double x = 2 * std::numbers::pi * guess_hz * dt * static_cast<double>(stride);
    // r = y₊ − 2 cos(x) y + y₋ = (a − b) y + b (y − y₋) with 2 Re(μ) = 2 cos(x) + a, |μ|² = 1 + b:
    // small corrections of the guess, so that no digits cancel.
    double yy = 0, yd = 0, dd = 0, yr = 0, dr = 0;
    for (size_t i = stride; i + stride < samples.size(); ++i) {
        const double y = samples[i], d = (y - samples[i - stride]) / x;
        const double r = samples[i + stride] - 2 * std::cos(x) * y + samples[i - stride];
        yy += y * y, yd += y * d, dd += d * d, yr += y * r, dr += d * r;
    }
    const double determinant = yy * dd - yd * yd;
    const double b = (yy * dr - yd * yr) / determinant / x;
    const double a = (dd * yr - yd * dr) / determinant + b;
    const double half = std::cos(x) + a / 2;
    const std::complex<double> factor =
        half + std::sqrt(std::complex<double>(half * half - 1 - b, 0));
    const std::complex<double> rate = std::log(factor) / static_cast<double>(stride);
    return {std::abs(rate.imag()) / (2 * std::numbers::pi * dt),
            -rate.real() / std::abs(rate.imag()), std::exp(rate)};
}

}  // namespace thigmo::papers
