// Skins: closed, outward, as large as their frusta, and following a pose.
#include "thigmo/plant/skin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "samples/plants.h"
#include "thigmo/base/parallel.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

/// A single domain through the points, with the radii of each segment's two ends.
Plant chain(const std::vector<Vec3>& points, const std::vector<std::pair<double, double>>& radii) {
    Plant plant = samples::stem(radii.size(), 1, 1, 1);
    for (size_t i = 0; i < radii.size(); ++i) {
        const SegmentId segment(i);
        plant.segments.start[segment] = points[i];
        plant.segments.end[segment] = points[i + 1];
        plant.segments.start_radius[segment] = radii[i].first;
        plant.segments.end_radius[segment] = radii[i].second;
    }
    return plant;
}

TriangleMesh tube_mesh(const Skin& skin, const TriangleMesh& mesh, size_t tube) {
    const auto& [domain, first, vertices, first_triangle, triangles] = skin.tubes[tube];
    TriangleMesh part;
    part.positions.assign(mesh.positions.begin() + first,
                          mesh.positions.begin() + first + vertices);
    part.normals.assign(mesh.normals.begin() + first, mesh.normals.begin() + first + vertices);
    for (uint32_t i = first_triangle; i < first_triangle + triangles; ++i) {
        const auto& [a, b, c] = mesh.triangles[i];
        part.triangles.push_back({a - first, b - first, c - first});
    }
    return part;
}

/// Every edge is used once in each direction: closed, and all triangles turn the same way.
bool is_closed_and_oriented(const TriangleMesh& mesh) {
    const std::vector<uint32_t> first = weld(mesh.positions);
    std::multiset<std::pair<uint32_t, uint32_t>> edges;
    for (const auto& [a, b, c] : mesh.triangles)
        for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}})
            if (first[from] != first[to]) edges.emplace(first[from], first[to]);
    return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
        return edges.count(edge) == edges.count({edge.second, edge.first});
    });
}

bool all_finite(const TriangleMesh& mesh) {
    const auto finite = [](const auto& v) { return v.allFinite(); };
    return std::all_of(mesh.positions.begin(), mesh.positions.end(), finite) &&
           std::all_of(mesh.normals.begin(), mesh.normals.end(), finite) &&
           std::all_of(mesh.uvs.begin(), mesh.uvs.end(), finite);
}

void expect_sound(const Skin& skin, const TriangleMesh& mesh) {
    EXPECT_TRUE(all_finite(mesh));
    for (const Vec3f& normal : mesh.normals) EXPECT_NEAR(normal.norm(), 1, 1e-4);
    for (size_t i = 0; i < skin.tubes.size(); ++i) {
        const TriangleMesh tube = tube_mesh(skin, mesh, i);
        EXPECT_EQ(boundary_edges(tube), 0u) << "tube " << i;
        EXPECT_TRUE(is_closed_and_oriented(tube)) << "tube " << i;
        EXPECT_GT(volume(tube), 0) << "tube " << i;
    }
}

/// Share of the tube's area whose vertex normals point to the side that its triangles face.
double outward_share(const TriangleMesh& mesh) {
    double good = 0, all = 0;
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vec3f face =
            (mesh.positions[b] - mesh.positions[a]).cross(mesh.positions[c] - mesh.positions[a]);
        const Vec3f shade = mesh.normals[a] + mesh.normals[b] + mesh.normals[c];
        all += face.norm();
        if (face.dot(shade) > 0) good += face.norm();
    }
    return good / all;
}

/// Random walks with sharp turns, jumps of radius, short segments and zero radii.
Plant hostile_chain(uint64_t seed) {
    Random random(seed);
    const size_t count = 1 + random.below(12);
    std::vector<Vec3> points = {Vec3(random.uniform(-5, 5), 0, random.uniform(-5, 5))};
    std::vector<std::pair<double, double>> radii;
    for (size_t i = 0; i < count; ++i) {
        const double length = std::pow(10.0, random.uniform(-4, 0));
        const Vec3 way(random.normal(), random.normal(), random.normal());
        points.push_back(points.back() + length * way.normalized());
        const auto radius = [&] {
            return random.uniform() < 0.1 ? 0.0 : std::pow(10.0, random.uniform(-4, -0.5));
        };
        radii.emplace_back(radius(), radius());
    }
    return chain(points, radii);
}

TEST(Skin, StraightStemHasTheVolumeOfItsFrusta) {
    const Plant plant = samples::stem(5, 4, 0.2, 0.05);
    const Skin skin = build_skin(plant);
    expect_sound(skin, skin.mesh);
    // 24 sides hold 0.989 of a circle; the foot adds, the rounded tip takes a little.
    EXPECT_NEAR(volume(skin.mesh) / wood_volume(plant), 0.989, 0.02);
}

TEST(Skin, BentStemKeepsItsVolumeAndPassesThroughEveryJoint) {
    std::vector<Vec3> points;
    std::vector<std::pair<double, double>> radii(8, {0.1, 0.1});
    for (int i = 0; i <= 8; ++i)  // a quarter of a circle of radius 3 m
        points.emplace_back(3 - 3 * std::cos(i * M_PI / 16), 3 * std::sin(i * M_PI / 16), 0);
    const Plant plant = chain(points, radii);
    const Skin skin = build_skin(plant);
    expect_sound(skin, skin.mesh);
    EXPECT_NEAR(volume(skin.mesh) / (M_PI * 0.01 * 3 * M_PI / 2), 0.989, 0.02);
    // On the true circle the wall lies 0.1 m from the curve; on its chords it would stray by 14 mm.
    // The first and the last segment begin and end straight.
    for (const Triangle& triangle : skin.mesh.triangles)
        for (const auto& [a, b] : {std::pair{0, 1}, std::pair{1, 2}, std::pair{2, 0}}) {
            const Vec3f middle = 0.5f * (skin.mesh.positions[triangle[size_t(a)]] +
                                         skin.mesh.positions[triangle[size_t(b)]]);
            const Vec3 p = middle.cast<double>() - Vec3(3, 0, 0);
            if (p.y() < 0.7 || p.x() > -0.7) continue;
            EXPECT_NEAR(std::hypot(std::hypot(p.x(), p.y()) - 3, p.z()), 0.1, 0.005);
        }
}

TEST(Skin, JumpOfRadiusLeavesNoStep) {
    const Plant plant = chain({{0, 0, 0}, {0, 1, 0}, {0, 2, 0}}, {{0.1, 0.1}, {0.05, 0.05}});
    const Skin skin = build_skin(plant);
    expect_sound(skin, skin.mesh);
    for (const Vec3f& normal : skin.mesh.normals)
        EXPECT_TRUE(normal.y() < -0.9f || normal.y() < 0.2f || normal.y() > 0.45f) << normal.y();
    EXPECT_NEAR(volume(skin.mesh) / wood_volume(plant), 0.98, 0.04);
}

TEST(Skin, SkinStaysWithinThePlantsBoundsButForTheFoot) {
    const Plant plant = samples::sapling();
    const Skin skin = build_skin(plant);
    Box allowed = bounds(plant);
    allowed.min().y() -= 0.1 * 0.03 + 1e-6;
    allowed.min().array() -= 1e-6;
    allowed.max().array() += 1e-6;
    EXPECT_TRUE(allowed.contains(bounds(skin.mesh)));
    EXPECT_NEAR(bounds(build_skin(samples::stem(3, 2, 0.1, 0.1)).mesh).max().y(), 2, 1e-6);
}

TEST(Skin, EveryTubeOfASaplingIsClosedAndFacesOutward) {
    const Skin skin = build_skin(samples::sapling());
    ASSERT_EQ(skin.tubes.size(), 3u);
    expect_sound(skin, skin.mesh);
    for (size_t i = 0; i < 3; ++i)
        EXPECT_GT(outward_share(tube_mesh(skin, skin.mesh, i)), 0.999) << i;
}

TEST(Skin, BranchBeginsInsideItsParentAndFollowsItThere) {
    const Plant plant = samples::sapling();
    const Skin skin = build_skin(plant);
    for (const size_t i : {1, 2}) {
        const Tube& tube = skin.tubes[i];
        const SegmentId parent = plant.domains.attachment[tube.domain].segment;
        for (uint32_t j = tube.first_vertex; j < tube.first_vertex + 5; ++j) {
            const Vec3f& p = skin.mesh.positions[j];
            EXPECT_LT(std::hypot(p.x(), p.z()), 0.014) << "thinnest of the trunk there";
            EXPECT_EQ(skin.bindings[j].segments[0], parent);
            EXPECT_EQ(skin.bindings[j].weight, 1.0f);
        }
    }
}

TEST(Skin, BranchAtTheTipOfATrunkBeginsBelowWhereThatRounds) {
    Plant plant = samples::sapling();
    const DomainId branch(size_t{1});
    const Rows<SegmentId> own = plant.domains.segments[branch];
    const Vec3 shift = Vec3(0, 1.2, 0) - plant.segments.start[own.front()];
    for (const SegmentId segment : own) {
        plant.segments.start[segment] += shift;
        plant.segments.end[segment] += shift;
    }
    plant.domains.attachment[branch] = {SegmentId(size_t{2}), 1.0};
    const Skin skin = build_skin(plant);
    expect_sound(skin, skin.mesh);
    const Tube& tube = skin.tubes[1];
    for (uint32_t j = tube.first_vertex; j < tube.first_vertex + 5; ++j) {
        EXPECT_NEAR(skin.mesh.positions[j].y(), 1.2 - 0.006, 1e-6);  // the trunk's tip radius
        EXPECT_LT(std::hypot(skin.mesh.positions[j].x(), skin.mesh.positions[j].z()), 0.006);
    }
}

TEST(Skin, BranchThickerThanItsParentStillBeginsInside) {
    Plant plant = samples::sapling();
    plant.segments.start_radius[SegmentId(size_t{3})] = 0.1;
    const Skin skin = build_skin(plant);
    expect_sound(skin, skin.mesh);
    const Vec3f base = skin.mesh.positions[skin.tubes[1].first_vertex];
    EXPECT_LT((skin.mesh.positions[skin.tubes[1].first_vertex + 1] - base).norm(), 0.022f);
}

TEST(Skin, SidesGrowWithTheRadius) {
    const auto sides = [](double radius) {
        const Skin skin = build_skin(samples::stem(1, 1, radius, radius));
        std::set<std::pair<float, float>> ring;
        for (uint32_t i = 1; i < skin.mesh.positions.size(); ++i)
            if (skin.mesh.uvs[i].y() == 0)
                ring.emplace(skin.mesh.positions[i].x(), skin.mesh.positions[i].z());
        return ring.size();
    };
    EXPECT_EQ(sides(0.001), 4u);
    EXPECT_EQ(sides(0.03), 9u);  // 0.188 m around at 0.02 m a side
    EXPECT_EQ(sides(0.5), 24u);
}

TEST(Skin, HostileCentrelinesGiveClosedFiniteOutwardTubes) {
    for (uint64_t seed = 0; seed < 500; ++seed) {
        SCOPED_TRACE(seed);
        const Skin skin = build_skin(hostile_chain(seed));
        ASSERT_EQ(skin.tubes.size(), 1u);
        expect_sound(skin, skin.mesh);
        if (HasFailure()) break;
    }
}

TEST(Skin, NoWoodIsLostBeyondASharpBend) {
    // A thick, short foot that points down before a long limb rises from it, as in scanned trees.
    const Plant plant =
        chain({{0, 4.5, 0}, {-0.3, 4.27, 0.27}, {-1.28, 7.1, 0.2}, {-1.85, 9.4, 0.5}},
              {{0.22, 0.22}, {0.2, 0.2}, {0.15, 0.15}});
    const Skin skin = build_skin(plant);
    const Vec3f tip(-1.85f, 9.4f, 0.5f);
    float nearest = 1e9f;
    for (const Vec3f& position : skin.mesh.positions)
        nearest = std::min(nearest, (position - tip).norm());
    EXPECT_LT(nearest, 0.01f);
    EXPECT_TRUE(is_closed_and_oriented(skin.mesh));
}

TEST(Skin, DomainWithAShapeHasNoTube) {
    Plant plant = samples::sapling();
    plant.domains.shape[DomainId(size_t{0})] = ShapeId(size_t{0});
    EXPECT_EQ(build_skin(plant).tubes.size(), 2u);
}

TEST(Skin, SameBitsForAnyThreadCount) {
    const Plant plant = samples::sapling();
    const Skin all = build_skin(plant);
    const ThreadLimit one(1);
    EXPECT_EQ(build_skin(plant).mesh, all.mesh);
}

TEST(Skin, RestPoseGivesTheSameMesh) {
    const Plant plant = samples::sapling();
    const Skin skin = build_skin(plant);
    EXPECT_EQ(pose_skin(skin, rest_pose(plant)), skin.mesh);
}

TEST(Skin, RigidMotionOfAllSegmentsMovesTheSkinRigidly) {
    const Plant plant = samples::sapling();
    const Skin skin = build_skin(plant);
    const Rigid motion{Quat(Eigen::AngleAxisd(1.1, Vec3(1, 2, 3).normalized())), {4, -5, 6}};
    Pose pose = rest_pose(plant);
    for (Rigid& segment : pose.segments) segment = motion;
    const TriangleMesh moved = pose_skin(skin, pose);
    for (size_t i = 0; i < moved.positions.size(); ++i) {
        const Vec3 expected = motion * skin.mesh.positions[i].cast<double>();
        const Vec3 normal = motion.rotation * skin.mesh.normals[i].cast<double>();
        EXPECT_LT((moved.positions[i].cast<double>() - expected).norm(), 1e-6);
        EXPECT_LT((moved.normals[i].cast<double>() - normal).norm(), 1e-6);
    }
}

TEST(Skin, BendingKeepsTubesClosedAndTheirVolume) {
    const Plant plant = samples::stem(6, 3, 0.1, 0.05);
    const Skin skin = build_skin(plant);
    Pose pose = rest_pose(plant);
    Rigid before;
    for (const SegmentId segment : plant.segments.rows()) {  // ten degrees more at every joint
        const Quat turn(Eigen::AngleAxisd(M_PI / 18 * (segment.value + 1), Vec3::UnitZ()));
        const Vec3 joint = plant.segments.start[segment];
        pose.segments[segment] = {turn, before * joint - turn * joint};
        before = pose.segments[segment];
    }
    const TriangleMesh bent = pose_skin(skin, pose);
    expect_sound(skin, bent);
    EXPECT_NEAR(volume(bent) / volume(skin.mesh), 1, 0.02);
    const Vec3f tip = bent.positions.back();
    EXPECT_LT((tip.cast<double>() - pose.segments.back() * Vec3(0, 3, 0)).norm(), 1e-6);
}

}  // namespace
}  // namespace thigmo
