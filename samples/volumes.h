// Plants with closed surfaces and the voxels of them: rods, plates and fins of known size.
#pragma once

#include "thigmo/plant/plant.h"

namespace thigmo::samples {

/// A closed round tube from start to end, as the last domain's shape and segments.
void add_round_body(Plant& plant, const Vec3& start, const Vec3& end, double radius,
                    size_t segments = 1);

/// A closed box about the line from start to end: so wide along `width`, so thick across. Its
/// segments are as thick as a round rod of the same area.
void add_box_body(Plant& plant, const Vec3& start, const Vec3& end, const Vec3& width,
                  double thickness, size_t segments = 1);

/// A plant of one root, ready for a body.
Plant start_body(const char* name);

/// A plant's voxels and fixed corners, as authoring makes them.
void add_voxels(Plant& plant, int resolution);

/// A cactus of one stem with three deep lobes, as authoring makes it of a mesh; without voxels.
Plant authored_cactus();

/// An upright trunk, and two thirds up it a flat fin that begins on its axis, rises and is wide
/// across: no tube.
Plant finned_trunk();

}  // namespace thigmo::samples
