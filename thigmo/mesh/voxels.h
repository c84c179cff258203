// Voxel meshes: the cubes of a grid that a surface passes through or encloses.
//
// Based on [Zhao2013], sec. 4.8, after James, Barbič and Twigg 2004, "Squashing Cubes".
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "thigmo/base/vector.h"
#include "thigmo/mesh/triangle_mesh.h"

namespace thigmo {

/// Place of a cube, or of a corner, in its grid.
using Voxel = std::array<uint16_t, 3>;

struct VoxelMesh {
    Vec3 origin = Vec3::Zero();  // lowest corner of voxel (0, 0, 0)
    double cell = 0;             // m, edge of a cube
    std::vector<Voxel> voxels;   // ascending by x, then y, then z

    bool operator==(const VoxelMesh&) const = default;
    Vec3 corner_at(const Voxel& place) const {
        return origin + cell * Vec3(place[0], place[1], place[2]);
    }
};

/// The corners of all voxels, each once, ascending by x, y, z; and those of each voxel: bit 0 of
/// their number among the eight stands for x, bit 1 for y, bit 2 for z.
struct VoxelCorners {
    std::vector<Voxel> places;
    std::vector<std::array<uint32_t, 8>> of_voxel;
};
VoxelCorners corners(const VoxelMesh& mesh);

/// The voxels of edge `cell` that any triangle touches, and those that these enclose; the grid is
/// centred on the surface. Enclosed is what a flood from outside does not reach, from face to face:
/// an open tube that is wider than a cell has no inside, and stands as its surface alone. Where the
/// surface falls into parts, shortest lines of voxels join them, so that the mesh is one piece.
/// InputError where the grid would have more than 2²⁸ voxels, or 65,535 along an axis.
VoxelMesh voxelise(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                   double cell);

}  // namespace thigmo
