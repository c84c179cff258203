// Measures of triangle meshes on a tetrahedron and a square.
#include "thigmo/mesh/triangle_mesh.h"

#include <gtest/gtest.h>

#include <cmath>

namespace thigmo {
namespace {

/// Corners at the origin and at 1 on each axis, faces outwards.
TriangleMesh tetrahedron() {
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    mesh.normals = vertex_normals(mesh.positions, mesh.triangles);
    mesh.uvs.assign(4, Vec2f::Zero());
    return mesh;
}

}  // namespace

TEST(TriangleMesh, AreaAndBounds) {
    EXPECT_NEAR(area(tetrahedron()), 1.5 + std::sqrt(3) / 2, 1e-7);
    EXPECT_EQ(bounds(tetrahedron()).min(), Vec3(0, 0, 0));
    EXPECT_EQ(bounds(tetrahedron()).max(), Vec3(1, 1, 1));
    EXPECT_TRUE(bounds(TriangleMesh()).isEmpty());
}

TEST(TriangleMesh, NormalsAreWeightedByArea) {
    // At the origin the three right faces weigh alike.
    const Vec3f normal = tetrahedron().normals[0];
    EXPECT_TRUE(normal.isApprox(Vec3f::Constant(-1 / std::sqrt(3.0f)), 1e-6f));
    // A vertex without faces has some normal of unit length.
    EXPECT_EQ(vertex_normals(std::vector<Vec3f>(1, Vec3f::Zero()), {})[0].norm(), 1);
}

TEST(TriangleMesh, CountsOpenEdges) {
    TriangleMesh mesh = tetrahedron();
    EXPECT_EQ(boundary_edges(mesh), 0u);
    mesh.triangles.pop_back();
    EXPECT_EQ(boundary_edges(mesh), 3u);
}

TEST(TriangleMesh, AppendShiftsTriangles) {
    TriangleMesh mesh = tetrahedron();
    append(tetrahedron(), mesh);
    EXPECT_EQ(mesh.positions.size(), 8u);
    EXPECT_EQ(mesh.triangles[4], (Triangle{4, 6, 5}));
    EXPECT_NEAR(area(mesh), 2 * area(tetrahedron()), 1e-6);
}

TEST(TriangleMesh, TangentsGoWithU) {
    // A square in the plane z = 0 whose u grows along y, and v along −x or x.
    TriangleMesh mesh;
    mesh.positions = {Vec3f(0, 0, 0), Vec3f(1, 0, 0), Vec3f(1, 1, 0), Vec3f(0, 1, 0)};
    mesh.normals.assign(4, Vec3f::UnitZ());
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    for (const float side : {1.f, -1.f}) {
        mesh.uvs.clear();
        for (const Vec3f& p : mesh.positions) mesh.uvs.emplace_back(2 * p.y(), -side * p.x());
        for (const Vec4f& tangent : vertex_tangents(mesh))
            EXPECT_TRUE(tangent.isApprox(Vec4f(0, 1, 0, side), 1e-6f)) << tangent.transpose();
    }
    mesh.uvs.assign(4, Vec2f::Zero());  // tell nothing
    for (const Vec4f& tangent : vertex_tangents(mesh)) {
        EXPECT_NEAR(tangent.head<3>().norm(), 1, 1e-6f);
        EXPECT_EQ(tangent.z(), 0);
    }
}

}  // namespace thigmo
