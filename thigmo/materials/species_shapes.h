// From a [shape.X] table of a species to the mesh and texture that it describes.
#pragma once

#include "thigmo/base/settings.h"
#include "thigmo/mesh/bark.h"
#include "thigmo/mesh/leaf_card.h"

namespace thigmo {

/// Reads `form` (blade, compound, shoot or fruit) with its numbers and builds it.
Foliage read_foliage(const Settings& shape, uint64_t seed);

/// Reads `bark` and its numbers.
Bark read_bark(const Settings& look);

}  // namespace thigmo
