// Triangle meshes: surfaces of shapes and skins, in single precision.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "thigmo/base/vector.h"

namespace thigmo {

using Triangle = std::array<uint32_t, 3>;

/// Vertices with normals and texture coordinates (all three the same length), and triangles that
/// name them counter-clockwise seen from outside. v of uv grows upwards in the picture.
struct TriangleMesh {
    std::vector<Vec3f> positions;
    std::vector<Vec3f> normals;
    std::vector<Vec2f> uvs;
    std::vector<Triangle> triangles;

    bool operator==(const TriangleMesh&) const = default;
};

/// Sum of the triangles' areas (m²).
double area(const TriangleMesh& mesh);

/// Smallest box around the vertices; empty for a mesh without any.
Box bounds(const TriangleMesh& mesh);

/// Area-weighted vertex normals.
std::vector<Vec3f> vertex_normals(std::span<const Vec3f> positions,
                                  std::span<const Triangle> triangles);

/// Unit directions in which u grows along the surface, across the normals; w is 1 where v grows
/// along normal × tangent, else −1. Any direction across the normal where the uvs tell none.
std::vector<Vec4f> vertex_tangents(const TriangleMesh& mesh);

/// Volume inside a closed surface (m³); negative where it is inside out.
double volume(const TriangleMesh& mesh);

/// For every position the first one equal to it bit for bit: joins the two sides of texture seams.
std::vector<uint32_t> weld(std::span<const Vec3f> positions);

/// Edges that only one triangle uses, positions welded; 0 for a closed surface.
size_t boundary_edges(const TriangleMesh& mesh);

/// Appends `part` to `mesh`.
void append(const TriangleMesh& part, TriangleMesh& mesh);

}  // namespace thigmo
