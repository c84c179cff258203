// Sums of moments, and the shift of their reference point.
#include "thigmo/sim/solid.h"

#include "thigmo/mechanics/cross_matrix.h"

namespace thigmo {
namespace {

/// |r|²·1 − r rᵀ, of a unit mass at r.
Mat3 steiner(const Vec3& r) {
    return r.squaredNorm() * Mat3::Identity() - r * r.transpose();
}

}  // namespace

Solid rod_solid(const RodInertia& rod, const Vec3& t) {
    return {rod.mass, rod.mass * rod.centre * t,
            rod.transverse * Mat3::Identity() + (rod.axial - rod.transverse) * t * t.transpose()};
}

Solid point_solid(double mass, const Vec3& x) {
    return {mass, mass * x, mass * steiner(x)};
}

Solid shifted(const Solid& solid, const Vec3& r) {
    const Mat3 cross = solid.first * r.transpose();
    return {solid.mass, solid.first + solid.mass * r,
            solid.inertia + solid.mass * steiner(r) + 2 * solid.first.dot(r) * Mat3::Identity() -
                cross - cross.transpose()};
}

Solid turned(const Solid& solid, const Mat3& turn) {
    return {solid.mass, turn * solid.first, turn * solid.inertia * turn.transpose()};
}

Mat6 spatial_inertia(const Solid& solid) {
    Mat6 I;
    const Mat3 first = cross_matrix(solid.first);
    I << solid.inertia, first, -first, solid.mass * Mat3::Identity();
    return I;
}

Solid operator+(const Solid& a, const Solid& b) {
    return {a.mass + b.mass, a.first + b.first, a.inertia + b.inertia};
}

}  // namespace thigmo
