// A tree of the size that [Habel2009] animates: four orders, about 1,500 branches, 10,000 leaves
// and, as it is drawn here, 75,000 vertices.
#pragma once

#include <vector>

#include "thigmo/plant/plant.h"
#include "thigmo/sim/beam/surface.h"

namespace thigmo::samples {

Plant beam_tree();

/// Rings along every branch and four corners of every leaf.
std::vector<SurfaceVertex> beam_tree_vertices(const Plant& plant);

}  // namespace thigmo::samples
