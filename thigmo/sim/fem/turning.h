// Small changes of a plant's shape taken along arcs.
#pragma once

#include "thigmo/sim/fem/model.h"

namespace thigmo {

/// Moves rows from where the nodes are by a change of each node, as its sections turn: what a
/// straight line would stretch, a slender part's greatest stiffness, keeps its length. The same as
/// the sum to first order. Rows tied to the base are where it holds them now.
void turn_rows(const FemModel& model, const BaseMotion& base, std::span<const Vec3> nodes,
               std::span<const Vec3> changes, std::span<Vec3> y);

}  // namespace thigmo
