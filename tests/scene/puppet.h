// A simulator small enough to check a scene by hand: every segment and every organ without segments
// is a mass point of 1 kg on a spring of its own to where it was at rest; without rotations. Free
// ones have no spring. Backward Euler.
#pragma once

#include <memory>

#include "thigmo/scene/scene.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {

/// Spring constant 100 N/m, damping 1 N s/m.
std::unique_ptr<Simulator> make_puppet(const Plant& plant, const SimulatorSettings& settings,
                                       const Start& start);

/// Fails every step longer than `longest`, and all after `lasts` of them, each with some work.
SimulatorFactory make_fragile_puppet(double longest, int lasts = 1000000, uint64_t work = 0);

}  // namespace thigmo
