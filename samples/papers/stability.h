// What an integrator does to an undamped oscillator, from its stability function; no part of any
// simulator.
#pragma once

#include <complex>

#include "thigmo/sim/articulated/settings.h"

namespace thigmo::papers {

/// What one step multiplies an undamped oscillator's amplitude by; x is ω dt.
///
/// With z = iω dt: backward Euler 1/(1 − z), midpoint (1 + z/2)/(1 − z/2), TR-BDF2 and the
/// two-stage Rosenbrock method (1 + (1 − 2γ)z)/(1 − γz)², γ = 1 − 1/√2. Semi-implicit Euler is no
/// function of z alone: its factor is the root of μ² − (2 − x²)μ + 1 in the upper half plane.
std::complex<double> amplification(Integrator integrator, double x);

/// The damped oscillation that has this factor per step.
struct Ringing {
    double damping_ratio;    // −Re/Im of ln μ: the logarithmic decrement over 2π
    double frequency_ratio;  // Im(ln μ)/(ω dt): what is seen over what is true
    double energy_left;      // after ten true periods: |μ|^(2·10·2π/(ω dt))
};
Ringing ringing(std::complex<double> factor, double x);

}  // namespace thigmo::papers
