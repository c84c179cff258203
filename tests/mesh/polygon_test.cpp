// Polygons cut into triangles: the area stays, and so does the outside.
#include "thigmo/mesh/polygon.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

using testing::ElementsAre;

TriangleMesh cut(const std::vector<Vec3f>& corners) {
    TriangleMesh mesh;
    mesh.positions = corners;
    mesh.triangles = cut_polygon(corners);
    return mesh;
}

/// Least of the triangles' areas along +Z, times two.
float least_turn(const TriangleMesh& mesh) {
    float least = INFINITY;
    for (const auto& [a, b, c] : mesh.triangles)
        least = std::min(least, (mesh.positions[b] - mesh.positions[a])
                                    .cross(mesh.positions[c] - mesh.positions[a])
                                    .z());
    return least;
}

TEST(Polygon, ATriangleStaysAndAQuadIsAFan) {
    EXPECT_THAT(cut_polygon(std::vector<Vec3f>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}),
                ElementsAre(Triangle{0, 1, 2}));
    EXPECT_THAT(cut_polygon(std::vector<Vec3f>{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}),
                ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}));
}

TEST(Polygon, CornersThatTurnInwardsAreNotCrossed) {
    // A quad whose second corner lies inside the triangle of the others; combs.
    const TriangleMesh quad = cut({{0, 0, 0}, {0.2f, 0.2f, 0}, {1, 0, 0}, {0, 1, 0}});
    EXPECT_EQ(quad.triangles.size(), 2u);
    EXPECT_GT(least_turn(quad), 0);
    EXPECT_NEAR(area(quad), 0.4, 1e-6);
    for (const int teeth : {4, 900}) {
        std::vector<Vec3f> corners = {{0, -1, 0}, {2.f * static_cast<float>(teeth), -1, 0}};
        for (int i = 2 * teeth; i >= 0; --i)
            corners.emplace_back(static_cast<float>(i), i % 2 == 0 ? 0.f : 3.f, 0.f);
        const TriangleMesh comb = cut(corners);
        EXPECT_EQ(comb.triangles.size(), corners.size() - 2);
        EXPECT_GE(least_turn(comb), 0);
        EXPECT_NEAR(area(comb), 2 * teeth + teeth * 3, 1e-5 * teeth);
    }
}

TEST(Polygon, AnyPlaneWillDo) {
    std::vector<Vec3f> corners;
    for (int i = 0; i < 12; ++i) {
        const double angle = 2 * std::numbers::pi * i / 12, size = i % 2 == 0 ? 1.0 : 0.4;
        const Vec3 flat = size * Vec3(std::cos(angle), std::sin(angle), 0);
        corners.push_back((Eigen::AngleAxisd(1, Vec3(1, 2, 3).normalized()) * flat).cast<float>());
    }
    // Twelve triangles from the centre, of the sides 1 and 0.4 and the angle 30° between.
    EXPECT_NEAR(area(cut(corners)), 12 * 0.5 * 0.4 * 0.5, 1e-5);
}

TEST(Polygon, WhatIsNoPolygonIsCutAllTheSame) {
    EXPECT_EQ(cut_polygon(std::vector<Vec3f>(5, Vec3f::Zero())).size(), 3u);
    EXPECT_EQ(cut_polygon(std::vector<Vec3f>(6, Vec3f::Constant(NAN))).size(), 4u);
    EXPECT_EQ(cut_polygon(std::vector<Vec3f>(1000, Vec3f::Ones())).size(), 998u);
    // Taking corners out one by one from the front would move 10¹² numbers.
    EXPECT_EQ(cut_polygon(std::vector<Vec3f>(3'000'000, Vec3f::Ones())).size(), 2'999'998u);
}

}  // namespace
}  // namespace thigmo
