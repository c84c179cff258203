// Which riders of a plant's solids swing on stalks, and where they sit.
#pragma once

#include <vector>

#include "thigmo/sim/rigid_part.h"
#include "thigmo/sim/solid_plant.h"

namespace thigmo {

/// Makes the blades of a plant whose solids and riders are there; `sums` are those of the riders.
/// Leaves, petals and fruits have stalks unless they are welded, or carry what bends. What they
/// carry is a part of them. Those near each other share a seat, and ride on that too.
void add_blades(const Plant& plant, const LeafSettings& leaf, const StandingFactors& stiffer,
                const std::vector<RigidSum>& sums, const Column<ShapeId, Plate>& plates,
                SolidPlant& built);

}  // namespace thigmo
