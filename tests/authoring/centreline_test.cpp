// Patches, contours and centrelines of tubes whose measures are known.
#include "thigmo/authoring/centreline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/authoring/made_soup.h"
#include "thigmo/authoring/contours.h"

namespace thigmo {
namespace {

using made::End, made::straight, made::Tube;
constexpr double pi = std::numbers::pi;

Patch patch_of(const TriangleMesh& mesh) {
    const SoupSurface surface = join_parts(made::soup_of({mesh}), 1);
    std::vector<uint32_t> all(mesh.triangles.size());
    for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    return make_patch(surface, all);
}
Patch patch_of(const Tube& tube) {
    return patch_of(made::mesh_of(tube));
}

double distance_to(const Vec3& p, const Vec3& from, const Vec3& to) {
    const Vec3 way = to - from;
    const double share = std::clamp((p - from).dot(way) / way.squaredNorm(), 0.0, 1.0);
    return (from + share * way - p).norm();
}

/// A regular polygon in a circle of radius 1.
double polygon_area_radius(uint32_t n) {
    return std::sqrt(n / (2 * pi) * std::sin(2 * pi / n));
}
/// Mean distance of its sides from the middle: ∫ sec over half a side.
double polygon_mean_radius(uint32_t n) {
    const double h = std::cos(pi / n), t = std::tan(pi / n);
    return h * 0.5 * (std::sqrt(1 + t * t) + std::asinh(t) / t);
}

TEST(Patch, OfAnOpenTubeHasItsAreaAndTwoLoops) {
    const Patch patch = patch_of(straight({0, 0, 0}, {0, 2, 0}, 0.1, 0.1));
    const double side = 2 * 0.1 * std::sin(pi / 8);
    EXPECT_NEAR(patch.area, 8 * side * 2, 1e-6);
    ASSERT_EQ(patch.loops.size(), 2u);
    EXPECT_EQ(patch.loops[0].size(), 8u);
    EXPECT_NEAR(patch.mean_normal.norm(), 0, 1e-6);
    // 9 rings of 8 edges, 8·8 along and across; 16 of them on the boundary.
    EXPECT_NEAR(patch.boundary_share, 16.0 / (72 + 128), 1e-12);
}

TEST(Patch, LeavesOutDuplicatesAndWhatHasNoArea) {
    TriangleMesh mesh = made::card(Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY());
    mesh.triangles.push_back({2, 0, 1});
    mesh.triangles.push_back({1, 1, 3});
    const Patch patch = patch_of(mesh);
    EXPECT_EQ(patch.triangles.size(), 2u);
    EXPECT_NEAR(patch.area, 1, 1e-6);
    EXPECT_NEAR(patch.mean_normal.norm(), 1, 1e-6);
}

TEST(Patch, GeodesicsFromARingAreTheHeight) {
    const Patch patch = patch_of(straight({0, 0, 0}, {0, 2, 0}, 0.1, 0.1));
    const std::vector<double> distances = geodesics(patch, patch.loops[0]);
    for (size_t i = 0; i < patch.points.size(); ++i)
        EXPECT_NEAR(distances[i], patch.points[i].y(), 1e-6);
    EXPECT_NEAR(distances[farthest(distances)], 2, 1e-6);
}

TEST(Patch, GeodesicsOfWhatIsNotReachedAreInfinite) {
    TriangleMesh mesh = made::card(Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY());
    append(made::card({5, 0, 0}, Vec3::UnitX(), Vec3::UnitY()), mesh);
    const Patch patch = patch_of(mesh);
    const uint32_t source = 0;
    const std::vector<double> distances = geodesics(patch, std::span(&source, 1));
    EXPECT_TRUE(std::isinf(distances[5]));
    EXPECT_LT(farthest(distances), 4u);
}

TEST(Contours, OfATubeAreItsPolygons) {
    for (const uint32_t sides : {4u, 6u, 8u, 16u}) {
        Tube tube = straight({0, 0, 0}, {0, 2, 0}, 0.1, 0.1);
        tube.sides = sides;
        const Patch patch = patch_of(tube);
        const std::vector<double> distances = geodesics(patch, patch.loops[0]);
        const std::vector<double> levels = {0.3, 1.1};
        const std::vector<Contour> contours = find_contours(patch, distances, levels);
        ASSERT_EQ(contours.size(), 2u);
        for (size_t i = 0; i < 2; ++i) {
            const Contour& contour = contours[i];
            EXPECT_EQ(contour.level, i);
            EXPECT_TRUE(contour.closed);
            EXPECT_NEAR((contour.centre - Vec3(0, levels[i], 0)).norm(), 0, 1e-6);
            EXPECT_NEAR(contour.length, 0.1 * 2 * sides * std::sin(pi / sides), 1e-6);
            EXPECT_NEAR(contour.area_radius, 0.1 * polygon_area_radius(sides), 1e-6);
            // Measured at the ends of its pieces: between that of the sides and of the corners.
            EXPECT_GT(contour.mean_radius, 0.1 * polygon_mean_radius(sides));
            EXPECT_LT(contour.mean_radius, 0.1);
            EXPECT_NEAR(contour.aspect, 1, 1e-3);
        }
    }
}

/// A third of the faces shows its back: the areas are those of the polygon all the same.
TEST(Contours, EncloseTheSameWhateverTheWinding) {
    TriangleMesh mesh = made::mesh_of(straight({0, 0, 0}, {0, 2, 0}, 0.1, 0.1));
    for (size_t t = 0; t < mesh.triangles.size(); t += 3)
        std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
    const Patch patch = patch_of(mesh);
    EXPECT_NEAR(patch.mean_normal.norm(), 0, 1e-6);
    const std::vector<double> levels = {0.3, 1.1};
    for (const Contour& contour : find_contours(patch, geodesics(patch, patch.loops[0]), levels))
        EXPECT_NEAR(contour.area_radius, 0.1 * polygon_area_radius(8), 1e-6);
}

TEST(Contours, AcrossASheetAreOpenAndFlat) {
    const Patch patch = patch_of(made::card(Vec3::Zero(), Vec3::UnitX(), 2 * Vec3::UnitY()));
    const std::vector<uint32_t> bottom = {0, 1};
    const std::vector<double> levels = {1.0};
    const std::vector<Contour> contours = find_contours(patch, geodesics(patch, bottom), levels);
    ASSERT_EQ(contours.size(), 1u);
    EXPECT_FALSE(contours[0].closed);
    EXPECT_NEAR(contours[0].length, 1, 1e-6);
    EXPECT_NEAR(contours[0].aspect, 0, 1e-6);
}

TEST(Contours, OfTwoArmsAreTwoTheLongestFirst) {
    const std::vector<made::Stick> sticks = {{{0, 0, 0}, {0, 1, 0}, 0.15},
                                             {{0, 1, 0}, {0.8, 2, 0}, 0.1},
                                             {{0, 1, 0}, {-0.8, 2, 0}, 0.13}};
    const Patch patch = patch_of(made::skin(sticks, 0.05));
    std::vector<double> height;
    for (const Vec3& point : patch.points) height.push_back(point.y());
    const std::vector<double> levels = {0.5, 1.7};
    const std::vector<Contour> contours = find_contours(patch, height, levels);
    ASSERT_EQ(contours.size(), 3u);
    EXPECT_NEAR(contours[0].area_radius, 0.15, 0.005);
    EXPECT_LT(contours[1].centre.x(), 0);
    EXPECT_GT(contours[2].centre.x(), 0);
    EXPECT_GT(contours[1].length, contours[2].length);
}

/// The line of a straight tube between two points: on it, as long, of that radius.
void expect_line(const Axis& line, const Vec3& from, const Vec3& to, double slack) {
    ASSERT_GE(line.size(), 2u);
    EXPECT_NEAR((line.points.front() - from).norm(), 0, slack);
    EXPECT_NEAR((line.points.back() - to).norm(), 0, slack);
    EXPECT_NEAR(line.length(), (to - from).norm(), slack);
    for (const Vec3& point : line.points) EXPECT_LT(distance_to(point, from, to), slack);
}

TEST(Centreline, OfAnOpenCylinderIsItsAxis) {
    const Vec3 from(1, 0.5, -2), to(2, 3, 1);
    const Axis line = trace_tube(patch_of(straight(from, to, 0.1, 0.1)));
    ASSERT_EQ(line.size(), 2u);
    // Of two equal ends either may be the first.
    const bool forwards = (line.points[0] - from).norm() < 1;
    expect_line(line, forwards ? from : to, forwards ? to : from, 1e-5);
    for (const double radius : line.radius) EXPECT_NEAR(radius, 0.1 * polygon_area_radius(8), 1e-5);
    for (const double reach : line.reach) EXPECT_NEAR(reach, 0.1, 0.005);
}

TEST(Centreline, OfFourSidesHasTheWoodThatIsThere) {
    Tube tube = straight({0, 0, 0}, {0, 3, 0}, 0.1, 0.1);
    tube.sides = 4;
    const Axis line = trace_tube(patch_of(tube));
    for (const double radius : line.radius) EXPECT_NEAR(radius, 0.0798, 1e-4);  // √(2/π)
    for (const double reach : line.reach) EXPECT_NEAR(reach, 0.089, 0.002);
}

TEST(Centreline, BeginsAtTheThickerEnd) {
    for (const auto& [base, tip] : {std::pair(0.1, 0.02), {0.02, 0.1}}) {
        const Axis line = trace_tube(patch_of(straight({0, 0, 0}, {0, 3, 0}, base, tip)));
        EXPECT_NEAR(line.points.front().y(), base > tip ? 0 : 3, 1e-5);
        EXPECT_GT(line.radius.front(), line.radius.back());
    }
}

TEST(Centreline, OfAConeTapersAsItDoes) {
    const Axis line = trace_tube(patch_of(straight({0, 0, 0}, {0, 3, 0}, 0.1, 0.02, 33)));
    expect_line(line, {0, 0, 0}, {0, 3, 0}, 1e-4);
    for (size_t i = 0; i < line.size(); ++i) {
        const double truth = (0.1 - 0.08 * line.points[i].y() / 3) * polygon_area_radius(8);
        EXPECT_NEAR(line.radius[i], truth, 0.05 * truth);
    }
}

TEST(Centreline, OfClosedAndHalfClosedTubesAsOfOpenOnes) {
    for (const End base : {End::open, End::capped})
        for (const End tip : {End::open, End::capped, End::pointed}) {
            Tube tube = straight({0, 0, 0}, {0, 3, 0}, 0.1, 0.05, 17);
            tube.base = base;
            tube.tip = tip;
            const Axis line = trace_tube(patch_of(tube));
            // A closed end is found within a radius.
            expect_line(line, {0, 0, 0}, {0, 3, 0}, 0.06);
            EXPECT_GT(line.radius.front(), 0.08);
        }
}

TEST(Centreline, OfABentTubeFollowsIt) {
    const double bend = 1, radius = 0.05;
    Tube tube = made::quarter(bend, radius);
    const Axis line = trace_tube(patch_of(tube));
    EXPECT_NEAR(line.length(), 0.5 * pi * bend, 0.02);
    // The fronts lean into the bend: their middles lie outside it, by less than half a radius.
    double squares = 0;
    for (const Vec3& point : line.points) {
        const double off = (point - Vec3(bend, 0, 0)).norm() - bend;
        EXPECT_LT(std::abs(off), 0.5 * radius);
        squares += off * off;
    }
    EXPECT_LT(std::sqrt(squares / static_cast<double>(line.size())), 0.3 * radius);
    for (const double found : line.radius)
        EXPECT_NEAR(found, radius * polygon_area_radius(8), 0.01);
}

TEST(Centreline, OfNothingIsEmpty) {
    EXPECT_EQ(trace_tube(Patch{}).size(), 0u);
    TriangleMesh flat = made::card(Vec3::Zero(), Vec3::Zero(), Vec3::Zero());
    EXPECT_EQ(trace_tube(patch_of(flat)).size(), 0u);
}

TEST(Centreline, FromAnAnchorRunsAlongALeaf) {
    const Patch patch = patch_of(made::card(Vec3::Zero(), 0.2 * Vec3::UnitX(), 2 * Vec3::UnitY()));
    const std::vector<uint32_t> bottom = {0, 1};
    const Axis line = trace_from(patch, bottom);
    ASSERT_GE(line.size(), 2u);
    EXPECT_LT(line.points.front().y(), 0.2);
    EXPECT_GT(line.points.back().y(), 1.8);
}

TEST(Simplify, LeavesOutWhatStraysLessThanItsShare) {
    Axis line;
    for (int i = 0; i <= 10; ++i) {
        line.points.emplace_back(0.005 * (i % 2), i, 0);
        line.radius.push_back(0.1);
        line.reach.push_back(0.1);
    }
    line.points[5].x() = 0.5;
    simplify(line, 0.1);
    // The bend and what is needed to go there.
    EXPECT_LT(line.size(), 11u);
    EXPECT_EQ(line.points.front().y(), 0);
    EXPECT_EQ(line.points.back().y(), 10);
    bool has_bend = false;
    for (const Vec3& point : line.points) has_bend = has_bend || point.x() == 0.5;
    EXPECT_TRUE(has_bend);
}

TEST(Simplify, KeepsATaper) {
    Axis line;
    for (int i = 0; i <= 10; ++i) {
        line.points.emplace_back(0, i, 0);
        line.radius.push_back(i < 5 ? 0.1 : 0.02);
        line.reach.push_back(0.1);
    }
    simplify(line, 0.1);
    EXPECT_EQ(line.size(), 4u);  // both sides of the step
}

TEST(Axis, ReversesAllThatItHas) {
    Axis line{{Vec3(0, 0, 0), Vec3(0, 1, 0)}, {0.1, 0.2}, {0.3, 0.4}};
    line.reverse();
    EXPECT_EQ(line.points[0], Vec3(0, 1, 0));
    EXPECT_EQ(line.radius, (std::vector{0.2, 0.1}));
    EXPECT_EQ(line.reach, (std::vector{0.4, 0.3}));
}

}  // namespace
}  // namespace thigmo
