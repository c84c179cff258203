// Small plants in code, shared by tests, benchmarks and the program.
#pragma once

#include "thigmo/plant/plant.h"

namespace thigmo::samples {

/// A straight upright stem of n equal segments, with the tip at `height`.
Plant stem(size_t segments, double height, double base_radius, double tip_radius);

/// A trunk of three segments that carries two branches and, on each of those, two textured leaves:
/// every kind of row, in few of them.
Plant sapling();

/// A broad tree of 12 m with about 28,000 leaf cards on four orders of wood: about the weight of a
/// grown tree for benchmarks.
Plant broad_tree(uint64_t seed);

}  // namespace thigmo::samples
