// Winding: which way round a triangle's corners go, and so which side of it is the front.
#pragma once

#include <span>
#include <vector>

#include "thigmo/mesh/triangle_mesh.h"

namespace thigmo {

/// Turns triangles over so that the two that share an edge of exactly two faces go along it in
/// opposite directions, as the faces of one skin do. Of all triangles that such edges join, those
/// turned over have the lesser area. A skin that has but one side, as a Möbius strip, keeps a seam.
void wind_alike(std::span<const Vec3> points, std::vector<Triangle>& triangles);

}  // namespace thigmo
