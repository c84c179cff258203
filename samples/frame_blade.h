// Domains of the frame that do not bend, as rigid bodies.
#pragma once

#include "thigmo/plant/plant.h"

namespace thigmo::samples {

/// Whether a domain is a leaf, petal or fruit that is a shape: a rigid blade in the frame.
bool is_blade(const Plant& plant, DomainId domain);

/// A rigid domain about where it starts, in the plant's axes.
struct RigidDomain {
    Vec3 at = Vec3::Zero();
    double mass = 0;
    Vec3 first = Vec3::Zero();    // Σ m x
    Mat3 inertia = Mat3::Zero();  // kg m²
};
RigidDomain rigid_domain(const Plant& plant, DomainId domain);

/// Density of the wood at a share of a domain's length (kg/m³).
double density_at(const Material& material, double along);

/// From where a blade is attached to its centre of mass; of length 1.
Vec3 blade_axis(const Plant& plant, DomainId domain);

}  // namespace thigmo::samples
