// Tubes against closed forms, and their frames.
#include "thigmo/mesh/tube.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace thigmo {
namespace {

TriangleMesh sweep(const std::vector<TubeRing>& rings, const Vec3& tip, uint32_t sides) {
    TriangleMesh mesh;
    mesh.positions.resize(tube_vertices(rings.size(), sides));
    mesh.normals.resize(mesh.positions.size());
    mesh.uvs.resize(mesh.positions.size());
    mesh.triangles.resize(tube_triangles(rings.size(), sides));
    sweep_tube({rings, tip, sides}, 0, 0, mesh);
    return mesh;
}

/// Area of a regular polygon in a circle of radius 1.
double polygon_area(uint32_t sides) {
    return 0.5 * sides * std::sin(2 * std::numbers::pi / sides);
}

TEST(Tube, CylinderWithAConeOnTopHasTheirVolume) {
    const std::vector<TubeRing> rings = {{{0, 0, 0}, Vec3::UnitY(), 0.5, 0},
                                         {{0, 2, 0}, Vec3::UnitY(), 0.5, 2}};
    const TriangleMesh mesh = sweep(rings, {0, 3, 0}, 7);
    EXPECT_EQ(boundary_edges(mesh), 0u);
    EXPECT_NEAR(volume(mesh), polygon_area(7) * 0.25 * (2 + 1.0 / 3), 1e-6);
}

TEST(Tube, NormalsOfAConeStandAtRightAnglesToItsWall) {
    const std::vector<TubeRing> rings = {{{0, 0, 0}, Vec3::UnitY(), 1.0, 0},
                                         {{0, 1, 0}, Vec3::UnitY(), 0.5, 1}};
    const TriangleMesh mesh = sweep(rings, {0, 2, 0}, 12);
    for (size_t i = 1; i <= 13; ++i) {  // the base ring follows the base pole
        const Vec3f radial = mesh.positions[i].normalized();
        const Vec3f wall = Vec3f(0, 2, 0) - mesh.positions[i];
        EXPECT_NEAR(mesh.normals[i].dot(wall.normalized()), 0, 1e-6);
        EXPECT_GT(mesh.normals[i].dot(radial), 0.8f);
    }
}

TEST(Tube, USpansTheCircumferenceInMetres) {
    const std::vector<TubeRing> rings = {{{0, 0, 0}, Vec3::UnitY(), 0.25, 0},
                                         {{0, 1, 0}, Vec3::UnitY(), 0.25, 1}};
    const TriangleMesh mesh = sweep(rings, {0, 1.1, 0}, 9);
    EXPECT_NEAR(mesh.uvs[10].x() - mesh.uvs[1].x(), 2 * std::numbers::pi * 0.25, 1e-6);
    EXPECT_EQ(mesh.uvs[11].y(), 1.0f);
    EXPECT_EQ(mesh.positions[1], mesh.positions[10]);
}

TEST(Tube, FrameCarriedAroundAFlatCircleComesBack) {
    Vec3 normal = any_normal(Vec3::UnitX());
    const Vec3 start = normal;
    const int steps = 50;
    for (int i = 0; i < steps; ++i) {
        const double a = 2 * std::numbers::pi * i / steps,
                     b = 2 * std::numbers::pi * (i + 1) / steps;
        normal = transport(normal, {std::cos(a), std::sin(a), 0}, {std::cos(b), std::sin(b), 0});
    }
    EXPECT_NEAR((normal - start).norm(), 0, 1e-12);
}

TEST(Tube, TransportOverAnEighthOfASphereTurnsByItsArea) {
    // x → y → z → x encloses a solid angle of π/2, by which the normal turns (holonomy).
    Vec3 normal = Vec3::UnitY();
    normal = transport(normal, Vec3::UnitX(), Vec3::UnitY());
    normal = transport(normal, Vec3::UnitY(), Vec3::UnitZ());
    normal = transport(normal, Vec3::UnitZ(), Vec3::UnitX());
    EXPECT_NEAR((normal - Vec3::UnitZ()).norm(), 0, 1e-12);
}

TEST(Tube, TransportSurvivesAReversal) {
    const Vec3 normal = transport(Vec3::UnitX(), Vec3::UnitY(), -Vec3::UnitY());
    EXPECT_NEAR(normal.norm(), 1, 1e-12);
    EXPECT_NEAR(normal.y(), 0, 1e-12);
}

}  // namespace
}  // namespace thigmo
