// Plants cut finer, so that how a branch bends does not depend on how many segments it has.
#pragma once

#include "thigmo/plant/plant.h"

namespace thigmo {

/// The same plant with the same domains, each of whose branches has a few segments at least.
Plant cut_finer(const Plant& plant);

}  // namespace thigmo
