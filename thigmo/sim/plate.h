// A shape as a thin plate that moves as one body: what all its instances share.
#pragma once

#include "thigmo/plant/plant.h"
#include "thigmo/sim/solid.h"

namespace thigmo {

/// Of a shape at scale 1, in its own space; masses are shares of 1.
struct Plate {
    Vec3 axis = Vec3::UnitY();  // from where it is attached to the centroid of its surface
    Quat turn;                  // from body axes to the shape's: x along `axis`, y and z principal
    double centre = 0;          // distance of the centroid (m)
    double length = 0;          // how far it reaches along the axis (m)
    double width = 0;           // area / length (m)
    Solid solid;                // of mass 1 about the origin, in the shape's axes
    Vec3 inertia;               // of mass 1 about the origin, about each body axis (m²)
};

Plate make_plate(const Shape& shape);

/// The area (m²) that a shape in its place shows to the wind in the mean over all directions: half
/// of a blade's one side, a quarter of a fruit's surface.
double shown_area(const Plant& plant, DomainId domain);

}  // namespace thigmo
