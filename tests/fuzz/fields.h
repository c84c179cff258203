// Changes single fields of a plant to what a hostile or careless program might write.
#pragma once

#include "thigmo/base/random.h"
#include "thigmo/plant/plant.h"

namespace thigmo::fuzz {

/// One value, one column's length, or the places of two rows, somewhere in the plant.
void mutate_field(Plant& plant, Random& random);

}  // namespace thigmo::fuzz
