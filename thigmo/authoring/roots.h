// Where a plant stands: which limbs come out of the ground, and by which end.
//
// Based on [Zhao2013], sec. 4.5, which proposes the domain of the largest diameter; here also where
// it begins counts, several stems are several roots, and a plant may hang from above.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "thigmo/authoring/limbs.h"

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

/// `ground`: height of the soil where something tells it (m); else the lowest wood. A limb that
/// begins within 2 % of the wood's height from there and rises is a root beside the first.
/// `middle`: height of the middle of everything, leaves too: a plant that hangs has it below.
Roots find_roots(const Limbs& limbs, std::optional<double> ground, double middle);

}  // namespace thigmo
