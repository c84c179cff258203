// Drag force and its derivative.
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

Mat3 drag_damping(const DragLaw& law, const Vec3& u) {
    const Vec3 crossing = across(law, u);
    const double speed = crossing.norm();
    if (speed == 0) return Mat3::Zero();
    const double slope = speed > vogel_speed ? 1 + law.vogel : 1.0;  // of ln secant over ln speed
    const Vec3 along = crossing / speed;
    const Mat3 plane = Mat3::Identity() - law.axis * law.axis.transpose();
    return drag_secant(law, u) * (plane + slope * along * along.transpose());
}

}  // namespace thigmo
