// Responses of the damped oscillator.
#include "thigmo/mechanics/oscillator.h"

#include <cmath>
#include <numbers>

namespace thigmo {

double response_shape(double ratio, double damping_ratio) {
    const double detuning = 1 - ratio * ratio, damping = 2 * damping_ratio * ratio;
    return 1 / (detuning * detuning + damping * damping);
}

double oscillator_response(double f, double f_h, double damping_ratio, double mass) {
    const double omega = 2 * std::numbers::pi * f_h;
    return std::sqrt(response_shape(f / f_h, damping_ratio)) / (mass * omega * omega);
}

}  // namespace thigmo
