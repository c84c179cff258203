// What a plant must be for its parts to move.
#pragma once

#include "thigmo/plant/plant.h"

namespace thigmo {

/// InputError for the first domain whose rows cannot be a tree of bodies.
void require_movable(const Plant& plant);

/// InputError naming the domain where a value of it is not above 0.
void require_positive(const Plant& plant, DomainId domain, const char* name, double value,
                      const char* unit);

}  // namespace thigmo
