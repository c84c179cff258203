// Shapes that bend with their domain's segments, alike in pictures and exports.
#include "thigmo/plant/shape_binding.h"

#include <gtest/gtest.h>

#include "samples/parts.h"
#include "samples/plants.h"
#include "thigmo/base/random.h"
#include "thigmo/io/drawn_parts.h"
#include "thigmo/io/joints.h"
#include "thigmo/plant/check.h"
#include "thigmo/render/surface.h"

namespace thigmo {
namespace {

/// A stem of three segments of 1 m with a shape of its own: triangles up its side.
Plant authored(uint8_t flexible) {
    Plant plant = samples::stem(3, 3, 0.1, 0.1);
    samples::add_leaf_shape(plant);
    TriangleMesh& mesh = plant.shapes.back().mesh;
    mesh = {};
    for (uint32_t i = 0; i < 39; ++i) {
        mesh.positions.emplace_back(i % 3 == 0 ? 0.1f : -0.1f, 0.1f * static_cast<float>(i), 0.0f);
        if (i % 3 == 2) mesh.triangles.push_back({i - 2, i - 1, i});
    }
    mesh.normals.assign(mesh.positions.size(), Vec3f::UnitZ());
    mesh.uvs.assign(mesh.positions.size(), Vec2f::Zero());
    const DomainId trunk(size_t{0});
    plant.domains.shape[trunk] = ShapeId(size_t{0});
    plant.domains.flexible[trunk] = flexible;
    return plant;
}

/// Each segment turned a little more than the one before it, and the whole shape elsewhere.
Pose bent(const Plant& plant) {
    Pose pose = rest_pose(plant);
    for (const SegmentId segment : plant.segments.rows())
        pose.segments[segment] = {
            Quat(Eigen::AngleAxisd(0.2 * (1 + segment.value), Vec3(1, 0.3, 0).normalized())),
            Vec3(0.1 * segment.value, 0, 0.2)};
    pose.shapes.back() = {Quat::Identity(), Vec3(5, 0, 0)};
    return pose;
}

/// The surface in a pose, as pictures have it.
Surface drawn(const Plant& plant, const Pose& pose) {
    const Skin skin = build_skin(plant);
    Looks looks;
    looks.texture.resize(plant.looks.size(), -1);
    looks.masked.resize(plant.looks.size(), 0);
    Surface surface = build_surface(plant, skin, looks);
    pose_surface(plant, skin, pose, surface);
    return surface;
}

double distance(const Segments& segments, SegmentId segment, const Vec3& point) {
    const Vec3 start = segments.start[segment], axis = segments.end[segment] - start;
    const double share = std::clamp((point - start).dot(axis) / axis.squaredNorm(), 0.0, 1.0);
    return (start + share * axis - point).norm();
}

}  // namespace

TEST(ShapeBinding, BlendsOverTheJoints) {
    const Plant plant = authored(1);
    const std::vector<Vec3f> points = {{0.1f, -1, 0},    {0.1f, 0.25f, 0}, {0.1f, 0.5f, 0},
                                       {0.1f, 0.75f, 0}, {0.1f, 1.25f, 0}, {0.1f, 2.75f, 0}};
    const std::vector<Binding> found = bind_to_segments(plant, DomainId(size_t{0}), points);
    const auto expect = [&](size_t i, uint32_t one, uint32_t two, float weight) {
        EXPECT_EQ(found[i].segments[0].value, one) << i;
        EXPECT_EQ(found[i].segments[1].value, two) << i;
        EXPECT_NEAR(found[i].weight, weight, 1e-6) << i;
    };
    expect(0, 0, 0, 1);
    expect(1, 0, 0, 1);
    expect(2, 0, 1, 1);
    expect(3, 0, 1, 0.75f);
    expect(4, 1, 0, 0.75f);
    expect(5, 2, 2, 1);
}

TEST(ShapeBinding, FindsTheNearestOfManySegments) {
    Random random(4);
    for (const size_t count : {1u, 7u, 8u, 9u, 64u, 300u}) {
        Plant plant = samples::stem(count, 1, 0.01, 0.01);
        Vec3 at = Vec3::Zero();
        for (const SegmentId segment : plant.segments.rows()) {
            plant.segments.start[segment] = at;
            for (double& x : at) x += random.uniform(-1, 1);
            plant.segments.end[segment] = at;
        }
        std::vector<Vec3f> points(200);
        for (Vec3f& point : points)
            for (float& x : point) x = static_cast<float>(random.uniform(-10, 10));
        const std::vector<Binding> found = bind_to_segments(plant, DomainId(size_t{0}), points);
        for (size_t i = 0; i < points.size(); ++i) {
            const Vec3 point = points[i].cast<double>();
            double least = 1e9;
            for (const SegmentId segment : plant.segments.rows())
                least = std::min(least, distance(plant.segments, segment, point));
            EXPECT_EQ(distance(plant.segments, found[i].segments[0], point), least);
        }
    }
}

TEST(ShapeBinding, PicturesAndExportsMoveAFlexibleShapeAlike) {
    const Plant plant = authored(1);
    ASSERT_EQ(find_fault(plant), "");
    const Pose pose = bent(plant);
    const Surface surface = drawn(plant, pose);
    const std::vector<DrawnPart> parts = collect_parts(plant, {});
    ASSERT_EQ(parts.size(), 1u);
    ASSERT_EQ(surface.normals.size(), parts[0].mesh.positions.size());
    for (size_t i = 0; i < surface.normals.size(); ++i) {
        const auto& [segments, weight] = parts[0].bindings[i];
        const Vec3 rest = parts[0].mesh.positions[i].cast<double>();
        const Vec3 expected = weight * (pose.segments[segments[0]] * rest) +
                              (1 - weight) * (pose.segments[segments[1]] * rest);
        EXPECT_LT((surface.positions[i].cast<double>() - expected).norm(), 1e-5) << i;
    }
    // The lowest vertex follows the lowest segment alone.
    const Vec3 foot = pose.segments[SegmentId(size_t{0})] * Vec3(0.1, 0, 0);
    EXPECT_LT((surface.positions[0].cast<double>() - foot).norm(), 1e-6);
}

TEST(ShapeBinding, ARigidShapeMovesAsOne) {
    const Plant plant = authored(0);
    const Surface surface = drawn(plant, bent(plant));
    EXPECT_TRUE(surface.bent.empty());
    EXPECT_LT((surface.positions[38] - Vec3f(4.9f, 3.8f, 0)).norm(), 1e-5);
    const std::vector<DrawnPart> parts = collect_parts(plant, {});
    for (const Binding& binding : parts[0].bindings)
        EXPECT_EQ(binding.segments[0], SegmentId(size_t{0}));
}

TEST(ShapeBinding, ASkinnedShapeBendsWithWhatCarriesIt) {
    Plant plant = authored(1);
    const DomainId trunk(size_t{0});
    const DomainId leaf =
        samples::add_domain(plant, trunk, {SegmentId(size_t{1}), 0.5}, Kind::leaf);
    plant.domains.shape[leaf] = plant.domains.shape[trunk];
    plant.domains.shape[trunk] = ShapeId::none();
    plant.domains.flexible[leaf] = 1;
    ASSERT_EQ(find_fault(plant), "");
    const Pose pose = bent(plant);
    // The same triangles up the same segments, whichever domain they are of.
    const Surface own = drawn(authored(1), bent(authored(1))), skinned = drawn(plant, pose);
    const size_t count = own.normals.size();
    ASSERT_GT(skinned.normals.size(), count);
    for (size_t i = 0; i < count; ++i)
        EXPECT_EQ(skinned.positions[skinned.normals.size() - count + i], own.positions[i]);
    for (const DrawnPart& part : collect_parts(plant, {})) EXPECT_TRUE(part.rigid.empty());
    Joints joints = build_joints(plant, 100);
    add_shape_joints(plant, joints);
    EXPECT_FALSE(joints.of_shape[leaf].exists());
}

TEST(ShapeBinding, PlacedNormalsHaveUnitLength) {
    Plant plant = samples::sapling();
    const DomainId leaf(2);
    plant.domains.placement[leaf].scale = 3;
    std::vector<Vec3f> positions(plant.shapes.back().mesh.positions.size()), normals = positions;
    place_shape(plant, leaf, {Quat::Identity(), Vec3(1, 0, 0)}, positions, normals);
    for (const Vec3f& normal : normals) EXPECT_NEAR(normal.norm(), 1, 1e-6);
    const Vec3 first =
        plant.domains.placement[leaf] * plant.shapes.back().mesh.positions[0].cast<double>();
    EXPECT_LT((positions[0].cast<double>() - first - Vec3(1, 0, 0)).norm(), 1e-6);
}

}  // namespace thigmo
