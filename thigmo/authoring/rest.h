// What is neither branch nor leaf: debris goes with the wood nearby, props stand by themselves.
#pragma once

#include <utility>
#include <vector>

#include "thigmo/authoring/limbs.h"

namespace thigmo {

struct Rest {
    std::vector<std::vector<uint32_t>> props;  // triangles of each, one look and part
    std::vector<std::pair<LimbId, uint32_t>>
        on_limbs;  // debris, ascending: drawn with a limb of its look
};

/// Debris that no limb of its look is nearest to becomes a leaf: nothing is lost.
Rest settle_rest(const SoupSurface& surface, const Pieces& pieces, const Limbs& limbs,
                 Roles& roles);

}  // namespace thigmo
