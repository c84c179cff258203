// Where a plant at rest meets the air, for what needs no simulator.
#pragma once

#include <vector>

#include "thigmo/mechanics/air_sample.h"
#include "thigmo/plant/plant.h"

namespace thigmo {

/// One for every segment of wood and one for every leaf, petal and fruit, in the plant's space.
std::vector<AirSample> rest_samples(const Plant& plant);

}  // namespace thigmo
