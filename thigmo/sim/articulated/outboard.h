// What each body carries.
#pragma once

#include "thigmo/sim/articulated/bodies.h"
#include "thigmo/sim/solid.h"

namespace thigmo {

/// Of each body with all that it carries, about its joint, in the plant's axes and given shape.
Column<BodyId, Solid> outboard_solids(const Bodies& bodies);

/// From the parent's joint to this one's, in the plant's axes and given shape; for bodies on the
/// base from the plant's origin.
Vec3 given_arm(const Bodies& bodies, BodyId body);

}  // namespace thigmo
