// Polygons cut into triangles.
#pragma once

#include <span>
#include <vector>

#include "thigmo/mesh/triangle_mesh.h"

namespace thigmo {

/// The triangles of a polygon of three or more corners, two fewer than those, by the corners'
/// numbers and with the same outside. A flat polygon may turn inwards; one that crosses itself, is
/// not finite or has more than 2048 corners is cut as if it did not.
std::vector<Triangle> cut_polygon(std::span<const Vec3f> corners);

}  // namespace thigmo
