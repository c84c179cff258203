// What an integrator does to an undamped oscillator.
#include "samples/papers/stability.h"

#include <cmath>
#include <numbers>

namespace thigmo::papers {

std::complex<double> amplification(Integrator integrator, double x) {
    const std::complex<double> z(0, x);
    const double gamma = 1 - 1 / std::numbers::sqrt2;
    switch (integrator) {
        case Integrator::backward_euler:
            return 1.0 / (1.0 - z);
        case Integrator::midpoint:
            return (1.0 + z / 2.0) / (1.0 - z / 2.0);
        case Integrator::semi_implicit_euler: {
            const std::complex<double> half = 1 - x * x / 2;
            return half + std::sqrt(half * half - 1.0);
        }
        case Integrator::tr_bdf2:
        case Integrator::rosenbrock:
            break;
    }
    return (1.0 + (1 - 2 * gamma) * z) / ((1.0 - gamma * z) * (1.0 - gamma * z));
}

Ringing ringing(std::complex<double> factor, double x) {
    const std::complex<double> rate = std::log(factor);
    const double periods = 10;
    return {-rate.real() / std::abs(rate.imag()), std::abs(rate.imag()) / x,
            std::exp(2 * rate.real() * periods * 2 * std::numbers::pi / x)};
}

}  // namespace thigmo::papers
