// Limbs merged with all that grows from them: one domain where there were many.
#pragma once

#include "thigmo/authoring/anchors.h"
#include "thigmo/authoring/hierarchy.h"
#include "thigmo/authoring/rest.h"

namespace thigmo {

/// Every limb named takes in the triangles of the limbs that grow from it, directly or not, and of
/// their look; the blades and the debris of those go on it. Merged limbs keep their rows, without
/// triangles. Limbs of another look stay.
void merge_limbs(const std::vector<LimbId>& merges, const SoupSurface& surface, Limbs& limbs,
                 Hierarchy& hierarchy, Anchors& anchors, Rest& rest);

}  // namespace thigmo
