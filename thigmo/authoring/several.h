// Several plants in one file: which roots belong together.
#pragma once

#include <span>
#include <vector>

#include "thigmo/authoring/anchors.h"
#include "thigmo/authoring/hierarchy.h"
#include "thigmo/authoring/rest.h"

namespace thigmo {

/// Roots of every plant, the plant with most wood first. Those that come out of one pot are one
/// plant, those out of two are two. Of others two stand for two plants where they are farther apart
/// than half of the narrower one's width, which is a tenth of its height at least; stems that stand
/// close are one bush.
/// What is less than a hundredth of the largest, and has no pot of its own, belongs to the plant
/// nearest to it. More than most_plants are one meadow.
constexpr size_t most_plants = 24;
std::vector<std::vector<LimbId>> find_plants(const Limbs& limbs, const Hierarchy& hierarchy,
                                             const Blades& blades, const Anchors& anchors,
                                             std::span<const Pot> pots);

/// The rest of every plant: all debris, and the props that stand with it. Those are the pots that
/// its roots come out of with what lies in them; all others stand with the first plant.
std::vector<Rest> share_rest(const Rest& rest, const Pieces& pieces, const Limbs& limbs,
                             const std::vector<std::vector<LimbId>>& plants,
                             std::span<const Pot> pots);

}  // namespace thigmo
