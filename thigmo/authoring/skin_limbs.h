// Wood that is one skin, cut into its branches along its skeleton.
//
// The skeleton is the Reeb graph of the geodesic distance from the root's ring (Reeb 1946): slabs
// of equal width, in each the connected parts of the surface, linked to those of the next slab.
#pragma once

#include <vector>

#include "thigmo/authoring/limbs.h"

namespace thigmo {

/// Limbs of one piece, the root's first; the others grow from the limbs whose numbers in the list
/// their `grows_from` has. At a fork that child goes on for which radius × (1.2 + cos of the turn),
/// three slabs on, is greatest. Spurs shorter than three radii stay with their limb. Empty where
/// the patch has no extent.
std::vector<Limb> split_skin(const SoupSurface& surface, PieceId piece,
                             std::span<const uint32_t> triangles);

}  // namespace thigmo
