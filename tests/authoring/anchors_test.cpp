// Anchors: the vote of the copies, and what holds each of them.
#include "thigmo/authoring/anchors.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/authoring/made_soup.h"

namespace thigmo {
namespace {

/// A rod along +X at a height, as wide as given.
Limb rod(double from, double to, double height, double radius) {
    Limb limb;
    limb.line = {{Vec3(from, height, 0), Vec3(to, height, 0)}, {radius, radius}, {radius, radius}};
    return limb;
}

struct Held {
    Blades blades;
    Instances instances;
    Anchors anchors;
    const HeldBlade& of(size_t blade) const { return anchors.of[BladeId(blade)]; }
};

Held hold(const std::vector<TriangleMesh>& meshes, const Limbs& limbs,
          const std::vector<std::optional<Anchor>>& ordered = {}) {
    const Soup soup = made::soup_of(meshes);
    SoupSurface surface = join_parts(soup, 1);
    const Pieces pieces = find_pieces(surface);
    const std::vector<Form> forms = find_forms(surface, pieces);
    Held held;
    held.blades = find_blades(surface, pieces, forms, find_roles(soup, surface, pieces, forms));
    held.instances = find_instances(surface, soup, held.blades, {});
    held.anchors = find_anchors(surface, held.blades, held.instances, WoodNear(limbs), ordered);
    return held;
}

TEST(WoodNear, IsTheNearestAxisWithItsSkin) {
    const Limbs limbs = {rod(0, 10, 0, 0.5), rod(0, 10, 2, 0.1)};
    const WoodNear wood(limbs);
    // 1.2 from the thick one's axis, 0.8 from the thin one's, whose skin is the nearer too.
    const auto answer = wood.nearest({4, 1.2, 0});
    EXPECT_EQ(answer.place.limb, LimbId(1));
    EXPECT_NEAR(answer.place.along, 4, 1e-12);
    EXPECT_NEAR(answer.to_axis, 0.8, 1e-12);
    EXPECT_NEAR(answer.to_skin, 0.7, 1e-12);
    // By the axis, though the thick one's skin is nearer.
    EXPECT_EQ(wood.nearest({4, 1.05, 0}).place.limb, LimbId(1));
    EXPECT_EQ(wood.nearest({4, 0.2, 0}).to_skin, 0);
    EXPECT_FALSE(WoodNear(Limbs{}).nearest({0, 0, 0}).place.limb.exists());
}

TEST(AnchorCandidates, AreVerticesAndMiddlesOfEdges) {
    BladeMesh mesh;
    mesh.points = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    const std::vector<Anchor> list = anchor_candidates(mesh);
    EXPECT_EQ(list.size(), 4u + 5u);
    EXPECT_EQ(anchor_place(mesh, {}, list[0]), Vec3(0, 0, 0));
    EXPECT_EQ(anchor_place(mesh, {}, list[1]), Vec3(0.5, 0, 0));
}

TEST(AnchorCandidates, OfLargeMeshesAreThinned) {
    BladeMesh mesh;
    for (uint32_t i = 0; i < 3000; ++i) mesh.points.emplace_back(i, 0, 0);
    for (uint32_t i = 2; i < 3000; ++i) mesh.triangles.push_back({i - 2, i - 1, i});
    const size_t count = anchor_candidates(mesh).size();
    EXPECT_GE(count, 128u);
    EXPECT_LE(count, 256u);
}

/// Cards that stand on a rod by the middle of their bottom edge, some of them tilted so that
/// another corner comes near the next rod.
TEST(Anchors, TheMiddleOfAnEdgeWinsTheVote) {
    const Limbs limbs = {rod(0, 10, 0, 0.02)};
    std::vector<TriangleMesh> cards;
    for (int i = 0; i < 7; ++i)
        cards.push_back(made::card({0.5 + i, 0, 0}, Vec3(0.1, 0, 0.5), Vec3(0.1 * i, 1, 0)));
    const Held held = hold(cards, limbs);
    ASSERT_EQ(held.instances.sets.size(), 1u);
    EXPECT_FALSE(held.anchors.sets[0].at_centre);
    for (size_t i = 0; i < 7; ++i) {
        EXPECT_LT((held.of(i).anchor - Vec3(0.5 + static_cast<double>(i), 0, 0)).norm(), 1e-6);
        EXPECT_EQ(held.of(i).on.limb, LimbId(0));
        EXPECT_NEAR(held.of(i).on.along, 0.5 + static_cast<double>(i), 1e-6);
        EXPECT_EQ(held.of(i).gap, 0);
        EXPECT_NEAR(held.of(i).confidence, 1, 1e-9);
    }
}

/// One copy lies with its tip on another rod; the others tell where its base is.
TEST(Anchors, OneCopyWhoseTipTouchesWoodIsOutvoted) {
    const Limbs limbs = {rod(0, 10, 0, 0.02), rod(0, 10, 1, 0.02)};
    std::vector<TriangleMesh> cards;
    for (int i = 0; i < 5; ++i)
        cards.push_back(made::card({0.5 + i, 0.05, 0}, {0.3, 0, 0}, Vec3(0, 0.02, 0.98)));
    cards.push_back(made::card({6, 0.3, 0}, {0.3, 0, 0}, {0, 0.7, 0}));
    const Held held = hold(cards, limbs);
    ASSERT_EQ(held.instances.sets.size(), 1u);
    EXPECT_NEAR(held.of(5).anchor.y(), 0.3, 1e-6);
}

TEST(Anchors, CardsThatFloatAreHeldAtTheirCentres) {
    const Limbs limbs = {rod(0, 10, 0, 0.02)};
    const Held held = hold({made::card({1, 0.4, 0}, {0.5, 0, 0}, {0, 0, 0.5}),
                            made::card({3, 0.5, 0}, {0.5, 0, 0}, {0, 0, 0.5})},
                           limbs);
    EXPECT_TRUE(held.anchors.sets[0].at_centre);
    EXPECT_LT((held.of(0).anchor - Vec3(1, 0.4, 0.25)).norm(), 1e-6);
    EXPECT_GT(held.of(0).gap, 0.3);
    EXPECT_LT(held.of(0).confidence, 0.6);
}

TEST(Anchors, ByOrderAreNotVotedOn) {
    const Limbs limbs = {rod(0, 10, 0, 0.02)};
    Anchor top;
    top.vertices = {2, 3};
    top.ordered = true;
    const Held held = hold({made::card({1, 0, 0}, {0.3, 0, 0}, {0, 1, 0}),
                            made::card({3, 0, 0}, {0.3, 0, 0}, {0, 1, 0})},
                           limbs, {top});
    EXPECT_LT((held.of(0).anchor - Vec3(1, 1, 0)).norm(), 1e-6);
    EXPECT_LT((held.of(1).anchor - Vec3(3, 1, 0)).norm(), 1e-6);
}

TEST(Anchors, PetalsSitOnTheHeartOfTheFlower) {
    const Limbs limbs = {rod(0, 2, 0, 0.02)};
    std::vector<TriangleMesh> meshes = {made::ball({2.2, 0, 0}, 0.2)};
    for (int i = 0; i < 4; ++i) {
        const double angle = 1.5 * i;
        const Vec3 out(0, std::cos(angle), std::sin(angle));
        meshes.push_back(
            made::card(Vec3(2.25, 0, 0) + 0.2 * out, 0.1 * out.cross(Vec3::UnitX()), 0.4 * out));
    }
    meshes.push_back(made::card({-5, 0, 0}, {0.5, 0, 0}, {0, 2, 0}));  // the flower is small
    const Held held = hold(meshes, limbs);
    ASSERT_EQ(held.blades.size(), 6u);
    EXPECT_FALSE(held.of(0).on_blade.exists());  // the heart on the stalk
    EXPECT_EQ(held.of(0).on.limb, LimbId(0));
    for (size_t i = 1; i < 5; ++i) EXPECT_EQ(held.of(i).on_blade, BladeId(0));
}

TEST(Anchors, LeavesSitOnTheTwigCardThatTheyTouch) {
    const Limbs limbs = {rod(0, 4, 0, 0.02)};
    const Held held = hold({made::card({2, 0, 0}, {0.6, 0, 0}, {0, 0, 2}),
                            made::card({2.1, 0.001, 1.5}, {0.1, 0, 0}, {0, 0.2, 0}),
                            made::card({1, 0, 0}, {0.1, 0, 0}, {0, 0.2, 0})},
                           limbs);
    ASSERT_EQ(held.blades.size(), 3u);
    EXPECT_EQ(held.blades[BladeId(0)].role, Role::twig);
    EXPECT_EQ(held.of(1).on_blade, BladeId(0));
    EXPECT_FALSE(held.of(2).on_blade.exists());
}

}  // namespace
}  // namespace thigmo
