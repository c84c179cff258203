// What is neither branch nor leaf: debris goes with the wood nearby, props stand by themselves.
#pragma once

#include <utility>
#include <vector>

#include "thigmo/authoring/limbs.h"

namespace thigmo {

struct Rest {
    std::vector<std::vector<uint32_t>> props;  // triangles of each, one look and part
    std::vector<std::pair<LimbId, uint32_t>>
        on_limbs;  // ascending: debris, drawn with a limb of its look, and inner sides of limbs
    std::vector<std::pair<PieceId, uint32_t>> on_pieces;  // unseen inner sides of solid blades
};

/// The inner sides of limbs and closed bodies, where a file has each face twice, go with the outer
/// ones whatever their look; the back of a sheet is a leaf of its own. Debris that no limb of its
/// look is nearest to becomes a leaf, and so does a branch that has no line: nothing is lost.
Rest settle_rest(const SoupSurface& surface, const Pieces& pieces, const std::vector<Form>& forms,
                 const Limbs& limbs, Roles& roles);

}  // namespace thigmo
