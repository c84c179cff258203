// Skins as voxel programs weld them: the surface of what a grid of points finds inside.
#pragma once

#include <vector>

#include "thigmo/plant/soup.h"

namespace thigmo::made {

/// One closed skin around round-ended sticks (marching tetrahedra on cubes of a side). Of sticks
/// thinner than the cubes crumbs are left, wherever a corner of the grid happens to lie inside.
struct Stick {
    Vec3 from, to;
    double radius;
};
TriangleMesh skin(const std::vector<Stick>& sticks, double side);

/// The skin around all that is within `reach` of a soup's surface. Where that is less than half a
/// cube, crumbs are left.
TriangleMesh welded_skin(const Soup& soup, double side, double reach);

}  // namespace thigmo::made
