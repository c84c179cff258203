// What a domain that does not bend weighs, and where the air meets it.
#pragma once

#include "thigmo/plant/plant.h"
#include "thigmo/sim/plate.h"
#include "thigmo/sim/solid.h"

namespace thigmo {

constexpr double standard_gravity = 9.81;  // m/s², for what leaves are made to hold
constexpr double leaf_sag = 0.5;           // rad, that one held out level may turn under it

/// Area × thickness × density of the domain's shape in its place (kg); 0 without one.
double shape_mass(const Plant& plant, DomainId domain);

/// What a rigid domain is as a whole: in the plant's axes about its first start, or about where its
/// shape is attached.
struct RigidSum {
    Solid solid;
    double area = 0;  // m²
    Vec3 area_centre = Vec3::Zero();
    Vec3 half_compliance = Vec3::Zero();  // of the first half of its centreline
};
RigidSum rigid_sum(const Plant& plant, DomainId domain, const Column<SegmentId, Quat>& frames,
                   const Column<ShapeId, Plate>& plates);

}  // namespace thigmo
