// Caps over the holes of a surface.
#pragma once

#include "thigmo/mesh/triangle_mesh.h"

namespace thigmo {

/// Triangles from every run of edges that only one triangle uses, positions welded, to the middle
/// of that run: an open tube gets its two ends, a flat card is left as it lies. Appended vertices
/// have neither normals nor texture coordinates.
void cap_holes(std::vector<Vec3f>& positions, std::vector<Triangle>& triangles);

}  // namespace thigmo
