// A shape as a thin plate that moves as one body: what all its instances share.
#pragma once

#include "thigmo/plant/plant.h"
#include "thigmo/sim/solid.h"

namespace thigmo {

/// Of a shape at scale 1, in its own space; masses are shares of 1.
struct Plate {
    Vec3 axis = Vec3::UnitY();  // from where it is attached to the centroid of its surface
    Quat turn;                  // from body axes, x along `axis`, to the shape's
    double centre = 0;          // distance of the centroid (m)
    double length = 0;          // how far it reaches along the axis (m)
    double width = 0;           // area / length (m)
    Solid solid;                // of mass 1 about the origin, in the shape's axes
    double axial = 0;           // of mass 1: inertia about the axis (m²)
    double transverse = 0;      // the mean of those across it, through the origin (m²)
};

Plate make_plate(const Shape& shape);

/// The area (m²) that a shape in its place shows to the wind in the mean over all directions: half
/// of a blade's one side, a quarter of a fruit's surface.
double shown_area(const Plant& plant, DomainId domain);

}  // namespace thigmo
