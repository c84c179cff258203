// A simulator's settings as options give them.
#pragma once

#include <string>
#include <vector>

#include "thigmo/sim/simulators.h"

namespace thigmo::cli {

/// Each "KEY=VALUE" is a line of a scene's [plant.settings]; a word may stand without quotes.
/// InputError names --set.
void set_all(const std::vector<std::string>& texts, SimulatorSettings& settings);

}  // namespace thigmo::cli
