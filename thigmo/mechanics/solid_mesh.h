// A solid as a mesh of bricks.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "thigmo/mechanics/brick.h"
#include "thigmo/mechanics/elasticity.h"

namespace thigmo {

/// A brick that the solid fills only in part has these points, at which its strains and its mass
/// are summed instead of Gauss' points. Weights are volumes in local coordinates.
struct CutBrick {
    std::array<BrickPoint, brick_points> strain{};
    std::vector<BrickPoint> mass;
    Vec3 axis = Vec3::UnitZ();  // of its material, in local coordinates
    uint32_t layer = 0;         // bricks of one layer lie side by side across the solid
    bool operator==(const CutBrick&) const = default;
};

struct SolidMesh {
    std::vector<Vec3> nodes;
    std::vector<BrickNodes> bricks;
    std::vector<SolidMaterial> materials;  // one per brick
    std::vector<CutBrick> cut;             // one per brick; empty where all bricks are whole
    uint32_t fixed = 9;                    // nodes, the first ones, that do not move by themselves
    bool operator==(const SolidMesh&) const = default;
};

/// Where a brick's strains and its mass are summed.
std::span<const BrickPoint> strain_points(const SolidMesh& mesh, size_t brick);
std::span<const BrickPoint> mass_points(const SolidMesh& mesh, size_t brick);

/// What a brick is made of at a place in it.
SolidMaterial material_at(const SolidMesh& mesh, size_t brick, const Vec3& local);

/// A point of a brick in space, with its material's axis.
BrickPlace place_in(const SolidMesh& mesh, size_t brick, const Vec3& local);

}  // namespace thigmo
