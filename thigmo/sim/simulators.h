// The closed list of simulators.
#pragma once

#include <memory>
#include <variant>

#include "thigmo/sim/articulated/settings.h"
#include "thigmo/sim/simulator.h"

namespace thigmo {

using SimulatorSettings = std::variant<ArticulatedSettings>;

/// The plant must outlive the simulator.
std::unique_ptr<Simulator> make_simulator(const Plant& plant, const SimulatorSettings& settings,
                                          const Start& start);

}  // namespace thigmo
