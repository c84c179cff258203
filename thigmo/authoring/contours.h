// Level sets of the geodesic distance: what a piece looks like when cut across, again and again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "thigmo/authoring/patch.h"

namespace thigmo {

/// One connected curve on which the distance has the value of a level.
struct Contour {
    uint32_t level = 0;
    Vec3 centre = Vec3::Zero();  // weighted by length
    double length = 0;           // m
    double mean_radius = 0;      // mean distance from the centre
    double area_radius = 0;      // √(area/π) of what a closed one encloses
    double aspect = 0;           // its width over its breadth, 0…1
    bool closed = false;
};

/// By level, and within one by length, longest first. Contours run inside triangles, not along
/// their vertices; `levels` ascend.
std::vector<Contour> find_contours(const Patch& patch, std::span<const double> distances,
                                   std::span<const double> levels);

}  // namespace thigmo
