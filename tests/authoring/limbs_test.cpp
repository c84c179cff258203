// Limbs: places along their lines, and wood in one skin cut into its branches.
#include "thigmo/authoring/limbs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/authoring/made_soup.h"
#include "thigmo/authoring/skin_limbs.h"

namespace thigmo {
namespace {

using made::straight;

/// Up, then sideways.
Axis bent_line() {
    return {{Vec3(0, 0, 0), Vec3(0, 2, 0), Vec3(3, 2, 0)}, {0.3, 0.2, 0.1}, {0.33, 0.22, 0.11}};
}

TEST(LimbLine, PointAtGoesAlongIt) {
    const Axis line = bent_line();
    EXPECT_EQ(point_at(line, 1).point, Vec3(0, 1, 0));
    EXPECT_NEAR(point_at(line, 1).reach, 0.275, 1e-12);
    EXPECT_TRUE(point_at(line, 3.5).point.isApprox(Vec3(1.5, 2, 0)));
    EXPECT_EQ(point_at(line, -1).point, Vec3(0, 0, 0));
    EXPECT_EQ(point_at(line, 99).point, Vec3(3, 2, 0));
}

TEST(LimbLine, NearestAlongIsWhereItIsNearest) {
    const Axis line = bent_line();
    EXPECT_EQ(nearest_along(line, {-1, 1, 0}), 1);
    EXPECT_EQ(nearest_along(line, {2, 5, 0}), 4);
    EXPECT_EQ(nearest_along(line, {0, -5, 0}), 0);
    EXPECT_EQ(nearest_along(line, {9, 2, 0}), 5);
}

TEST(LimbLine, PartOfIsCutAtBothPlaces) {
    const Axis part = part_of(bent_line(), 1, 3.5);
    ASSERT_EQ(part.size(), 3u);
    EXPECT_EQ(part.points[0], Vec3(0, 1, 0));
    EXPECT_EQ(part.points[1], Vec3(0, 2, 0));
    EXPECT_TRUE(part.points[2].isApprox(Vec3(1.5, 2, 0)));
    EXPECT_NEAR(part.radius[0], 0.25, 1e-12);
    EXPECT_NEAR(part.reach[2], 0.165, 1e-12);
    EXPECT_NEAR(
        part.length() + part_of(bent_line(), 0, 1).length() + part_of(bent_line(), 3.5, 5).length(),
        5, 1e-12);
}

TEST(LimbLine, VolumeIsThatOfFrusta) {
    const Axis cone{{Vec3::Zero(), Vec3(0, 3, 0)}, {0.5, 0}, {0.5, 0}};
    EXPECT_NEAR(volume(cone), std::numbers::pi * 0.25, 1e-12);
    const Axis pipe{{Vec3::Zero(), Vec3(0, 3, 0)}, {0.5, 0.5}, {0.5, 0.5}};
    EXPECT_NEAR(volume(pipe), std::numbers::pi * 0.75, 1e-12);
}

struct Found {
    SoupSurface surface;
    Pieces pieces;
    Limbs limbs;
};

Found limbs_of(const Soup& soup) {
    Found found;
    found.surface = join_parts(soup, 1);
    found.pieces = find_pieces(found.surface);
    const std::vector<Form> forms = find_forms(found.surface, found.pieces);
    found.limbs = find_limbs(found.surface, found.pieces, forms,
                             find_roles(soup, found.surface, found.pieces, forms));
    return found;
}

/// Every triangle of the surface is on exactly one limb.
void expect_all_once(const Limbs& limbs, size_t triangles) {
    std::vector<uint32_t> all;
    for (const Limb& limb : limbs) {
        EXPECT_TRUE(std::ranges::is_sorted(limb.triangles));
        all.insert(all.end(), limb.triangles.begin(), limb.triangles.end());
    }
    std::ranges::sort(all);
    ASSERT_EQ(all.size(), triangles);
    for (uint32_t i = 0; i < triangles; ++i) EXPECT_EQ(all[i], i);
}

TEST(Limbs, TubesAreOneEachByTheirPiecesNames) {
    const Found found = limbs_of(made::small_tree(2, 1));
    ASSERT_EQ(found.limbs.size(), 3u);
    EXPECT_EQ(found.limbs[LimbId(0)].name, "0");
    EXPECT_EQ(found.limbs[LimbId(1)].name, "1");
    EXPECT_EQ(found.limbs[LimbId(2)].name, "3");  // 2 is a leaf
    for (const Limb& limb : found.limbs) EXPECT_FALSE(limb.grows_from.limb.exists());
}

/// The limb whose line ends nearest to a point.
LimbId ending_at(const Limbs& limbs, const Vec3& tip) {
    LimbId best(0);
    for (const LimbId limb : limbs.rows())
        if ((limbs[limb].line.points.back() - tip).norm() <
            (limbs[best].line.points.back() - tip).norm())
            best = limb;
    return best;
}

TEST(SkinLimbs, OfAnUprightTWithAnArm) {
    const double radius = 0.1, arm = 0.06;
    const Found found = limbs_of(made::soup_of(
        {made::skin({{{0, 0, 0}, {0, 3, 0}, radius}, {{0, 1.5, 0}, {1.5, 1.5, 0}, arm}}, 0.05)}));
    ASSERT_EQ(found.limbs.size(), 2u);
    expect_all_once(found.limbs, found.surface.mesh.triangles.size());
    const LimbId trunk = ending_at(found.limbs, {0, 3, 0}),
                 branch = ending_at(found.limbs, {1.5, 1.5, 0});
    EXPECT_EQ(trunk, LimbId(0));
    EXPECT_EQ(branch, LimbId(1));
    EXPECT_EQ(found.limbs[trunk].name, "0.0");
    EXPECT_EQ(found.limbs[branch].name, "0.1");
    const PlaceOnLimb& from = found.limbs[branch].grows_from;
    EXPECT_EQ(from.limb, trunk);
    EXPECT_NEAR(point_at(found.limbs[trunk].line, from.along).point.y(), 1.5, 2 * radius);
    for (const Vec3& point : found.limbs[trunk].line.points)
        EXPECT_LT(std::hypot(point.x(), point.z()), 0.5 * radius);
    // Of the branch what is out of the trunk.
    const Axis& line = found.limbs[branch].line;
    for (const Vec3& point : line.points) {
        if (point.x() < 3 * radius) continue;
        EXPECT_LT(std::hypot(point.y() - 1.5, point.z()), 0.6 * arm);
    }
    EXPECT_NEAR(line.points.back().x(), 1.5, 0.2);
    for (const uint32_t triangle : found.limbs[branch].triangles)
        for (const uint32_t corner : found.surface.mesh.triangles[triangle])
            EXPECT_GT(found.surface.mesh.positions[corner].x(), 0);
}

TEST(SkinLimbs, OfAForkTheThickerAndStraighterGoesOn) {
    const Found found = limbs_of(made::soup_of({made::skin({{{0, 0, 0}, {0, 1.5, 0}, 0.12},
                                                            {{0, 1.5, 0}, {0.5, 3, 0}, 0.1},
                                                            {{0, 1.5, 0}, {-1.2, 2.5, 0}, 0.07}},
                                                           0.05)}));
    ASSERT_EQ(found.limbs.size(), 2u);
    expect_all_once(found.limbs, found.surface.mesh.triangles.size());
    EXPECT_EQ(ending_at(found.limbs, {0.5, 3, 0}), LimbId(0));
    EXPECT_EQ(found.limbs[LimbId(1)].grows_from.limb, LimbId(0));
    EXPECT_NEAR(
        point_at(found.limbs[LimbId(0)].line, found.limbs[LimbId(1)].grows_from.along).point.y(),
        1.5, 0.3);
}

TEST(SkinLimbs, BranchesOfBranches) {
    const Found found = limbs_of(made::soup_of({made::skin({{{0, 0, 0}, {0, 3, 0}, 0.12},
                                                            {{0, 1.2, 0}, {1.6, 2.2, 0}, 0.08},
                                                            {{0.9, 1.76, 0}, {0.9, 2.6, 1}, 0.06},
                                                            {{0, 2, 0}, {-1.2, 2.6, 0}, 0.07}},
                                                           0.05)}));
    ASSERT_EQ(found.limbs.size(), 4u);
    expect_all_once(found.limbs, found.surface.mesh.triangles.size());
    const LimbId trunk = ending_at(found.limbs, {0, 3, 0}),
                 right = ending_at(found.limbs, {1.6, 2.2, 0}),
                 twig = ending_at(found.limbs, {0.9, 2.6, 1}),
                 left = ending_at(found.limbs, {-1.2, 2.6, 0});
    EXPECT_FALSE(found.limbs[trunk].grows_from.limb.exists());
    EXPECT_EQ(found.limbs[right].grows_from.limb, trunk);
    EXPECT_EQ(found.limbs[left].grows_from.limb, trunk);
    EXPECT_EQ(found.limbs[twig].grows_from.limb, right);
}

TEST(SkinLimbs, WhatIsShorterThanAboutThreeRadiiStaysWithItsLimb) {
    const double radius = 0.12;
    for (const auto& [length, limbs] : {std::pair(2.0, 2u), {3.4, 2u}, {5.0, 3u}}) {
        const Found found =
            limbs_of(made::soup_of({made::skin({{{0, 0, 0}, {0, 3, 0}, radius},
                                                {{0, 1.5, 0}, {1.2, 2, 0}, 0.07},
                                                {{0, 1, 0}, {-length * radius, 1, 0}, 0.06}},
                                               0.05)}));
        EXPECT_EQ(found.limbs.size(), limbs) << length;
        expect_all_once(found.limbs, found.surface.mesh.triangles.size());
    }
}

/// A ring in the skin: two arms that meet again.
TEST(SkinLimbs, ALoopIsCutSomewhereAndNothingIsLost) {
    const Found found = limbs_of(made::soup_of({made::skin({{{0, 0, 0}, {0, 1, 0}, 0.1},
                                                            {{0, 1, 0}, {0.7, 1.7, 0}, 0.08},
                                                            {{0, 1, 0}, {-0.7, 1.7, 0}, 0.08},
                                                            {{0.7, 1.7, 0}, {0, 2.4, 0}, 0.08},
                                                            {{-0.7, 1.7, 0}, {0, 2.4, 0}, 0.08},
                                                            {{0, 2.4, 0}, {0, 3.5, 0}, 0.08}},
                                                           0.05)}));
    EXPECT_GE(found.limbs.size(), 2u);
    expect_all_once(found.limbs, found.surface.mesh.triangles.size());
}

TEST(SkinLimbs, OfNothingAreNone) {
    const SoupSurface surface = join_parts(Soup{}, 1);
    EXPECT_TRUE(split_skin(surface, PieceId(0), {}).empty());
}

TEST(SplitLimb, SharesTrianglesLineAndWhatGrowsThere) {
    Found found = limbs_of(made::soup_of(
        {made::skin({{{0, 0, 0}, {0, 3, 0}, 0.1}, {{0, 2, 0}, {1.2, 2.2, 0}, 0.06}}, 0.05)}));
    ASSERT_EQ(found.limbs.size(), 2u);
    const double whole = found.limbs[LimbId(0)].line.length();
    const double before = found.limbs[LimbId(1)].grows_from.along;
    const LimbId upper = split_limb(found.surface, LimbId(0), 0.5, found.limbs);
    EXPECT_EQ(upper, LimbId(2));
    expect_all_once(found.limbs, found.surface.mesh.triangles.size());
    EXPECT_NEAR(found.limbs[LimbId(0)].line.length(), 0.5 * whole, 1e-9);
    EXPECT_NEAR(found.limbs[upper].line.length(), 0.5 * whole, 1e-9);
    EXPECT_EQ(found.limbs[upper].name, "0.0/2");
    EXPECT_EQ(found.limbs[upper].grows_from.limb, LimbId(0));
    EXPECT_NEAR(found.limbs[upper].grows_from.along, 0.5 * whole, 1e-9);
    EXPECT_EQ(found.limbs[LimbId(1)].grows_from.limb, upper);
    EXPECT_NEAR(found.limbs[LimbId(1)].grows_from.along, before - 0.5 * whole, 1e-9);
}

TEST(SplitLimb, TwiceGivesTwoNames) {
    Found found = limbs_of(made::small_tree(0, 0));
    const LimbId top = split_limb(found.surface, LimbId(0), 0.5, found.limbs),
                 middle = split_limb(found.surface, LimbId(0), 0.5, found.limbs);
    EXPECT_NE(found.limbs[top].name, found.limbs[middle].name);
    // What was above goes on from the middle now.
    EXPECT_EQ(found.limbs[top].grows_from.limb, middle);
}

}  // namespace
}  // namespace thigmo
