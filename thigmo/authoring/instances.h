// Instances: blades that are copies of each other, and how each copy is placed.
//
// Based on [Zhao2013], sec. 4.2: vertices correspond where their texture coordinates do. Where
// those are missing or coincide, the geometry itself is compared. Correspondence allows any
// deformation and serves the anchors; one mesh is shared only by copies that fit it.
#pragma once

#include <cstdint>
#include <vector>

#include "thigmo/authoring/blades.h"
#include "thigmo/base/vector.h"

namespace thigmo {

/// A blade as joined vertices: one per place and texture coordinate.
struct BladeMesh {
    std::vector<Vec3> points;
    std::vector<Vec2f> uvs;
    std::vector<Vec3f> normals;
    std::vector<Triangle> triangles;
};
BladeMesh blade_mesh(const SoupSurface& surface, const BladePart& blade);

/// Which transforms a shared mesh may undergo.
enum class CopyBy : uint8_t { similarity, rotation };

struct InstanceSettings {
    CopyBy by = CopyBy::similarity;  // rotation: copies of other sizes get meshes of their own
    double uv_tolerance = 1e-3;      // [Zhao2013]
    double fit = 2e-4;               // of the size: how far vertices of a shared mesh may be off
};

struct Instance {
    uint32_t set = 0;              // of corresponding blades
    std::vector<uint32_t> vertex;  // per vertex of the set's first blade: its own; empty: same
    BladeId shape;                 // whose mesh it shares; itself where it has its own
    Placement placement;           // of that mesh, from where that blade stands
};

struct Instances {
    std::vector<std::vector<BladeId>> sets;  // by first blade, which represents it
    Column<BladeId, Instance> of;
    size_t by_uv = 0, by_form = 0;  // sets of more than one, by how they were found
};

Instances find_instances(const SoupSurface& surface, const Soup& soup, const Blades& blades,
                         const InstanceSettings& settings);

/// The rotation, scale and shift that bring one list of points nearest to another (Umeyama 1991),
/// and the greatest distance left.
struct Fit {
    Placement placement;
    double worst = 0;
};
Fit fit_points(std::span<const Vec3> from, std::span<const Vec3> to, CopyBy by);

}  // namespace thigmo
