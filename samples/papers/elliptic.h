// Elliptic functions by the arithmetic-geometric mean, [Abramowitz1964] 16.4 and 17.6; the motion
// of a pendulum in closed form.
#pragma once

namespace thigmo::papers {

/// Complete elliptic integral of the first kind, K(k) = ∫₀^{π/2} dφ / √(1 − k² sin²φ), 0 ≤ k < 1.
double complete_elliptic(double k);

struct Jacobi {
    double sn, cn, dn;
};
/// Jacobi's functions of the argument u and the modulus k, 0 ≤ k < 1.
Jacobi jacobi(double u, double k);

/// A pendulum that is let go at an angle from the vertical, θ″ = −ω₀² sin θ, after t seconds:
///
///     θ = 2 asin(k cd(ω₀t, k)),  k = sin(θ₀/2);  period 4K(k)/ω₀
struct Swing {
    double angle, velocity;
};
Swing pendulum(double angle0, double omega0, double t);
double pendulum_period(double angle0, double omega0);

}  // namespace thigmo::papers
