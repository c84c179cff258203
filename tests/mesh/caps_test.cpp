// Holes that are closed.
#include "thigmo/mesh/caps.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace thigmo {
namespace {

/// A prism of so many sides about the Y axis, open at both ends, every quad with its own corners.
TriangleMesh open_prism(int sides) {
    TriangleMesh mesh;
    for (int i = 0; i < sides; ++i) {
        const auto at = [&](int k, float y) {
            const double turn = 2 * std::numbers::pi * (k % sides) / sides;
            return Vec3f(static_cast<float>(std::cos(turn)), y, static_cast<float>(std::sin(turn)));
        };
        const auto first = static_cast<uint32_t>(mesh.positions.size());
        mesh.positions.insert(mesh.positions.end(),
                              {at(i, 0), at(i + 1, 0), at(i + 1, 2), at(i, 2)});
        mesh.triangles.push_back({first, first + 1, first + 2});
        mesh.triangles.push_back({first, first + 2, first + 3});
    }
    return mesh;
}

}  // namespace

TEST(Caps, AnOpenPrismIsClosed) {
    TriangleMesh mesh = open_prism(12);
    ASSERT_EQ(boundary_edges(mesh), 24u);
    cap_holes(mesh.positions, mesh.triangles);
    EXPECT_EQ(boundary_edges(mesh), 0u);
    ASSERT_EQ(mesh.triangles.size(), 24u + 24);
    EXPECT_LT((mesh.positions[48] - Vec3f(0, 0, 0)).norm(), 1e-6f);
    EXPECT_LT((mesh.positions[49] - Vec3f(0, 2, 0)).norm(), 1e-6f);
    cap_holes(mesh.positions, mesh.triangles);
    EXPECT_EQ(mesh.triangles.size(), 48u);
}

TEST(Caps, ACardStaysInItsPlane) {
    TriangleMesh mesh;
    mesh.positions = {{0, 0, 1}, {2, 0, 1}, {2, 1, 1}, {0, 1, 1}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    cap_holes(mesh.positions, mesh.triangles);
    EXPECT_EQ(mesh.triangles.size(), 6u);
    EXPECT_LT((mesh.positions.back() - Vec3f(1, 0.5f, 1)).norm(), 1e-6f);
}

}  // namespace thigmo
