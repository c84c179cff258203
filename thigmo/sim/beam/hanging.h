// What hangs on a place: the moments of everything beyond it, as one rigid body in the plant's
// space at rest.
#pragma once

#include "thigmo/plant/plant.h"

namespace thigmo {

/// Sums over mass and over drag k = ½ρ C_d A, about the plant's origin.
struct Hanging {
    double mass = 0;
    Vec3 first = Vec3::Zero();  // Σ m x
    double drag = 0;
    Vec3 drag_first = Vec3::Zero();  // Σ k x

    void add_point(double m, double k, const Vec3& x);
    Hanging& operator+=(const Hanging& other);
};

/// A piece of a domain's own.
struct Lump {
    Vec3 at = Vec3::Zero();
    double mass = 0;
    double drag = 0;
    double inertia = 0;  // kg m² about its own centre, the mean of all axes
};

/// Of a segment: its wood, or its share of the shape whose centreline it is.
Column<SegmentId, Lump> segment_lumps(const Plant& plant);

/// Of each domain's shape, where its segments do not stand for it.
Column<DomainId, Lump> shape_lumps(const Plant& plant);

/// Of each domain with everything that grows from it.
Column<DomainId, Hanging> subtree_moments(const Plant& plant);

}  // namespace thigmo
