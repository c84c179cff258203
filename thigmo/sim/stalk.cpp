// Stiffness of stalks from blades, and from what they have to hold.
#include "thigmo/sim/stalk.h"

#include <algorithm>
#include <cmath>

#include "thigmo/sim/rigid_part.h"

namespace thigmo {

namespace {

/// Distance from the hinge at which the weight acts, held out level (m).
double weight_arm(const Solid& hung) {
    const double centre = hung.centre().norm();
    const double squared = 0.5 * hung.inertia.trace() / hung.mass - centre * centre;
    return std::max(centre, 0.5 * std::sqrt(std::max(0.0, squared)));
}

}  // namespace

Vec3 stalk_stiffness(const Plant& plant, DomainId domain, const Plate& plate, const Solid& hung) {
    const Material& material = plant.materials[plant.domains.material[domain]];
    const double least = standard_gravity * hung.mass * weight_arm(hung) / leaf_sag;
    if (plant.domains.kind[domain] == Kind::fruit)
        return least * Vec3(2 * material.shear / material.young, 1, 1);
    const double scale = plant.domains.placement[domain].scale;
    const double thickness = plant.shapes[plant.domains.shape[domain]].thickness * scale;
    const double length = plate.length * scale;
    const double wt3 = plate.width * scale * thickness * thickness * thickness;
    const double bend = 2 * material.young * wt3 / 12 / length;
    const Vec3 own(2 * material.shear * wt3 / 3 / length, bend, bend);
    return own * std::max(1.0, least / bend);
}

double stalk_viscosity(const Vec3& stiffness, const Mat3& inertia, const Vec3& axis,
                       double damping_ratio) {
    const double along = axis.dot(inertia * axis), across = 0.5 * (inertia.trace() - along);
    const double bend = across * 0.5 * (1 / stiffness.y() + 1 / stiffness.z()),
                 twist = along / stiffness.x();
    return 2 * damping_ratio * std::sqrt(std::max(bend, twist));
}

}  // namespace thigmo
