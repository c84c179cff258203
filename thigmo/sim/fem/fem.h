// The simulator of full finite elements: the whole plant as one elastic body, the reference that
// others are measured against.
#pragma once

#include <memory>

#include "thigmo/sim/fem/settings.h"
#include "thigmo/sim/simulator.h"

namespace thigmo {

/// InputError for settings out of range and for bodies that cannot move.
std::unique_ptr<Simulator> make_fem(const Plant& plant, const FemSettings& settings,
                                    const Start& start);

}  // namespace thigmo
