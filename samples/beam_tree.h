// A tree of the size that [Habel2009] animates: four orders, 1,516 branches, 9,990 leaves and, as
// it is drawn here, 75,000 vertices.
#pragma once

#include <vector>

#include "thigmo/plant/plant.h"
#include "thigmo/sim/beam/surface.h"

namespace thigmo::samples {

Plant beam_tree();

/// Rings at the ends of all segments, at the base of boughs too, and four corners of every leaf.
/// Sides of the rings go by the kind of wood.
int beam_tree_sides(Kind kind);
std::vector<SurfaceVertex> beam_tree_vertices(const Plant& plant);

}  // namespace thigmo::samples
