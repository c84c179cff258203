// Every invariant of a plant, stated once.
#pragma once

#include <string>

#include "thigmo/plant/plant.h"

namespace thigmo {

/// The first invariant that does not hold, in words with its row and values; empty for a sound
/// plant. A sound plant can be walked, skinned, drawn, exported and simulated without further
/// tests:
///   - there is a domain; every column of a table has the table's length; articulations are none
///     or one per segment, volumes none or one per domain;
///   - parents come before children, depth-first; segment runs follow each other (empty ones too)
///     and cover all;
///   - an attachment names a segment of the parent, none where that has no segments, `along` in
///     0…1; a root has none;
///   - order is the parent's or one more, 0 at roots; a domain has segments or a shape;
///   - a prop is a rigid root with a shape, without segments and children;
///   - centrelines are continuous to 1e-6 m; segments have length, and a radius at one end;
///   - keys are unique among domains and among segments;
///   - ids of shapes, materials, looks and textures exist; triangles name vertices that exist,
///     and every vertex is a corner of one;
///   - every number is finite and in its range (densities > 0, rotations and normals of unit
///     length, nothing beyond 1000 km, …), so that products of them are finite too;
///   - voxels stand in ascending order, each once; so do fixed corners, which exist;
///   - names are UTF-8 without control characters; textures begin as PNG or JPEG do.
std::string find_fault(const Plant& plant);

/// InputError `source: …` when the plant has a fault.
void check(const Plant& plant, const std::string& source);

}  // namespace thigmo
