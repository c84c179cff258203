// Domains too soft to stand in the given shape: by how much every simulator makes them stiffer.
#pragma once

#include "thigmo/base/log.h"
#include "thigmo/plant/plant.h"

namespace thigmo {

/// A plant that is given standing was meant to stand. A domain that would give way under 1.25 times
/// its load is made stiffer until it holds, tips first: the factors of all domains' stiffness, and
/// one line in the log that names the worst. Gravity is in the plant's axes (m/s²).
Column<DomainId, double> find_standing_factors(const Plant& plant, const Vec3& gravity, Log& log);

}  // namespace thigmo
