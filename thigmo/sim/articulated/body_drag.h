// What bodies show to the air that they sample.
#pragma once

#include "thigmo/mechanics/air_sample.h"
#include "thigmo/sim/articulated/bodies.h"

namespace thigmo {

/// Adds a body, and the leaves that ride on it, to what meets the air at a sample.
void add_body_drag(const Bodies& bodies, BodyId body, DragArea& sum);

}  // namespace thigmo
