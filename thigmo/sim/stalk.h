// Stalks: the elastic joints that leaves, petals and fruits hang on, the same in every simulator.
#pragma once

#include "thigmo/plant/plant.h"
#include "thigmo/sim/plate.h"

namespace thigmo {

/// Stiffness of a blade's stalk (N m/rad): twist about the line from where the blade is attached to
/// its centre, and bending about two axes across that. A leaf's is twice EI/ℓ and GJ/ℓ of a blade
/// of even width and thickness, a fruit's that of a round stalk. Each is at least so stiff that the
/// weight of what hangs on it, `weight_moment` (N m) held out level, turns it by no more than
/// leaf_sag.
Vec3 stalk_stiffness(const Plant& plant, DomainId domain, const Plate& plate, double weight_moment);

/// Viscosity of a stalk over its stiffness (s): that of its slower swing, bending or twist, damped
/// by a ratio. `inertia` is that of all that hangs on it, about the hinge; `axis` its unit axis.
double stalk_viscosity(const Vec3& stiffness, const Mat3& inertia, const Vec3& axis,
                       double damping_ratio);

}  // namespace thigmo
