// How far a pot reaches: from its foot to its rim.
#pragma once

#include <span>

#include "thigmo/authoring/pieces.h"

namespace thigmo {

/// The box of pieces up to the rim: the highest of 24 levels at which they are broad both ways, as
/// the bow of a handle is not.
Box room_of(const SoupSurface& surface, const Pieces& pieces, std::span<const PieceId> pot);

}  // namespace thigmo
