// Where a plant stands: which limbs come out of the ground, and by which end.
//
// Based on [Zhao2013], sec. 4.5, which proposes the domain of the largest diameter; here also where
// it begins counts, several stems are several roots, and a plant may hang from above.
#pragma once

#include <string>
#include <vector>

#include "thigmo/authoring/limbs.h"
#include "thigmo/authoring/pots.h"

namespace thigmo {

struct Root {
    LimbId limb;
    bool by_far_end = false;  // stands on the end of its line
};

struct Roots {
    std::vector<Root> rows;  // the one of most wood first
    bool hanging = false;    // rooted at the top
    std::string reason;
};

/// A limb that comes out of a pot is a root; over its soil, or where it has none, not if it begins
/// on the wood of another one. So is one that rises and begins within 2 % of the wood's height from
/// the soil; where nobody says its height, from the lowest wood. `middle`: height of the middle of
/// everything, leaves too: a plant that hangs has it below. Where there are pots nothing hangs.
Roots find_roots(const Limbs& limbs, const Ground& ground, double middle);

}  // namespace thigmo
