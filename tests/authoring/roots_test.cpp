// Roots and plants: what stands on the ground, what hangs, and which stems are one plant.
#include "thigmo/authoring/roots.h"

#include <gtest/gtest.h>

#include "thigmo/authoring/several.h"

namespace thigmo {
namespace {

Limb stem(const Vec3& from, const Vec3& to, double base, double tip) {
    Limb limb;
    limb.line = {{from, 0.5 * (from + to), to},
                 {base, 0.5 * (base + tip), tip},
                 {base, 0.5 * (base + tip), tip}};
    return limb;
}

std::vector<uint32_t> rows(const Roots& roots) {
    std::vector<uint32_t> list;
    for (const Root& root : roots.rows) list.push_back(root.limb.value);
    return list;
}

using List = std::vector<uint32_t>;

TEST(Roots, TheTrunkIsTheOneThatBeginsLowAndRises) {
    const Limbs limbs = {stem({0, 2, 0}, {2, 3, 0}, 0.05, 0.02),
                         stem({0, 0, 0}, {0, 4, 0}, 0.1, 0.05),
                         stem({0, 1, 0}, {1, 0.02, 0}, 0.04, 0.01)};  // droops to the ground
    const Roots roots = find_roots(limbs, {}, 3);
    EXPECT_EQ(rows(roots), (List{1}));
    EXPECT_FALSE(roots.hanging);
    EXPECT_FALSE(roots.rows[0].by_far_end);
}

TEST(Roots, OfEqualEndsTheLowerOneIsTheBase) {
    const Limbs limbs = {stem({0, 4, 0}, {0, 0, 0}, 0.1, 0.1)};
    const Roots roots = find_roots(limbs, {}, 3);
    ASSERT_EQ(rows(roots), (List{0}));
    EXPECT_TRUE(roots.rows[0].by_far_end);
}

TEST(Roots, SeveralStemsAreCoRootsTheOneOfMostWoodFirst) {
    const Limbs limbs = {
        stem({0, 0.02, 0}, {0.5, 3, 0}, 0.05, 0.02), stem({0.2, 0, 0}, {0, 3, 0.4}, 0.08, 0.02),
        stem({0, 0.05, 0.1}, {0, 3, -0.5}, 0.06, 0.02), stem({0, 1, 0}, {1, 2, 0}, 0.05, 0.02)};
    EXPECT_EQ(rows(find_roots(limbs, {}, 2)), (List{1, 2, 0}));
}

TEST(Roots, WhatBeginsLowButLiesIsNone) {
    const Limbs limbs = {stem({0, 0, 0}, {0, 4, 0}, 0.1, 0.05),
                         stem({0, 0.01, 0}, {2, 0.2, 0}, 0.05, 0.02)};
    EXPECT_EQ(rows(find_roots(limbs, {}, 3)), (List{0}));
}

TEST(Roots, TheSoilIsTheGroundWhereOneIsKnown) {
    const Limbs limbs = {stem({0, 0, 0}, {0, 4, 0}, 0.1, 0.05),
                         stem({0.2, 0.3, 0}, {0.4, 3, 0}, 0.08, 0.02)};
    EXPECT_EQ(rows(find_roots(limbs, {}, 3)), (List{0}));
    EXPECT_EQ(rows(find_roots(limbs, {0.3, {}}, 3)), (List{0, 1}));
}

TEST(Roots, ThinRunnersAtTheGroundDoNotReplaceTheTrunk) {
    const Limbs limbs = {stem({0, 0.5, 0}, {0, 4, 0}, 0.2, 0.1),
                         stem({1, 0, 0}, {1.1, 0.4, 0}, 0.005, 0.002)};
    const Roots roots = find_roots(limbs, {}, 3);
    EXPECT_EQ(rows(roots), (List{0}));
    EXPECT_FALSE(roots.rows[0].by_far_end);
}

TEST(Roots, AVineThatThickensUpwardsHangs) {
    const Limbs limbs = {stem({0, 4, 0}, {0.5, 1, 0}, 0.1, 0.02),
                         stem({0, 2.5, 0}, {0.5, 0.2, 0}, 0.03, 0.01)};
    const Roots roots = find_roots(limbs, {}, 1.5);  // its leaves are below
    EXPECT_EQ(rows(roots), (List{0}));
    EXPECT_TRUE(roots.hanging);
    EXPECT_FALSE(roots.rows[0].by_far_end);
}

/// The stalk of a flower may thicken towards it.
TEST(Roots, WithItsLeavesAboveNothingHangs) {
    const Limbs limbs = {stem({0, 1, 0}, {0, 0, 0}, 0.02, 0.01)};
    const Roots roots = find_roots(limbs, {}, 0.9);
    EXPECT_FALSE(roots.hanging);
    ASSERT_EQ(rows(roots), (List{0}));
    EXPECT_TRUE(roots.rows[0].by_far_end);
}

TEST(Roots, BareVinesThatPartDownwardsHang) {
    Limbs limbs;
    for (int i = 0; i < 3; ++i)
        limbs.push_back(stem({0.05 * i, 3, 0}, {0.5 * i, 0.2, 0}, 0.04, 0.01));
    const Roots roots = find_roots(limbs, {}, 2);
    EXPECT_TRUE(roots.hanging);
    EXPECT_EQ(rows(roots), (List{0, 1, 2}));
}

/// A metre wide, from the height of 2 m up to its rim.
Ground pot_at_two_metres(double rim = 2.5) {
    Pot pot;
    pot.room = Box(Vec3(-0.5, 2, -0.5), Vec3(0.5, rim, 0.5));
    return {{}, {pot}};
}

TEST(Roots, AreAllLimbsThatComeOutOfAPot) {
    const Limbs limbs = {stem({0, 2.1, 0}, {0, 4, 0}, 0.1, 0.05),
                         stem({0.2, 2.2, 0}, {0.3, 3.5, 0}, 0.05, 0.02),
                         stem({0.4, 2.3, 0}, {1.5, 2.2, 0}, 0.04, 0.02),    // lies over the rim
                         stem({-0.9, 3, 0}, {-0.4, 2.2, 0}, 0.03, 0.01),    // thin end inside
                         stem({-0.4, 2.2, 0}, {0.4, 2.25, 0}, 0.03, 0.01),  // lies in it
                         stem({2, 2.1, 0}, {2, 3, 0}, 0.05, 0.02)};         // beside it
    const Roots roots = find_roots(limbs, pot_at_two_metres(), 3);
    EXPECT_EQ(rows(roots), (List{0, 1, 5, 2, 3}));
    EXPECT_TRUE(roots.rows[4].by_far_end);
    EXPECT_FALSE(roots.hanging);
}

/// The soil is not the ground of what stands beside the pot.
TEST(Roots, BesideAPotBeginAtTheLowestWood) {
    const Limbs limbs = {stem({0, 2.1, 0}, {0, 4, 0}, 0.1, 0.05),
                         stem({2, 0, 0}, {2, 3, 0}, 0.08, 0.02),
                         stem({2, 1.8, 0}, {3, 2.5, 0}, 0.05, 0.02)};
    EXPECT_EQ(rows(find_roots(limbs, pot_at_two_metres(), 3)), (List{0, 1}));
}

TEST(Roots, ABranchOfAStemInItsVaseIsNone) {
    const Limbs limbs = {stem({0, 2.1, 0}, {0, 4, 0}, 0.05, 0.03),
                         stem({0, 2.4, 0}, {1, 3.5, 0}, 0.03, 0.02),
                         stem({0.02, 2.12, 0}, {-1, 3.5, 0}, 0.03, 0.02)};  // from the same foot
    EXPECT_EQ(rows(find_roots(limbs, pot_at_two_metres(), 3)), (List{0, 2}));
}

TEST(Roots, StalksThatCrowdInTheSoilAreAllRoots) {
    const Limbs limbs = {stem({0, 2.05, 0}, {0, 4, 0}, 0.05, 0.03),
                         stem({0, 2.2, 0}, {1, 3.5, 0}, 0.03, 0.02)};
    Ground ground = pot_at_two_metres();
    EXPECT_EQ(rows(find_roots(limbs, ground, 3)), (List{0}));
    ground.pots[0].soil = 2.2;
    EXPECT_EQ(rows(find_roots(limbs, ground, 3)), (List{0, 1}));
}

TEST(Roots, NothingHangsWhereAPotIs) {
    const Limbs limbs = {stem({0, 2.4, 0}, {0.9, 0.2, 0}, 0.1, 0.02),
                         stem({0.3, 2.3, 0}, {-0.9, 0.5, 0}, 0.08, 0.02)};
    EXPECT_TRUE(find_roots(limbs, {}, 1).hanging);
    const Roots roots = find_roots(limbs, pot_at_two_metres(), 1);
    EXPECT_FALSE(roots.hanging);
    EXPECT_EQ(rows(roots), (List{0, 1}));
    for (const Root& root : roots.rows) EXPECT_FALSE(root.by_far_end);
}

TEST(Roots, ATrunkThatBeginsOverItsPotStandsBesideTheSmallStemsInIt) {
    const Limbs limbs = {stem({0.2, 2.2, 0}, {0.3, 2.9, 0}, 0.01, 0.005),
                         stem({0, 2.7, 0}, {0, 4, 0}, 0.1, 0.05)};
    EXPECT_EQ(rows(find_roots(limbs, pot_at_two_metres(), 3)), (List{1, 0}));
}

TEST(Roots, OfNoLimbsAreNone) {
    EXPECT_TRUE(find_roots({}, {}, 0).rows.empty());
}

TEST(Roots, BranchesOfASkinAreNone) {
    Limbs limbs = {stem({0, 0, 0}, {0, 4, 0}, 0.1, 0.05), stem({0, 0, 0}, {1, 2, 0}, 0.05, 0.02)};
    limbs[LimbId(1)].grows_from = {LimbId(0), 0.1};
    EXPECT_EQ(rows(find_roots(limbs, {}, 3)), (List{0}));
}

/// Stems that stand by themselves.
std::vector<std::vector<LimbId>> plants(const Limbs& limbs,
                                        const std::vector<std::pair<int, int>>& grown = {},
                                        const std::vector<Pot>& pots = {}) {
    Hierarchy hierarchy;
    hierarchy.limbs.resize(limbs.size());
    for (const auto& [child, parent] : grown)
        hierarchy.limbs[LimbId(static_cast<size_t>(child))].from.limb =
            LimbId(static_cast<size_t>(parent));
    return find_plants(limbs, hierarchy, {}, {}, pots);
}

using Plants = std::vector<std::vector<LimbId>>;

TEST(Several, PlantsThatStandFarApartAreSeveralTheLargestFirst) {
    const Limbs limbs = {stem({0, 0, 0}, {0.5, 2, 0.5}, 0.05, 0.02),
                         stem({3, 0, 0}, {3.5, 2, 0.5}, 0.06, 0.02),
                         stem({3, 1, 0}, {4, 1.5, 0.5}, 0.03, 0.02)};
    EXPECT_EQ(plants(limbs, {{2, 1}}), (Plants{{LimbId(1)}, {LimbId(0)}}));
}

TEST(Several, StemsCloserThanTheyAreWideAreOne) {
    const Limbs limbs = {stem({0, 0, 0}, {1, 2, 1}, 0.05, 0.02),
                         stem({0.3, 0, 0}, {-0.8, 2, 1}, 0.06, 0.02)};
    EXPECT_EQ(plants(limbs), (Plants{{LimbId(0), LimbId(1)}}));
}

TEST(Several, StraightStemsOfAReedAreOne) {
    Limbs limbs;
    for (int i = 0; i < 6; ++i)
        limbs.push_back(stem({0.08 * i, 0, 0}, {0.08 * i, 2.5, 0}, 0.01, 0.004));
    EXPECT_EQ(plants(limbs).size(), 1u);
}

TEST(Several, ASliverIsNoPlantOfItsOwn) {
    const Limbs limbs = {stem({0, 0, 0}, {0.5, 2, 0.5}, 0.05, 0.02),
                         stem({5, 0, 0}, {5.5, 2, 0.5}, 0.05, 0.02),
                         stem({3.5, 0, 0}, {3.5, 0.1, 0}, 0.005, 0.002)};
    EXPECT_EQ(plants(limbs), (Plants{{LimbId(0)}, {LimbId(1), LimbId(2)}}));
}

TEST(Several, AMeadowIsOne) {
    Limbs limbs;
    for (int i = 0; i < 25; ++i)
        limbs.push_back(stem({1.0 * i, 0, 0}, {1.0 * i, 0.5, 0}, 0.01, 0.004));
    EXPECT_EQ(plants(limbs).size(), 1u);
    limbs.values().pop_back();
    EXPECT_EQ(plants(limbs).size(), 24u);
}

Pot pot_from(double left, double right) {
    Pot pot;
    pot.room = Box(Vec3(left, 0, -0.5), Vec3(right, 0.5, 0.5));
    return pot;
}

TEST(Several, StemsThatShareAPotAreOneHoweverFarApart) {
    const Limbs limbs = {stem({0, 0.2, 0}, {0, 2, 0}, 0.05, 0.02),
                         stem({4, 0.2, 0}, {4, 2, 0}, 0.06, 0.02),
                         stem({8, 0.2, 0}, {8, 2, 0}, 0.04, 0.02)};
    EXPECT_EQ(plants(limbs).size(), 3u);
    EXPECT_EQ(plants(limbs, {}, {pot_from(-1, 5)}), (Plants{{LimbId(0), LimbId(1)}, {LimbId(2)}}));
}

TEST(Several, StemsOfTwoPotsAreTwoHoweverNear) {
    const Limbs limbs = {stem({-0.2, 0.2, 0}, {1, 2, 1}, 0.05, 0.02),
                         stem({0.2, 0.2, 0}, {-0.8, 2, 1}, 0.06, 0.02)};
    EXPECT_EQ(plants(limbs).size(), 1u);
    EXPECT_EQ(plants(limbs, {}, {pot_from(-0.4, -0.1), pot_from(0.1, 0.4)}),
              (Plants{{LimbId(1)}, {LimbId(0)}}));
}

TEST(Several, ASmallPlantInAPotOfItsOwnIsOne) {
    const Limbs limbs = {stem({0, 0, 0}, {0.5, 2, 0.5}, 0.05, 0.02),
                         stem({3, 0.2, 0}, {3, 0.6, 0}, 0.005, 0.002)};
    EXPECT_EQ(plants(limbs).size(), 1u);
    EXPECT_EQ(plants(limbs, {}, {pot_from(2.8, 3.2)}).size(), 2u);
}

TEST(Several, EveryPotStandsWithItsPlantAndOtherPropsWithTheFirst) {
    const Limbs limbs = {stem({0, 0.2, 0}, {0, 2, 0}, 0.05, 0.02),
                         stem({4, 0.2, 0}, {4, 2, 0}, 0.06, 0.02)};
    // Four triangles: of the left pot, the right one, the soil of the right one, a lamp.
    const Pieces pieces = pieces_of(std::vector<uint32_t>{0, 1, 2, 3});
    std::vector<Pot> pots = {pot_from(-1, 1), pot_from(3, 5)};
    pots[0].pieces = {PieceId(0)};
    pots[1].pieces = {PieceId(1)};
    pots[1].contents = {PieceId(2)};
    Rest rest;
    rest.props = {{0, 1}, {2}, {3}};  // one part has both pots
    rest.on_limbs = {{LimbId(0), 7}};
    const std::vector<Rest> shares =
        share_rest(rest, pieces, limbs, {{LimbId(1)}, {LimbId(0)}}, pots);
    ASSERT_EQ(shares.size(), 2u);
    EXPECT_EQ(shares[0].props, (std::vector<std::vector<uint32_t>>{{1}, {2}, {3}}));
    EXPECT_EQ(shares[1].props, (std::vector<std::vector<uint32_t>>{{0}}));
    for (const Rest& share : shares) EXPECT_EQ(share.on_limbs, rest.on_limbs);
}

TEST(Several, WhatStandsInForWoodIsOne) {
    Limbs limbs = {stem({0, 0, 0}, {0, 2, 0}, 0.05, 0.02), stem({5, 0, 0}, {5, 2, 0}, 0.05, 0.02)};
    for (Limb& limb : limbs) limb.of_cards = true;
    EXPECT_EQ(plants(limbs).size(), 1u);
}

}  // namespace
}  // namespace thigmo
