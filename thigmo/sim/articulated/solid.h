// Mass, first and second moments of what a body is made of, about a point.
#pragma once

#include "thigmo/mechanics/frustum.h"
#include "thigmo/sim/articulated/bodies.h"

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

Solid operator+(const Solid& a, const Solid& b);

/// Of each body with all that it carries, about its joint, in the plant's axes and given shape.
Column<BodyId, Solid> outboard_solids(const Bodies& bodies);

/// From the parent's joint to this one's, in the plant's axes and given shape; for bodies on the
/// base from the plant's origin.
Vec3 given_arm(const Bodies& bodies, BodyId body);

}  // namespace thigmo
