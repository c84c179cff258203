// Counts and sizes of a plant, for people and programs.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "thigmo/plant/plant.h"

namespace thigmo {

struct Summary {
    std::string name;
    uint64_t domains = 0, flexible_domains = 0, segments = 0;
    uint64_t shapes = 0;                   // stored
    uint64_t instances = 0;                // domains drawn by a shape
    uint64_t triangles = 0, vertices = 0;  // as drawn: skin and every instance
    uint64_t orders = 0;                   // highest order + 1
    std::array<uint64_t, kind_names.size()> kinds{};
    uint64_t volumes = 0, voxels = 0;  // domains with voxels, and all their voxels
    Vec3 size = Vec3::Zero();          // m, of what grew: without props
    double wood_volume = 0;            // m³
    double mass = 0;                   // kg
    Box bounds;                        // of everything drawn
};

Summary summarize(const Plant& plant);

}  // namespace thigmo
