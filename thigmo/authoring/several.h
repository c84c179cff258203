// Several plants in one file: which roots belong together.
#pragma once

#include <vector>

#include "thigmo/authoring/anchors.h"
#include "thigmo/authoring/hierarchy.h"

namespace thigmo {

/// Roots of every plant, the plant with most wood first. Two roots stand for two plants where they
/// are farther apart than half of the narrower one's width, which is a tenth of its height at
/// least; stems that stand close are one bush.
/// What is less than a hundredth of the largest belongs to the plant nearest to it. More than
/// most_plants are one meadow.
constexpr size_t most_plants = 24;
std::vector<std::vector<LimbId>> find_plants(const Limbs& limbs, const Hierarchy& hierarchy,
                                             const Blades& blades, const Anchors& anchors);

}  // namespace thigmo
