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

Mat3 drag_slope(const DragLaw& law, const Vec3& u) {
    const Vec3 way = across(law, u);
    const double secant = drag_secant(law, u), speed = way.norm();
    Mat3 slope = secant * (Mat3::Identity() - law.axis * law.axis.transpose());
    const double growth = 1 + (speed > vogel_speed ? law.vogel : 0);
    if (speed > 0 && growth > 0) slope += growth * secant / (speed * speed) * way * way.transpose();
    return slope;
}

}  // namespace thigmo
