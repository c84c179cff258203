// The articulated simulator: rigid bodies on elastic ball joints, linearly implicit, O(n).
#pragma once

#include <memory>

#include "thigmo/sim/articulated/bodies.h"
#include "thigmo/sim/simulator.h"

namespace thigmo {

/// Of the model that the settings name. InputError for settings out of range and for bodies that
/// cannot move.
std::unique_ptr<Simulator> make_articulated(const Plant& plant, const ArticulatedSettings& settings,
                                            const Start& start);

/// With leaves that bend, where the settings ask for more than one body in each.
Plant prepare_articulated(Plant plant, const ArticulatedSettings& settings);

}  // namespace thigmo
