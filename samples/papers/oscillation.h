// Frequency and damping of a recorded free oscillation.
#pragma once

#include <complex>
#include <span>

namespace thigmo::papers {

struct Oscillation {
    double frequency;             // Hz
    double damping_ratio;         // logarithmic decrement over 2π
    std::complex<double> factor;  // of the amplitude, per sample
};

/// Of one mode that rings about zero, sampled every dt seconds. Its samples obey
/// y₊ = 2 Re(μ) y − |μ|² y₋; both coefficients by least squares over samples about an eighth of the
/// guessed period apart.
Oscillation fit_oscillation(std::span<const double> samples, double dt, double guess_hz);

}  // namespace thigmo::papers
