// How near wood samples its air.
#pragma once

#include "thigmo/plant/plant.h"

namespace thigmo {

/// The greatest distance (m) from a body of wood to where its air is sampled: half a cell of
/// shelter, a 48th of the plant's longest extent.
double air_reach(const Plant& plant);

}  // namespace thigmo
