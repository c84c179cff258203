// Cards without wood: what stands in for it.
#include "thigmo/authoring/stand_ins.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/authoring/made_soup.h"
#include "thigmo/base/random.h"

namespace thigmo {
namespace {

using made::card;
using testing::HasSubstr;

struct Made {
    Blades blades;
    StandIns stand_ins;
};

Made make(const std::vector<TriangleMesh>& cards, std::optional<double> ground = {}) {
    const Soup soup = made::soup_of(cards);
    SoupSurface surface = join_parts(soup, 1);
    const Pieces pieces = find_pieces(surface);
    Roles roles;
    roles.of.resize(pieces.size());
    Made made;
    made.blades = find_blades(surface, pieces, find_forms(surface, pieces), roles);
    made.stand_ins = stand_in(surface, made.blades, ground);
    return made;
}

TEST(StandIns, ForOneCardGoFromItsFootToItsTop) {
    const Made made = make({card({1, 0, 2}, {1, 0, 0}, {0.2, 3, 0})});
    ASSERT_EQ(made.stand_ins.limbs.size(), 1u);
    const Axis& line = made.stand_ins.limbs[LimbId(0)].line;
    EXPECT_LT((line.points.front() - Vec3(1, 0, 2)).norm(), 1e-5);
    EXPECT_LT((line.points.back() - Vec3(1.2, 3, 2)).norm(), 1e-5);
    EXPECT_NEAR(line.radius.front(), 0.06, 1e-6);  // 2 % of the height
    EXPECT_EQ(made.stand_ins.limbs[LimbId(0)].triangles.size(), 2u);
    EXPECT_EQ(made.stand_ins.taken.size(), 1u);
    EXPECT_THAT(made.stand_ins.reason, HasSubstr("1 of 1 cards"));
}

TEST(StandIns, ForCardsApartAreOneEachAndForCrossedOnesOne) {
    const Made made =
        make({card({0, 0, 0}, {1, 0, 0}, {0, 2, 0}), card({0.02, 0, 0.1}, {0, 0, 1.2}, {0, 2.2, 0}),
              card({3, 0, 0}, {1, 0, 0}, {0, 2, 0})});
    ASSERT_EQ(made.stand_ins.limbs.size(), 2u);
    EXPECT_EQ(made.stand_ins.limbs[LimbId(0)].triangles.size(), 4u);
    EXPECT_EQ(made.stand_ins.taken.size(), 3u);
}

TEST(StandIns, ACardThatDoesNotReachTheGroundIsALeaf) {
    const Made made = make(
        {card({0, 0, 0}, {1, 0, 0}, {0, 2, 0}), card({0.3, 1.5, 0}, {0.2, 0, 0}, {0, 0.4, 0})});
    EXPECT_EQ(made.stand_ins.limbs.size(), 1u);
    EXPECT_EQ(made.stand_ins.taken, (std::vector{BladeId(0)}));
}

TEST(StandIns, BeginAtTheSoilWhereOneIsKnown) {
    const Made made = make({card({0, 0, 0}, {1, 0, 0}, {0, 2, 0})}, 0.3);
    EXPECT_NEAR(made.stand_ins.limbs[LimbId(0)].line.points.front().y(), 0.3, 1e-6);
}

TEST(StandIns, ForFlatCardsAreNone) {
    const Made made = make({card({0, 0, 0}, {1, 0, 0}, {0, 0, 1})});
    EXPECT_TRUE(made.stand_ins.limbs.empty());
    EXPECT_EQ(made.stand_ins.reason, "");
}

TEST(StandIns, ForNothingAreNone) {
    EXPECT_TRUE(make({}).stand_ins.limbs.empty());
}

TEST(StandIns, ForManyCardsAreAStemAndAFewBranches) {
    Random random(4);
    std::vector<TriangleMesh> cards;
    for (int i = 0; i < 500; ++i) {
        const Vec3 at(random.uniform(-2, 2), random.uniform(0.2, 3), random.uniform(-2, 2));
        cards.push_back(card(at, {0.1, 0, 0}, {0, 0.1, 0.1}));
    }
    const Made made = make(cards);
    const Limbs& limbs = made.stand_ins.limbs;
    ASSERT_EQ(limbs.size(), 6u);  // a stem, and log₂ 500 − 4 = 5 branches
    const Axis& stem = limbs[LimbId(0)].line;
    EXPECT_NEAR(stem.points.front().y(), 0.2, 0.02);
    EXPECT_NEAR(stem.points.front().x(), 0, 0.5);
    for (size_t i = 1; i < limbs.size(); ++i) {
        const Limb& branch = limbs[LimbId(i)];
        EXPECT_EQ(branch.grows_from.limb, LimbId(0));
        EXPECT_LT((branch.line.points.front() - stem.points.back()).norm(), 1e-9);
        EXPECT_FALSE(branch.triangles.empty());
    }
    // Each has a card of its own for a skin.
    EXPECT_EQ(made.stand_ins.taken.size(), 6u);
    EXPECT_TRUE(std::ranges::is_sorted(made.stand_ins.taken));
    EXPECT_THAT(made.stand_ins.reason, HasSubstr("a stem and 5 branches"));
}

TEST(StandIns, ForCardsInOnePlaceAreSound) {
    std::vector<TriangleMesh> cards(100, card({0, 1, 0}, {0.1, 0, 0}, {0, 0.1, 0.1}));
    for (size_t i = 0; i < cards.size(); ++i)
        for (Vec3f& p : cards[i].positions) p.z() += 1e-4f * static_cast<float>(i);
    const Made made = make(cards);
    for (const Limb& limb : made.stand_ins.limbs) EXPECT_GT(limb.line.length(), 0);
}

}  // namespace
}  // namespace thigmo
