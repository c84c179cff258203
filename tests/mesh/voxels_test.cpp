// Voxels of shapes whose size is known.
#include "thigmo/mesh/voxels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "tests/message.h"
#include "thigmo/base/random.h"

namespace thigmo {
namespace {

struct Soup {
    std::vector<Vec3> positions;
    std::vector<Triangle> triangles;

    void add(const Vec3& a, const Vec3& b, const Vec3& c) {
        const auto first = static_cast<uint32_t>(positions.size());
        positions.insert(positions.end(), {a, b, c});
        triangles.push_back({first, first + 1, first + 2});
    }
    void add_quad(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
        add(a, b, c);
        add(a, c, d);
    }
    void add_box(const Vec3& low, const Vec3& high) {
        const auto at = [&](int k) {
            return Vec3(k & 1 ? high.x() : low.x(), k & 2 ? high.y() : low.y(),
                        k & 4 ? high.z() : low.z());
        };
        for (const auto& [a, b, c, d] :
             {std::array{0, 1, 3, 2}, std::array{4, 5, 7, 6}, std::array{0, 1, 5, 4},
              std::array{2, 3, 7, 6}, std::array{0, 2, 6, 4}, std::array{1, 3, 7, 5}})
            add_quad(at(a), at(b), at(c), at(d));
    }
    VoxelMesh voxels(double cell) const { return voxelise(positions, triangles, cell); }
};

double volume(const VoxelMesh& mesh) {
    return static_cast<double>(mesh.voxels.size()) * std::pow(mesh.cell, 3);
}

/// Around the Y axis, from y = 0 to `height`, without caps.
Soup tube(double radius, double height, int sides) {
    Soup soup;
    for (int i = 0; i < sides; ++i) {
        const auto at = [&](int k, double y) {
            const double turn = 2 * std::numbers::pi * k / sides;
            return Vec3(radius * std::cos(turn), y, radius * std::sin(turn));
        };
        soup.add_quad(at(i, 0), at(i + 1, 0), at(i + 1, height), at(i, height));
    }
    return soup;
}

Soup sphere(double radius, int rings) {
    Soup soup;
    const auto at = [&](int i, int k) {
        const double up = std::numbers::pi * i / rings, turn = std::numbers::pi * k / rings;
        return Vec3(radius * std::sin(up) * std::cos(turn), radius * std::cos(up),
                    radius * std::sin(up) * std::sin(turn));
    };
    for (int i = 0; i < rings; ++i)
        for (int k = 0; k < 2 * rings; ++k)
            soup.add_quad(at(i, k), at(i, k + 1), at(i + 1, k + 1), at(i + 1, k));
    return soup;
}

/// Pieces that hang together by faces.
size_t pieces(const VoxelMesh& mesh) {
    std::set<Voxel> left(mesh.voxels.begin(), mesh.voxels.end());
    size_t count = 0;
    for (; !left.empty(); ++count) {
        std::vector<Voxel> open = {*left.begin()};
        left.erase(left.begin());
        while (!open.empty()) {
            const Voxel at = open.back();
            open.pop_back();
            for (size_t axis = 0; axis < 3; ++axis)
                for (const int step : {-1, 1}) {
                    Voxel next = at;
                    next[axis] = static_cast<uint16_t>(next[axis] + step);
                    if (left.erase(next) > 0) open.push_back(next);
                }
        }
    }
    return count;
}

}  // namespace

TEST(Voxels, ABoxIsFilled) {
    Soup soup;
    soup.add_box({0, 0, 0}, {0.95, 0.45, 0.15});
    const VoxelMesh mesh = soup.voxels(0.1);
    EXPECT_EQ(mesh.voxels.size(), 10u * 5 * 2);
    EXPECT_TRUE(mesh.origin.isApprox(Vec3(-0.025, -0.025, -0.025)));
    EXPECT_TRUE(std::ranges::is_sorted(mesh.voxels));
    EXPECT_EQ(mesh.voxels.back(), (Voxel{9, 4, 1}));
    EXPECT_EQ(corners(mesh).places.size(), 11u * 6 * 3);
}

TEST(Voxels, OneLargeVoxelHoldsAll) {
    Soup soup;
    soup.add_box({1, 1, 1}, {2, 1.5, 1.2});
    const VoxelMesh mesh = soup.voxels(1.2);
    ASSERT_EQ(mesh.voxels, (std::vector<Voxel>{{0, 0, 0}}));
    EXPECT_TRUE((mesh.origin + Vec3::Constant(0.6)).isApprox(Vec3(1.5, 1.25, 1.1)));
    EXPECT_EQ(corners(mesh).of_voxel.front(), (std::array<uint32_t, 8>{0, 4, 2, 6, 1, 5, 3, 7}));
}

TEST(Voxels, ASpheresVolumeConvergesFromAbove) {
    // A plane's voxels reach ½(|nx| + |ny| + |nz|) cells beyond it, ¾ on the mean over all n.
    const Soup soup = sphere(1, 64);
    const double exact = 4.0 / 3 * std::numbers::pi;
    for (const double cell : {0.1, 0.05, 0.025})
        EXPECT_NEAR(volume(soup.voxels(cell)) / exact, std::pow(1 + 0.75 * cell, 3), 0.1 * cell)
            << cell;
}

TEST(Voxels, AnOpenTubeIsItsSurface) {
    const Soup soup = tube(0.1, 1, 48);
    const VoxelMesh fine = soup.voxels(0.01);
    const auto middle = [&](const VoxelMesh& mesh) {
        const Vec3 at = (Vec3(0, 0.5, 0) - mesh.origin) / mesh.cell;
        return Voxel{static_cast<uint16_t>(at.x()), static_cast<uint16_t>(at.y()),
                     static_cast<uint16_t>(at.z())};
    };
    EXPECT_FALSE(std::ranges::binary_search(fine.voxels, middle(fine)));
    EXPECT_EQ(pieces(fine), 1u);
    // A cell as wide as the tube leaves no way in.
    const VoxelMesh coarse = soup.voxels(0.15);
    EXPECT_TRUE(std::ranges::binary_search(coarse.voxels, middle(coarse)));
}

TEST(Voxels, APlaneIsOneLayer) {
    Soup soup;
    soup.add_quad({0, 0, 0}, {1, 0, 0}, {1, 0, 0.5}, {0, 0, 0.5});
    const VoxelMesh mesh = soup.voxels(0.04);
    EXPECT_EQ(mesh.voxels.size(), 26u * 13);
    for (const Voxel& voxel : mesh.voxels) EXPECT_EQ(voxel[1], 0);
}

TEST(Voxels, ATriangleTakesTheVoxelsThatItTouches) {
    // Random triangles against points of them: each point lies in a voxel, and each voxel is no
    // farther from the triangle than its half diagonal.
    Random random(7);
    for (int round = 0; round < 40; ++round) {
        const auto draw = [&] {
            return Vec3(random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1));
        };
        Soup soup;
        const Vec3 a = draw(), b = draw(), c = draw();
        soup.add(a, b, c);
        const VoxelMesh mesh = soup.voxels(0.07);
        for (int i = 0; i < 500; ++i) {
            double u = random.uniform(0, 1), v = random.uniform(0, 1);
            if (u + v > 1) u = 1 - u, v = 1 - v;
            const Vec3 at = (a + u * (b - a) + v * (c - a) - mesh.origin) / mesh.cell;
            EXPECT_TRUE(std::ranges::binary_search(
                mesh.voxels, Voxel{static_cast<uint16_t>(at.x()), static_cast<uint16_t>(at.y()),
                                   static_cast<uint16_t>(at.z())}));
        }
        const Vec3 n = (b - a).cross(c - a).normalized();
        for (const Voxel& voxel : mesh.voxels) {
            const Vec3 centre = mesh.corner_at(voxel) + Vec3::Constant(0.5 * mesh.cell);
            EXPECT_LE(std::abs(n.dot(centre - a)), 0.5 * mesh.cell * n.cwiseAbs().sum() + 1e-12);
        }
        EXPECT_EQ(pieces(mesh), 1u);
    }
}

TEST(Voxels, TrianglesWithoutAreaCountToo) {
    Soup soup;
    soup.add({0, 0, 0}, {1, 0, 0}, {0.5, 0, 0});
    EXPECT_EQ(soup.voxels(0.3).voxels.size(), 4u);
    Soup point;
    point.add({1, 2, 3}, {1, 2, 3}, {1, 2, 3});
    EXPECT_EQ(point.voxels(0.3).voxels.size(), 1u);
    EXPECT_TRUE(Soup().voxels(0.3).voxels.empty());
}

TEST(Voxels, PartsAreJoinedByShortestLines) {
    Soup soup;
    soup.add_box({0, 0, 0}, {0.15, 0.15, 0.15});
    soup.add_box({0.8, 0, 0}, {0.95, 0.15, 0.15});
    const VoxelMesh mesh = soup.voxels(0.1);
    // Two cubes of 2 × 2 × 2, and a line of 6 between them.
    EXPECT_EQ(mesh.voxels.size(), 8u + 8 + 6);
    EXPECT_EQ(pieces(mesh), 1u);
    soup.add_box({0, 0.8, 0}, {0.15, 0.95, 0.15});
    soup.add_box({0.8, 0.8, 0}, {0.95, 0.95, 0.15});
    EXPECT_EQ(soup.voxels(0.1).voxels.size(), 4 * 8u + 3 * 6);
}

TEST(Voxels, CornersAreSharedAndNumberedAsTheirVoxelsStand) {
    Soup soup;
    soup.add_box({0, 0, 0}, {0.25, 0.15, 0.35});
    const VoxelMesh mesh = soup.voxels(0.1);
    const VoxelCorners found = corners(mesh);
    EXPECT_TRUE(std::ranges::is_sorted(found.places));
    ASSERT_EQ(found.of_voxel.size(), mesh.voxels.size());
    for (size_t i = 0; i < mesh.voxels.size(); ++i)
        for (size_t k = 0; k < 8; ++k) {
            const Vec3 reach((k & 1) != 0, (k & 2) != 0, (k & 4) != 0);
            EXPECT_TRUE(mesh.corner_at(found.places[found.of_voxel[i][k]])
                            .isApprox(mesh.corner_at(mesh.voxels[i]) + mesh.cell * reach));
        }
}

TEST(Voxels, RejectsGridsThatAreTooFine) {
    Soup soup;
    soup.add_box({0, 0, 0}, {1, 1, 1});
    EXPECT_EQ(
        message([&] { soup.voxels(1e-3); }),
        "voxels: found a cell of 0.001 m for a surface of 1 × 1 × 1 m, expected a larger one: "
        "at most 268435456 cells, 65535 along an axis");
    EXPECT_NE(message([&] { soup.voxels(0); }), "");
    EXPECT_NE(message([&] { soup.voxels(NAN); }), "");
}

}  // namespace thigmo
