// How far a beam plant can move: bounds that no vertex leaves, for culling.
#pragma once

#include <vector>

#include "thigmo/sim/beam/surface.h"

namespace thigmo {

/// Of the vertices that ride on branches of one order, or of leaves.
struct MotionBounds {
    Box rest;          // around them at rest
    size_t count = 0;  // vertices
    double reach = 0;  // m, at most that far from rest
};

/// By order of the branches, leaves last. A branch whose tip turns by θ at most moves nothing that
/// it carries by more than 2 sin(θ/2) × the way from its base to there; those of all ancestors add.
/// Holds for branches bent to their true length, whatever the time.
std::vector<MotionBounds> motion_bounds(const BeamPlant& plant, const Gale& gale,
                                        const BeamControls& controls, const MotionTexture& texture,
                                        const FlutterTexture& field,
                                        std::span<const SurfaceVertex> vertices,
                                        const BeamSurface& surface);

}  // namespace thigmo
