// Voxels of domains and what holds them, on tubes whose places are known.
#include "thigmo/authoring/volumes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "samples/parts.h"
#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/base/parallel.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/file.h"

namespace thigmo {
namespace {

/// A round tube of sixteen sides as a shape in the plant's space.
ShapeId add_tube(Plant& plant, const Vec3& start, const Vec3& end, double radius) {
    Shape shape;
    shape.name = "tube";
    TriangleMesh& mesh = shape.mesh;
    const Vec3 axis = (end - start).normalized();
    const Vec3 u = axis.unitOrthogonal(), v = axis.cross(u);
    constexpr uint32_t sides = 16;
    for (uint32_t i = 0; i < sides; ++i)
        for (const Vec3& ring : {start, end}) {
            const double turn = 2 * std::numbers::pi * i / sides;
            const Vec3 out = std::cos(turn) * u + std::sin(turn) * v;
            mesh.positions.push_back((ring + radius * out).cast<float>());
            mesh.uvs.push_back(Vec2f::Zero());
        }
    for (uint32_t i = 0; i < sides; ++i) {
        const uint32_t a = 2 * i, b = 2 * ((i + 1) % sides);
        mesh.triangles.push_back({a, b, b + 1});
        mesh.triangles.push_back({a, b + 1, a + 1});
    }
    mesh.normals = vertex_normals(mesh.positions, mesh.triangles);
    shape.area = area(mesh);
    shape.thickness = radius;
    return plant.shapes.push_back(shape);
}

DomainId add_branch(Plant& plant, DomainId parent, Attachment at, const Vec3& start,
                    const Vec3& end, double radius) {
    const DomainId domain =
        samples::add_domain(plant, parent, at, parent.exists() ? Kind::branch : Kind::trunk);
    samples::add_segment(plant, start, end, radius, radius);
    plant.domains.shape.back() = add_tube(plant, start, end, radius);
    return domain;
}

/// A trunk of two metres, and a branch that begins on its axis at half its height.
Plant fork() {
    Plant plant;
    samples::start_plant(plant, "fork");
    const DomainId trunk = add_branch(plant, DomainId::none(), {}, {0, 0, 0}, {0, 2, 0}, 0.1);
    add_branch(plant, trunk, {SegmentId(size_t{0}), 0.5}, {0, 1, 0}, {1, 1, 0}, 0.05);
    return plant;
}

const DomainId trunk(size_t{0}), branch(size_t{1});

MadeRigid make_volumes(Plant& plant, const VolumeSettings& settings = {}) {
    Progress progress;
    Log log;
    build_volumes(plant, settings, progress);
    return fix_vertices(plant, settings, log);
}

std::vector<Vec3> fixed_points(const Volume& volume) {
    const VoxelCorners all = corners(volume.mesh);
    std::vector<Vec3> points;
    for (const uint32_t corner : volume.fixed)
        points.push_back(volume.mesh.corner_at(all.places[corner]));
    return points;
}

}  // namespace

TEST(Volumes, CellsAreAlikeAllOverThePlant) {
    Plant plant = fork();
    make_volumes(plant);
    ASSERT_EQ(find_fault(plant), "");
    // 1.2 × 2 m over 100 voxels; the branch has 50 for 1.2 × 1 m.
    EXPECT_NEAR(plant.volumes[trunk].mesh.cell, 0.024, 1e-9);
    EXPECT_NEAR(plant.volumes[branch].mesh.cell, 0.024, 1e-3);
    EXPECT_GT(plant.volumes[trunk].mesh.voxels.size(), 1000u);
}

TEST(Volumes, WoodIsSolidThoughItsTubeIsOpen) {
    Plant plant = fork();
    make_volumes(plant);
    const VoxelMesh& mesh = plant.volumes[trunk].mesh;
    const double volume = static_cast<double>(mesh.voxels.size()) * std::pow(mesh.cell, 3);
    // The surface's own voxels reach half a cell to a whole one beyond it.
    EXPECT_GT(volume, 2 * std::numbers::pi * 0.1 * 0.1);
    EXPECT_LT(volume, (2 + 2 * mesh.cell) * std::numbers::pi * std::pow(0.1 + mesh.cell, 2));
}

TEST(Volumes, ABranchIsHeldInsideItsParent) {
    Plant plant = fork();
    EXPECT_TRUE(make_volumes(plant).all_fixed.empty());
    const double cell = plant.volumes[branch].mesh.cell;
    const std::vector<Vec3> held = fixed_points(plant.volumes[branch]);
    ASSERT_FALSE(held.empty());
    double farthest = 0;
    for (const Vec3& point : held) {
        farthest = std::max(farthest, point.x());
        EXPECT_LT(point.x(), 0.1 + 3 * cell);  // the trunk's voxels, and those that meet them
        EXPECT_NEAR(point.y(), 1, 0.05 + 2 * cell);
    }
    EXPECT_GT(farthest, 0.1);
    for (const Vec3& point : fixed_points(plant.volumes[trunk]))
        EXPECT_LE(point.y(), 0.02 * 2.0 + 1e-12);
    EXPECT_GE(fixed_points(plant.volumes[trunk]).size(), 8u);
}

TEST(Volumes, ABranchAcrossAGapIsHeldWhereItBegins) {
    Plant plant;
    samples::start_plant(plant, "gap");
    const DomainId stem = add_branch(plant, DomainId::none(), {}, {0, 0, 0}, {0, 2, 0}, 0.1);
    add_branch(plant, stem, {SegmentId(size_t{0}), 0.5}, {0.4, 1, 0}, {1.4, 1, 0}, 0.05);
    EXPECT_TRUE(make_volumes(plant).none_fixed.empty());
    const std::vector<Vec3> held = fixed_points(plant.volumes[branch]);
    EXPECT_EQ(held.size(), 8u);
    for (const Vec3& point : held) EXPECT_NEAR(point.x(), 0.4, 2 * 0.025);
}

TEST(Volumes, AStubInsideItsParentIsRigid) {
    Plant plant = fork();
    add_branch(plant, trunk, {SegmentId(size_t{0}), 0.25}, {0, 0.5, 0}, {0.09, 0.5, 0}, 0.02);
    Progress progress;
    Log log;
    build_volumes(plant, {}, progress);
    const DomainId stub(2);
    EXPECT_FALSE(plant.volumes[stub].mesh.voxels.empty());
    const MadeRigid rigid = fix_vertices(plant, {}, log);
    EXPECT_EQ(rigid.all_fixed, std::vector{stub});
    EXPECT_TRUE(rigid.none_fixed.empty());
    EXPECT_EQ(plant.volumes[stub], Volume{});
    EXPECT_EQ(plant.domains.flexible[stub], 1);  // its segments bend
    EXPECT_FALSE(plant.volumes[branch].mesh.voxels.empty());
    EXPECT_THAT(log.warnings,
                testing::ElementsAre(
                    "1 domain rigid as a solid: their parents hold all of them: branch_2"));
    EXPECT_EQ(find_fault(plant), "");
}

TEST(Volumes, ARootAboveTheGivenGroundIsRigid) {
    Plant plant = fork();
    VolumeSettings settings;
    settings.ground = -1;
    EXPECT_EQ(make_volumes(plant, settings).none_fixed, std::vector{trunk});
    EXPECT_EQ(plant.volumes[trunk], Volume{});
    plant = fork();
    settings.ground = 0.5;
    make_volumes(plant, settings);
    double highest = 0;
    for (const Vec3& point : fixed_points(plant.volumes[trunk]))
        highest = std::max(highest, point.y());
    EXPECT_NEAR(highest, 0.5, 0.024);
    EXPECT_LE(highest, 0.5);
}

TEST(Volumes, AHangingPlantIsHeldAtItsTop) {
    Plant plant;
    samples::start_plant(plant, "hanging");
    add_branch(plant, DomainId::none(), {}, {0, 2, 0}, {0, 0, 0}, 0.1);
    make_volumes(plant);
    const std::vector<Vec3> held = fixed_points(plant.volumes[trunk]);
    ASSERT_FALSE(held.empty());
    for (const Vec3& point : held) EXPECT_GT(point.y(), 1.95);
}

TEST(Volumes, OnlyFlexibleShapesWithSegmentsTakeThem) {
    Plant plant = samples::potted(samples::sapling());
    make_volumes(plant);
    for (const Volume& volume : plant.volumes) EXPECT_EQ(volume, Volume{});
    EXPECT_EQ(find_fault(plant), "");
}

TEST(Volumes, AreTheSameOnAnyNumberOfThreads) {
    std::string bytes;
    for (const size_t threads : {1u, 2u, 4u}) {
        const ThreadLimit limit(threads);
        Plant plant = fork();
        make_volumes(plant);
        const std::string again = encode_plant(plant);
        EXPECT_TRUE(bytes.empty() || bytes == again) << threads;
        bytes = again;
    }
}

TEST(Volumes, RejectsSettingsOutOfRange) {
    VolumeSettings settings;
    settings.resolution = 0;
    EXPECT_EQ(message([&] { check(settings); }), "resolution: found 0, expected 1 … 1000");
    settings = {};
    settings.expansion = 0.5;
    EXPECT_EQ(message([&] { check(settings); }), "expansion: found 0.5, expected 1 … 10");
    settings = {};
    settings.ground = NAN;
    EXPECT_EQ(message([&] { check(settings); }), "ground: found nan, expected -1000000 … 1000000");
    settings = {};
    settings.ground_share = 2;
    EXPECT_EQ(message([&] { check(settings); }), "ground_share: found 2, expected 0 … 1");
}

}  // namespace thigmo
