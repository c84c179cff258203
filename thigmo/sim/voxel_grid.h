// A grid of bricks over a cloud of points: which of them the cloud fills, and which are held.
#pragma once

#include <array>
#include <map>

#include "thigmo/mechanics/brick.h"
#include "thigmo/sim/solid_cloud.h"

namespace thigmo {

using GridCell = std::array<int, 3>;  // along ξ, η, ζ

/// Cell (i, j, k) is the box from low + (i, j, k)·edges on, in axes about the origin.
struct GridFrame {
    Vec3 origin = Vec3::Zero();
    Mat3 axes = Mat3::Identity();  // columns ξ, η, ζ
    Vec3 low = Vec3::Zero(), edges = Vec3::Ones();

    GridCell cell(const Vec3& place) const;
    /// Local coordinates, −1 … 1 within the cell.
    Vec3 local(const GridCell& cell, const Vec3& place) const;
    /// Place of a node, which is a corner, an edge's middle, …: half edges are counted from `low`.
    Vec3 node(const GridCell& halves) const;
    /// What of the local coordinates a step in space changes.
    Vec3 local_step(const Vec3& step) const;
    double local_volume() const { return edges.prod() / 8; }  // m³ per unit of local coordinates
};

struct FilledCell {
    std::vector<BrickPoint> cloud;  // of its free part
    double free = 0, held = 0;      // m³
    bool is_held() const { return held > free; }
};

struct VoxelGrid {
    GridFrame frame;
    std::map<GridCell, FilledCell> cells;
    double lost = 0;  // share of the free volume that hangs on nothing, and is left out
};

/// Cells that are face to face with held ones, or with others that are; and the held ones. Cells
/// that are nearly empty are part of their neighbours where nothing hangs by them. No cells where
/// nothing holds the cloud.
VoxelGrid make_grid(const SolidCloud& cloud, const Vec3& start_way);

}  // namespace thigmo
