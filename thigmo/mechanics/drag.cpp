// Drag force.
#include "thigmo/mechanics/drag.h"

#include <cmath>

namespace thigmo {
namespace {

Vec3 across(const DragLaw& law, const Vec3& u) {
    return u - law.axis * law.axis.dot(u);
}

double secant_at(const DragLaw& law, double speed) {
    return law.constant * kept_share(law.vogel, speed) * speed;
}

}  // namespace

double kept_share(double vogel, double speed) {
    return vogel != 0 && speed > vogel_speed ? std::pow(speed / vogel_speed, vogel) : 1.0;
}

void add_drag(const DragLaw& law, DragArea& sum) {
    const double own = 2 * law.constant / air_density;
    if (!(own > 0)) return;
    if (!law.axis.isZero(0)) {
        sum.wood += cylinder_share * own;
        return;
    }
    sum.foliage += own;
    sum.vogel += own / sum.foliage * (law.vogel - sum.vogel);
}

double drag_constant(double coefficient, double area) {
    return 0.5 * air_density * coefficient * area;
}

double drag_secant(const DragLaw& law, const Vec3& u) {
    return secant_at(law, across(law, u).norm());
}

Vec3 drag_force(const DragLaw& law, const Vec3& u) {
    const Vec3 way = across(law, u);
    return -secant_at(law, way.norm()) * way;
}

DragWithSlope drag_with_slope(const DragLaw& law, const Vec3& u) {
    const Vec3 way = across(law, u);
    const double speed = way.norm(), secant = secant_at(law, speed);
    Mat3 slope = secant * (Mat3::Identity() - law.axis * law.axis.transpose());
    const double growth = 1 + (speed > vogel_speed ? law.vogel : 0);
    if (speed > 0 && growth > 0) slope += growth * secant / (speed * speed) * way * way.transpose();
    return {-secant * way, slope};
}

}  // namespace thigmo
