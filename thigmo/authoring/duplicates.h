// Duplicates: faces that a file draws twice in one place, whichever way they are cut into
// triangles.
#pragma once

#include <cstdint>
#include <vector>

#include "thigmo/authoring/soup_surface.h"

namespace thigmo {

/// For every triangle the one that stands for it: itself for most. Triangles with the same three
/// welded corners are duplicates, and so are those of flat polygons with the same outline, which
/// their sides may cut along other diagonals. Where copies have different looks, the look stands
/// that goes on beyond them; where none does, the one that faces outwards; else the first.
std::vector<uint32_t> find_duplicates(const SoupSurface& surface);

}  // namespace thigmo
