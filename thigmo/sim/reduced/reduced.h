// The reduced simulator: every flexible domain a deformable body of a few coordinates.
#pragma once

#include <memory>

#include "thigmo/sim/reduced/settings.h"
#include "thigmo/sim/simulator.h"

namespace thigmo {

/// The plant with leaves that bend, or are drawn so, where the settings ask for it.
Plant prepare_reduced(Plant plant, const ReducedSettings& settings);

std::unique_ptr<Simulator> make_reduced(const Plant& plant, const ReducedSettings& settings,
                                        const Start& start);

}  // namespace thigmo
