// Compliances of solid round pieces.
#include "thigmo/mechanics/joint.h"

#include <numbers>

namespace thigmo {

double slenderness(const Frustum& frustum) {
    const double a = frustum.start_radius, b = frustum.end_radius;
    return frustum.length * (a * a + a * b + b * b) / (3 * (a * a * a) * (b * b * b));
}

double bending_compliance(const Frustum& frustum, double E) {
    return 4 / (std::numbers::pi * E) * slenderness(frustum);
}

double twisting_compliance(const Frustum& frustum, double G) {
    return 2 / (std::numbers::pi * G) * slenderness(frustum);
}

}  // namespace thigmo
