// Triangles of a skin turned alike.
#include "thigmo/authoring/winding.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/authoring/made_soup.h"
#include "thigmo/base/random.h"

namespace thigmo {
namespace {

std::vector<Vec3> points_of(const TriangleMesh& mesh) {
    std::vector<Vec3> points;
    for (const Vec3f& position : mesh.positions) points.push_back(position.cast<double>());
    return points;
}

/// Edges along which two triangles go in one direction.
size_t seams(const std::vector<Triangle>& triangles) {
    std::map<std::pair<uint32_t, uint32_t>, size_t> sides;
    for (const auto& [i, j, k] : triangles)
        for (const auto& side : {std::pair(i, j), {j, k}, {k, i}}) ++sides[side];
    size_t count = 0;
    for (const auto& [side, times] : sides) count += times - 1;
    return count;
}

TEST(Winding, OfASkinIsThatOfMostOfItsArea) {
    const TriangleMesh ball = made::ball({0, 1, 0}, 0.5, 16);
    std::vector<Triangle> triangles = ball.triangles;
    Random random(5);
    for (Triangle& corners : triangles)
        if (random.uniform() < 0.3) std::swap(corners[1], corners[2]);
    ASSERT_GT(seams(triangles), 10u);
    wind_alike(points_of(ball), triangles);
    EXPECT_EQ(triangles, ball.triangles);
}

TEST(Winding, OfEverySkinIsJudgedByItself) {
    TriangleMesh two = made::ball({0, 1, 0}, 0.5);
    const size_t first = two.triangles.size();
    append(made::ball({5, 1, 0}, 0.5), two);
    for (size_t t = first; t < two.triangles.size(); ++t)  // inside out
        std::swap(two.triangles[t][1], two.triangles[t][2]);
    std::vector<Triangle> triangles = two.triangles;
    std::swap(triangles[0][1], triangles[0][2]);
    std::swap(triangles[first][1], triangles[first][2]);
    wind_alike(points_of(two), triangles);
    EXPECT_EQ(triangles, two.triangles);
}

/// Three faces on an edge tell nothing of each other.
TEST(Winding, IsNotCarriedOverEdgesOfThreeFaces) {
    const std::vector<Vec3> points = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 0, 1}};
    const std::vector<Triangle> before = {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}};
    std::vector<Triangle> triangles = before;
    wind_alike(points, triangles);
    EXPECT_EQ(triangles, before);
}

TEST(Winding, OfAMoebiusStripKeepsOneSeam) {
    constexpr uint32_t count = 12;
    std::vector<Vec3> points;
    for (uint32_t i = 0; i < count; ++i) {
        const double turn = 2 * 3.14159265358979 * i / count;
        const Vec3 out(std::cos(turn), 0, std::sin(turn));
        const Vec3 across = std::cos(turn / 2) * out + std::sin(turn / 2) * Vec3::UnitY();
        points.push_back(2 * out - 0.3 * across);
        points.push_back(2 * out + 0.3 * across);
    }
    std::vector<Triangle> triangles;
    for (uint32_t i = 0; i < count; ++i) {
        const bool closes = i + 1 == count;
        const uint32_t a = 2 * i, b = a + 1, c = closes ? 1 : a + 2, d = closes ? 0 : a + 3;
        triangles.push_back({a, b, c});
        triangles.push_back({c, b, d});
    }
    std::swap(triangles[7][1], triangles[7][2]);
    wind_alike(points, triangles);
    EXPECT_EQ(seams(triangles), 1u);
}

}  // namespace
}  // namespace thigmo
