// Meshes cut out of a surface, and the space that a blade's mesh has of its own.
#pragma once

#include <span>

#include "thigmo/authoring/blades.h"

namespace thigmo {

/// The triangles with the vertices that they use, as in the file.
TriangleMesh mesh_of(const SoupSurface& surface, std::span<const uint32_t> triangles);

/// Where a blade's own space stands: origin at the anchor, +Y towards its middle, +Z along its
/// mean normal.
Rigid blade_frame(const SoupSurface& surface, const BladePart& blade, const Vec3& anchor);

/// Into the frame's own coordinates.
void move_into(const Rigid& frame, TriangleMesh& mesh);

/// Cuts every triangle in four until no edge is longer (m), at most six times and into `most`
/// triangles: the surface stays as it is, but can bend.
void refine(double longest, size_t most, TriangleMesh& mesh);

}  // namespace thigmo
