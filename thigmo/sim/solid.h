// Mass, first and second moments of a solid about a point.
#pragma once

#include "thigmo/base/vector.h"
#include "thigmo/mechanics/elasticity.h"
#include "thigmo/mechanics/frustum.h"

namespace thigmo {

/// Moments are about a point that the user of it keeps in mind, in one set of axes.
struct Solid {
    double mass = 0;
    Vec3 first = Vec3::Zero();    // mass × centre
    Mat3 inertia = Mat3::Zero();  // about the point

    Vec3 centre() const { return first / mass; }
};

/// A rod from the point along unit vector t.
Solid rod_solid(const RodInertia& rod, const Vec3& t);

/// A point mass at x.
Solid point_solid(double mass, const Vec3& x);

/// About a point from which the old one lies at r.
Solid shifted(const Solid& solid, const Vec3& r);

/// In axes to which `turn` leads from the old ones.
Solid turned(const Solid& solid, const Mat3& turn);

/// Inertia about the point of its moments, (angular, linear).
Mat6 spatial_inertia(const Solid& solid);

Solid operator+(const Solid& a, const Solid& b);

}  // namespace thigmo
