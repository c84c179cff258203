// Every invariant of a plant, stated once.
#pragma once

#include <string>

#include "thigmo/plant/plant.h"

namespace thigmo {

/// The first invariant that does not hold, in words with its row and values; empty for a sound
/// plant. A sound plant can be walked, skinned, drawn, exported and simulated without further
/// tests:
///   - every column of a table has the table's length; articulations are none or one per segment;
///   - parents come before children, depth-first; segment runs follow each other and cover all;
///   - an attachment names a segment of the parent, `along` in 0…1; a root has none;
///   - order is the parent's or one more, 0 at roots; a domain has segments or a shape;
///   - centrelines are continuous, segments have length, radii are not negative and not all zero;
///   - keys are unique among domains and among segments;
///   - ids of shapes, materials, looks and textures exist; triangles name vertices that exist;
///   - every number is finite and in its range (densities > 0, rotations of unit length, …).
std::string find_fault(const Plant& plant);

/// InputError `source: …` when the plant has a fault.
void check(const Plant& plant, const std::string& source);

}  // namespace thigmo
