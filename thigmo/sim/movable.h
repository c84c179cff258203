// What a plant must be for its parts to move.
#pragma once

#include "thigmo/plant/plant.h"

namespace thigmo {

/// InputError for the first domain whose rows cannot be a tree of bodies.
void require_movable(const Plant& plant);

/// InputError naming the domain where a value of it is not above 0.
void require_positive(const Plant& plant, DomainId domain, const char* name, double value,
                      const char* unit);

/// Whether a domain is a rigid piece of wood that stands on the ground, like the immovable root
/// body of [Garcia2023] 5.2.1: where the base is held it goes with that, and what it bears stands
/// on it.
bool is_fixed_root(const Plant& plant, DomainId domain);

}  // namespace thigmo
