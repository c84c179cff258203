// Stalks: the elastic joints that leaves, petals and fruits hang on, the same in every simulator.
#pragma once

#include "thigmo/plant/plant.h"
#include "thigmo/sim/plate.h"

namespace thigmo {

/// Stiffness of a blade's stalk (N m/rad): twist about the line from where the blade is attached to
/// its centre, and bending about two axes across that. A leaf's is twice EI/ℓ and GJ/ℓ of a blade
/// of even width and thickness, a fruit's that of a round stalk. Each is at least so stiff that the
/// weight of what hangs on it (about the hinge), held out level, turns it by no more than leaf_sag.
/// What is held in its middle weighs nothing there; it is taken to be held beside it, by half its
/// radius of gyration, so that it swings and twists no slower than what hangs.
Vec3 stalk_stiffness(const Plant& plant, DomainId domain, const Plate& plate, const Solid& hung);

/// Viscosity of a stalk over its stiffness (s): that of its slower swing, bending or twist, damped
/// by a ratio. `inertia` is that of all that hangs on it, about the hinge; `axis` its unit axis.
double stalk_viscosity(const Vec3& stiffness, const Mat3& inertia, const Vec3& axis,
                       double damping_ratio);

}  // namespace thigmo
