// The skin of a skeleton: tubes swept along the centreline of every domain that has no shape.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "thigmo/plant/drawn.h"
#include "thigmo/plant/plant.h"
#include "thigmo/plant/pose.h"

namespace thigmo {

struct SkinSettings {
    int least_sides = 4;        // of the thinnest twig
    int most_sides = 24;        // of the thickest trunk
    double side_length = 0.02;  // wanted edge length around the tube (m)
};

/// A vertex follows at most two segments of its domain's centreline (or its parent's, where the
/// tube is sunk into it); weight is the share of the first.
struct Binding {
    std::array<SegmentId, 2> segments;
    float weight = 1;

    bool operator==(const Binding&) const = default;
};

/// One closed tube: where its vertices and triangles stand in the skin.
struct Tube {
    DomainId domain;
    uint32_t first_vertex = 0;
    uint32_t vertex_count = 0;
    uint32_t first_triangle = 0;
    uint32_t triangle_count = 0;
};

/// All tubes in one mesh, domain by domain. UVs in metres: u around, v along.
struct Skin {
    TriangleMesh mesh;
    std::vector<Binding> bindings;  // one per vertex
    std::vector<Tube> tubes;
};

/// Parallel-transport frames, smooth radius, rounded tips; each tube is closed and begins inside
/// its parent (see centreline.h). The same plant gives the same bits whatever the thread count.
/// InputError beyond drawn_limit, before the skin takes memory.
Skin build_skin(const Plant& plant, const SkinSettings& settings = {});

/// What the skin would take.
DrawnSize skin_size(const Plant& plant, const SkinSettings& settings = {});

/// x ↦ matrix·x + offset, as finely as vertices are given: for many quicker than a quaternion.
struct Motion34 {
    Eigen::Matrix3f matrix = Eigen::Matrix3f::Identity();
    Vec3f offset = Vec3f::Zero();
};
Motion34 motion34(const Rigid& motion);
Column<SegmentId, Motion34> segment_motions(const Pose& pose);

/// Moves vertices from rest by the blend of their two segments' motions. All segments exist.
void pose_vertices(const Column<SegmentId, Motion34>& motions, std::span<const Binding> bindings,
                   std::span<Vec3f> positions, std::span<Vec3f> normals);

/// The skin's mesh in a pose: every vertex by the blend of its two segments' motions.
TriangleMesh pose_skin(const Skin& skin, const Pose& pose);
/// The same into a copy of the skin's mesh, whose vertices it replaces.
void pose_skin(const Skin& skin, const Pose& pose, TriangleMesh& posed);

}  // namespace thigmo
