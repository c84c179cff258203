// Segments as solids and their joints' stiffness, from the material along the domain or from what
// the segment states of itself.
#pragma once

#include "thigmo/plant/plant.h"
#include "thigmo/sim/solid.h"

namespace thigmo {

/// Whether the segments are only the centreline of a shape, which alone has mass: leaves, petals
/// and fruits.
bool is_centreline_only(const Plant& plant, DomainId domain);

/// The whole length of a domain's centreline (m).
double centreline_length(const Plant& plant, DomainId domain);

Frustum frustum(const Segments& segments, SegmentId segment);
Vec3 direction(const Segments& segments, SegmentId segment);

/// About the segment's start, in the plant's axes. `middle`: where its middle lies along the
/// domain, 0…1; `frame`: the segment's.
Solid segment_solid(const Plant& plant, DomainId domain, SegmentId segment, double middle,
                    const Quat& frame);

/// Density of a segment without what it states of itself, the same all along it (kg/m³).
double segment_density(const Plant& plant, DomainId domain, SegmentId segment);

/// Moduli at a place along the domain, 0…1: x shear, y and z Young's (Pa).
Vec3 moduli(const Material& material, double along);

/// What a segment's joint states instead, where it does; else `otherwise`.
Vec3 stated_moduli(const Plant& plant, DomainId domain, SegmentId segment, const Vec3& otherwise);

/// The piece with no end thinner than the least radius of its domain (plant/walk.h).
Frustum blunted(const Frustum& piece, double least);

/// The part of a piece between two shares of its length, 0 … 1.
Frustum part_of(const Frustum& piece, double from, double to);

/// Turn per moment about its three axes (rad/(N m)) of a blunted piece of wood.
Vec3 compliance(const Frustum& blunt, const Vec3& moduli);

}  // namespace thigmo
