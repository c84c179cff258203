// Loads that are no numbers, refused before a step.
#pragma once

#include <functional>

#include "thigmo/sim/simulator.h"

namespace thigmo {

bool is_finite(const Load& load);
bool is_finite(const BaseDrive& drive);

/// Failed, and says what is not finite, where something is not; of a load, in which domain.
StepReport check_finite(const Loads& loads, const std::function<DomainId(const Load&)>& domain_of);

}  // namespace thigmo
