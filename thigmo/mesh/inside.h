// Which stretches of parallel lines lie inside a surface.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "thigmo/base/vector.h"
#include "thigmo/mesh/triangle_mesh.h"

namespace thigmo {

/// Lines along an axis (0 x, 1 y, 2 z): at u and v along the next two axes in turn, each ascending.
struct LineGrid {
    int axis = 2;
    std::vector<double> u, v;

    size_t row(size_t i, size_t j) const { return i * v.size() + j; }
};

/// Stretches of a line, ascending and apart.
using Stretches = std::vector<std::array<double, 2>>;

/// For every line the stretches that the surface goes around, whatever the side it is seen from:
/// its winding number there is not 0. What of the surface encloses nothing has no inside.
std::vector<Stretches> find_inside(std::span<const Vec3> positions,
                                   std::span<const Triangle> triangles, const LineGrid& grid);

/// What of the stretches lies between two places.
Stretches between(const Stretches& stretches, double low, double high);

/// What of some stretches lies inside others, or outside of them.
Stretches common(const Stretches& a, const Stretches& b);
Stretches without(const Stretches& a, const Stretches& b);

}  // namespace thigmo
