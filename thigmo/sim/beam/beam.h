// The beam simulator: plants that move in closed form, as a function of the time alone.
//
// Based on [Habel2009]; see docs/beam.md for what differs. Wind bends every branch as a tapered
// beam with a resonance of its own and flutters every leaf; there is nothing to step. Loads have no
// effect, and the plant's base stays held.
#pragma once

#include <memory>

#include "thigmo/sim/beam/settings.h"
#include "thigmo/sim/simulator.h"

namespace thigmo {

/// InputError for settings out of range and for a base that is not held.
std::unique_ptr<Simulator> make_beam(const Plant& plant, const BeamSettings& settings,
                                     const Start& start);

}  // namespace thigmo
