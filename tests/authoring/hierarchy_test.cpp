// The graph of limbs and the tree that is made of it.
#include "thigmo/authoring/hierarchy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/authoring/made_soup.h"

namespace thigmo {
namespace {

using made::straight;

Limb limb(const Vec3& from, const Vec3& to, double base, double tip) {
    Limb one;
    one.line = {{from, to}, {base, tip}, {base, tip}};
    return one;
}

constexpr LimbId first(0), second(1), third(2);

const Offer* find(const std::vector<Offer>& offers, LimbId child, LimbId parent) {
    const auto at = std::ranges::find_if(offers, [&](const Offer& offer) {
        return offer.child == child && offer.from.limb == parent;
    });
    return at == offers.end() ? nullptr : &*at;
}

TEST(Offers, CostNothingOnTheAxisAwayFromTheBase) {
    const Limbs limbs = {limb({0, 0, 0}, {0, 4, 0}, 0.1, 0.1),
                         limb({0, 2, 0}, {1, 2, 0}, 0.05, 0.01)};
    const std::vector<Offer> offers = find_offers(limbs, {});
    ASSERT_EQ(offers.size(), 1u);  // the trunk's ends are far from the branch
    EXPECT_EQ(offers[0].child, second);
    EXPECT_EQ(offers[0].from.limb, first);
    EXPECT_NEAR(offers[0].from.along, 2, 1e-12);
    EXPECT_NEAR(offers[0].cost, 0, 1e-12);
    EXPECT_EQ(offers[0].gap, 0);
    EXPECT_FALSE(offers[0].by_far_end);
    EXPECT_FALSE(offers[0].meets);
}

/// Term by term: d = 0.2 sideways off a trunk of 0.1.
TEST(Offers, CostWhatTheFormulaSays) {
    const Limb trunk = limb({0, 0, 0}, {0, 4, 0}, 0.1, 0.1);
    // Pointing at the trunk: prolonged by t radii it is nearer by t, for 0.15 t more.
    Limbs limbs = {trunk, limb({0.2, 2, 0}, {1, 2, 0}, 0.05, 0.01)};
    EXPECT_NEAR(find_offers(limbs, {})[0].cost, 0.5 * 2 + 0.5 * (0.5 + 0.15 * 1.5), 1e-9);
    EXPECT_NEAR(find_offers(limbs, {})[0].gap, 0.1, 1e-12);
    // Along the trunk: nothing is gained.
    limbs[second] = limb({0.2, 2, 0}, {0.2, 3, 0}, 0.05, 0.01);
    EXPECT_NEAR(find(find_offers(limbs, {}), second, first)->cost, 2, 1e-9);
    // Thicker than what it grows from: 0.2 / 0.1 − 1.2, and ρ is 0.7 of its own.
    limbs[second] = limb({0, 2, 0}, {1, 2, 0}, 0.2, 0.1);
    EXPECT_NEAR(find(find_offers(limbs, {}), second, first)->cost, 0.8, 1e-9);
    // At the parent's own base, as siblings are.
    limbs[second] = limb({0, 0, 0}, {1, 0.5, 0}, 0.05, 0.01);
    EXPECT_NEAR(find(find_offers(limbs, {}), second, first)->cost, 0.6, 1e-9);
    limbs[second] = limb({0, 0.025, 0}, {1, 0.5, 0}, 0.05, 0.01);
    EXPECT_NEAR(find(find_offers(limbs, {}), second, first)->cost, 0.3, 1e-9);
}

TEST(Offers, ByTheFarEndCostMoreAndOnlyIfItIsNearlyAsThick) {
    Limbs limbs = {limb({0, 0, 0}, {0, 4, 0}, 0.1, 0.1), limb({1, 2, 0}, {0, 2, 0}, 0.05, 0.045)};
    const std::vector<Offer> offers = find_offers(limbs, {});
    ASSERT_NE(find(offers, second, first), nullptr);
    EXPECT_TRUE(find(offers, second, first)->by_far_end);
    EXPECT_NEAR(find(offers, second, first)->cost, 0.4, 1e-9);
    limbs[second].line.reach = {0.05, 0.02};
    EXPECT_EQ(find(find_offers(limbs, {}), second, first), nullptr);
}

TEST(Offers, OfLimbsThatMeetCountHoweverDear) {
    const Limbs limbs = {limb({0, 0, 0}, {0, 4, 0}, 0.1, 0.1),
                         limb({-3, 2, 0}, {3, 2, 0}, 0.05, 0.01)};  // goes through
    EXPECT_EQ(find(find_offers(limbs, {}), second, first), nullptr);
    const std::vector<Offer> offers = find_offers(limbs, {{first, second, 8}});
    ASSERT_NE(find(offers, second, first), nullptr);
    EXPECT_TRUE(find(offers, second, first)->meets);
    EXPECT_GT(find(offers, second, first)->cost, 5);
}

TEST(Offers, FromOneLimbAreBridgesWhereItIsFar) {
    const Limbs limbs = {limb({0, 0, 0}, {0, 4, 0}, 0.1, 0.1),
                         limb({2, 2, 0}, {3, 2, 0}, 0.05, 0.01)};
    const Offer offer = offer_from(limbs, second, first, 0.5);
    EXPECT_NEAR(offer.from.along, 2, 1e-12);
    EXPECT_NEAR(offer.gap, 1.9, 1e-12);
    EXPECT_NEAR(offer.cost, 10 + 2 / 0.5, 1e-9);  // straight on
}

TEST(Bridges, JoinPartsOverTheSmallestGap) {
    const Limbs limbs = {limb({0, 0, 0}, {0, 4, 0}, 0.1, 0.1),
                         limb({0.55, 1, 0}, {1.55, 1, 0}, 0.03, 0.01),
                         limb({5, 0, 0}, {5, 1, 0}, 0.05, 0.01)};
    const std::vector<Offer> bridges = find_bridges(limbs, {0, 1, 2}, 0.3);
    ASSERT_NE(find(bridges, second, first), nullptr);  // less than half its length
    EXPECT_NEAR(find(bridges, second, first)->gap, 0.45, 1e-12);
    EXPECT_GT(find(bridges, second, first)->cost, 10);
    EXPECT_EQ(find(bridges, third, first), nullptr);  // too far for it
    EXPECT_TRUE(find_bridges(limbs, {0, 0, 0}, 0.3).empty());
}

struct Built {
    SoupSurface surface;
    Limbs limbs;
    Hierarchy hierarchy;
    LimbId parent(size_t limb) const { return hierarchy.limbs[LimbId(limb)].from.limb; }
};

Built build(const std::vector<TriangleMesh>& tubes, const HierarchyOrders& orders = {}) {
    const Soup soup = made::soup_of(tubes);
    Built built;
    built.surface = join_parts(soup, 1);
    const Pieces pieces = find_pieces(built.surface);
    const std::vector<Form> forms = find_forms(built.surface, pieces);
    built.limbs =
        find_limbs(built.surface, pieces, forms, find_roles(soup, built.surface, pieces, forms));
    EXPECT_EQ(built.limbs.size(), tubes.size());
    built.hierarchy =
        build_hierarchy(built.surface, orders, 0.05 * built.surface.diagonal, built.limbs);
    return built;
}

TriangleMesh tube(const Vec3& from, const Vec3& to, double base, double tip) {
    return made::mesh_of(straight(from, to, base, tip, 17));
}

const TriangleMesh trunk = tube({0, 0, 0}, {0, 3, 0}, 0.1, 0.08);

TEST(Meetings, AreTrueIntersections) {
    const Built built = build({trunk, tube({0, 1, 0}, {1, 1.5, 0}, 0.03, 0.01),
                               tube({0.2, 2, 0}, {1, 2.5, 0}, 0.03, 0.01)});
    const std::vector<Meeting> meetings = find_meetings(built.surface, built.limbs);
    ASSERT_EQ(meetings.size(), 1u);
    EXPECT_EQ(meetings[0].a, first);
    EXPECT_EQ(meetings[0].b, second);
    EXPECT_GT(meetings[0].triangles, 4u);
}

TEST(Hierarchy, BranchesGrowFromTheTrunkWhetherTheyMeetItOrNot) {
    const Built built = build({trunk, tube({0, 1, 0}, {1, 1.5, 0}, 0.03, 0.01),
                               tube({0.15, 2, 0}, {1, 2.5, 0}, 0.03, 0.01),
                               tube({0.55, 1.8, 0.01}, {0.6, 2.1, 0.8}, 0.01, 0.005),
                               tube({0, 3.02, 0}, {0.1, 4, 0}, 0.07, 0.02)});
    EXPECT_EQ(built.hierarchy.limbs[first].how, Holds::root);
    EXPECT_EQ(built.parent(1), first);
    EXPECT_EQ(built.parent(2), first);
    EXPECT_EQ(built.parent(4), first);  // goes on beyond the tip
    EXPECT_NEAR(built.hierarchy.limbs[second].from.along, 1, 0.02);
    EXPECT_EQ(built.hierarchy.limbs[third].how, Holds::grown);
    EXPECT_GT(built.hierarchy.limbs[third].gap, 0.05);
}

/// Two limbs of a fork begin in one point and meet each other and the trunk.
TEST(Hierarchy, AForkHasOneLoopCutBetweenItsLimbs) {
    const Built built = build({trunk, tube({0, 2.9, 0}, {0.9, 4.5, 0}, 0.055, 0.02),
                               tube({0, 2.9, 0}, {-0.9, 4.5, 0}, 0.055, 0.02)});
    EXPECT_EQ(built.parent(1), first);
    EXPECT_EQ(built.parent(2), first);
    ASSERT_EQ(built.hierarchy.loops.size(), 1u);
    const LimbLink& cut = built.hierarchy.links[built.hierarchy.loops[0].broken];
    EXPECT_EQ(std::minmax(cut.a, cut.b), std::minmax(1u, 2u));
    EXPECT_EQ(built.hierarchy.limbs[second].runner_up, third);
    EXPECT_GT(built.hierarchy.limbs[second].margin, 0.1);
}

TEST(Hierarchy, LinesAreTurnedToBeginAtTheirBases) {
    // Of even radius, and with the far end on the trunk.
    const Built built = build({trunk, tube({1, 1.5, 0}, {0, 1, 0}, 0.03, 0.03),
                               tube({1, 2.5, 0}, {0, 2, 0}, 0.03, 0.03)});
    for (const LimbId limb : {second, third}) {
        EXPECT_EQ(built.hierarchy.limbs[limb].from.limb, first);
        EXPECT_LT(built.limbs[limb].line.points.front().x(), 0.05);
        EXPECT_GT(built.limbs[limb].line.points.back().x(), 0.9);
    }
}

TEST(Hierarchy, StemsSideBySideAreRootsThoughTheyMeet) {
    const Built built = build(
        {tube({0, 0, 0}, {0.5, 3, 0}, 0.1, 0.05), tube({0.15, 0, 0}, {-0.6, 3, 0}, 0.1, 0.05)});
    EXPECT_EQ(built.hierarchy.roots.rows.size(), 2u);
    EXPECT_FALSE(built.parent(0).exists());
    EXPECT_FALSE(built.parent(1).exists());
    EXPECT_EQ(built.hierarchy.loops.size(), 1u);  // from root to root
}

/// Two twigs are nearer to each other than to the stem, and both near enough to it.
TEST(Hierarchy, IslandsReachTheTreeAndNotOnlyEachOther) {
    const Built built = build({tube({0, 0, 0}, {0, 3, 0}, 0.02, 0.016),
                               tube({0.15, 1, 0}, {0.25, 1.3, 0.1}, 0.005, 0.003),
                               tube({0.15, 1, 0.08}, {0.25, 0.7, 0.2}, 0.005, 0.003)});
    EXPECT_EQ(built.hierarchy.parts, 3u);
    for (const LimbId limb : {second, third})
        EXPECT_EQ(built.hierarchy.limbs[limb].how, Holds::bridged);
    EXPECT_TRUE(built.parent(1) == first || built.parent(2) == first);
}

/// A branch off by itself carries a twig that comes near the stem; its own base does not.
TEST(Hierarchy, WhatFallsTurnsAboutToHangFromWhatIsNear) {
    const Built built = build({tube({0, 0, 0}, {0, 3, 0}, 0.02, 0.016),
                               tube({1.6, 0.6, 0}, {1.6, 2.4, 0}, 0.03, 0.012),
                               tube({0.12, 1.5, 0}, {1.55, 1.5, 0}, 0.01, 0.01)});
    EXPECT_EQ(built.hierarchy.limbs[third].how, Holds::bridged);
    EXPECT_EQ(built.parent(2), first);
    EXPECT_EQ(built.parent(1), third);
}

/// 5 % of the diagonal, here 0.16 m, is closed before others are, but wider gaps are too.
TEST(Hierarchy, WiderGapsAreClosedForWhatElseWouldFall) {
    for (const auto& [gap, held] : {std::pair(0.3, true), {0.55, true}, {0.8, false}}) {
        const Built built = build({tube({0, 0, 0}, {0, 3, 0}, 0.02, 0.016),
                                   tube({gap, 1, 0}, {gap + 0.2, 1.1, 0}, 0.005, 0.003)});
        EXPECT_EQ(built.hierarchy.limbs[second].how == Holds::bridged, held) << gap;
    }
}

TEST(Hierarchy, WhatIsTooFarStaysLoose) {
    const Built built = build({trunk, tube({6, 2, 0}, {6.5, 2.5, 0}, 0.03, 0.01)});
    EXPECT_EQ(built.hierarchy.limbs[second].how, Holds::loose);
    EXPECT_EQ(built.hierarchy.parts, 2u);
}

TEST(Hierarchy, DoesAsItIsTold) {
    const std::vector<TriangleMesh> tubes = {trunk, tube({0, 1, 0}, {1, 1.5, 0}, 0.03, 0.01),
                                             tube({0, 2, 0}, {-1, 2.5, 0}, 0.03, 0.01)};
    HierarchyOrders orders;
    orders.parents = {{third, second}};
    const Built told = build(tubes, orders);
    EXPECT_EQ(told.parent(2), second);
    EXPECT_TRUE(told.hierarchy.limbs[third].ordered);
    EXPECT_EQ(told.parent(1), first);
    orders.parents.clear();
    orders.cuts = {{first, third}};
    EXPECT_NE(build(tubes, orders).parent(2), first);
    orders.cuts.clear();
    orders.roots = {second};
    const Built turned = build(tubes, orders);
    EXPECT_EQ(turned.hierarchy.limbs[second].how, Holds::root);
    EXPECT_EQ(turned.parent(0), second);
}

TEST(Hierarchy, AProposedRootThatIsToldToGrowGrows) {
    HierarchyOrders orders;
    orders.parents = {{second, first}};
    const Built built = build(
        {tube({0, 0, 0}, {0.5, 3, 0}, 0.1, 0.05), tube({0.15, 0, 0}, {-0.6, 3, 0}, 0.08, 0.05)},
        orders);
    EXPECT_EQ(built.parent(1), first);
    EXPECT_EQ(built.hierarchy.roots.rows.size(), 1u);
}

}  // namespace
}  // namespace thigmo
