// Everything that is drawn of a plant, as triangles in one space: skin and placed shapes.
#pragma once

#include <vector>

#include "thigmo/plant/skin.h"
#include "thigmo/render/texture.h"

namespace thigmo {

/// A shape that bends, and what its vertices follow.
struct BentShape {
    DomainId domain;
    std::vector<Binding> bindings;
};

/// Vertices of the skin, then of every domain's shape in turn. Triangles without a mask come first,
/// those that an alpha cuts, or that have one visible side, after them.
struct Surface {
    std::vector<Vec3f> positions;  // one more than there are vertices: Embree reads 16 bytes each
    std::vector<Vec3f> normals;
    std::vector<Vec2f> uvs;
    std::vector<Triangle> triangles;
    std::vector<DomainId> domains;  // of each triangle
    size_t first_masked = 0;
    std::vector<uint32_t> shape_starts;  // first vertex of each domain's shape, by row
    std::vector<BentShape> bent;

    std::span<const Vec3f> points() const { return {positions.data(), normals.size()}; }
};

/// Triangles and texture coordinates; positions follow by pose_surface. InputError when a plant
/// has nothing to draw, or more than the limits of drawn.h.
Surface build_surface(const Plant& plant, const Skin& skin, const Looks& looks);

/// Moves the vertices to where the pose has them.
void pose_surface(const Plant& plant, const Skin& skin, const Pose& pose, Surface& surface);

}  // namespace thigmo
