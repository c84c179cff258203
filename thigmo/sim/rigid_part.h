// What a domain that does not bend weighs, and where the air meets it.
#pragma once

#include "thigmo/plant/plant.h"
#include "thigmo/sim/plate.h"
#include "thigmo/sim/solid.h"

namespace thigmo {

/// Area × thickness × density of the domain's shape in its place (kg); 0 without one.
double shape_mass(const Plant& plant, DomainId domain);

/// What a rigid domain with segments is as a whole: in the plant's axes about its first start.
struct RigidSum {
    Solid solid;
    double area = 0;  // m²
    Vec3 area_centre = Vec3::Zero();
    Vec3 half_compliance = Vec3::Zero();  // of the first half of its centreline
};
RigidSum rigid_sum(const Plant& plant, DomainId domain, const Column<SegmentId, Quat>& frames,
                   const Column<ShapeId, Plate>& plates);

}  // namespace thigmo
