// A frustum of a cone as a rigid body: closed forms of its mass, centre and inertia.
#pragma once

namespace thigmo {

/// A straight piece whose radius goes linearly from one end to the other (m).
struct Frustum {
    double length = 0;
    double start_radius = 0;
    double end_radius = 0;
};

Frustum first_half(const Frustum& frustum);
Frustum second_half(const Frustum& frustum);

/// Of a solid: m³ and powers of m; times a density they are mass and inertia.
double volume(const Frustum& frustum);

/// What a solid of uniform density is as a rigid body, about the centre of its start.
struct RodInertia {
    double mass = 0;        // kg
    double centre = 0;      // distance of the centre of mass from the start, along the axis (m)
    double axial = 0;       // moment of inertia about the axis (kg m²)
    double transverse = 0;  // about any axis across it, through the start (kg m²)
};
RodInertia rod_inertia(const Frustum& frustum, double density);

/// Of its outline seen from the side: the area (m²), and how far along its centroid lies (m).
double side_area(const Frustum& frustum);
double side_centre(const Frustum& frustum);

}  // namespace thigmo
