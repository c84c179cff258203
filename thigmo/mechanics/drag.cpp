// Drag force.
#include "thigmo/mechanics/drag.h"

#include <cmath>

namespace thigmo {
namespace {

Vec3 across(const DragLaw& law, const Vec3& u) {
    return u - law.axis * law.axis.dot(u);
}

}  // namespace

double drag_constant(double coefficient, double area) {
    return 0.5 * air_density * coefficient * area;
}

double drag_secant(const DragLaw& law, const Vec3& u) {
    const double speed = across(law, u).norm();
    const double kept = speed > vogel_speed ? std::pow(speed / vogel_speed, law.vogel) : 1.0;
    return law.constant * kept * speed;
}

Vec3 drag_force(const DragLaw& law, const Vec3& u) {
    return -drag_secant(law, u) * across(law, u);
}

}  // namespace thigmo
