// Small plants in code, shared by tests, benchmarks and the program.
#pragma once

#include "thigmo/plant/plant.h"

namespace thigmo::samples {

/// A straight upright stem of n equal segments, with the tip at `height`.
Plant stem(size_t segments, double height, double base_radius, double tip_radius);

/// A trunk of three segments that carries two branches and, on each of those, two textured leaves:
/// every kind of row, in few of them.
Plant sapling();

/// The plant in a pot, with a stone beside it: props before its rows and behind them.
Plant potted(const Plant& plant);

}  // namespace thigmo::samples
