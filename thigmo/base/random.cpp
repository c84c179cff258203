// Draws that need more than bit arithmetic.
#include "thigmo/base/random.h"

#include <cmath>
#include <numbers>

namespace thigmo {

double Random::normal() {
    // Box and Muller; 1 - u lies in (0, 1], so the logarithm is finite.
    const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
    return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

}  // namespace thigmo
