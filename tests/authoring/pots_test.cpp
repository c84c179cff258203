// Pots: what is one, how far it reaches, and what lies in it.
#include "thigmo/authoring/pots.h"

#include <gtest/gtest.h>

#include "tests/authoring/made_pots.h"
#include "tests/authoring/made_soup.h"
#include "thigmo/authoring/roles.h"

namespace thigmo {
namespace {

using made::add, made::ball, made::card, made::straight;

/// One piece per part, as all are made here.
Roles roles_of(const Soup& soup) {
    SoupSurface surface = join_parts(soup, 1);
    const Pieces pieces = find_pieces(surface);
    EXPECT_EQ(pieces.size(), soup.parts.size());
    return find_roles(soup, surface, pieces, find_forms(surface, pieces));
}

TriangleMesh stem(const Vec3& from, const Vec3& to) {
    return made::mesh_of(straight(from, to, 0.03, 0.02, 17));
}

/// A plant that stands on the ground.
Soup plant() {
    Soup soup;
    add(soup, stem({0, 0, 0}, {0, 2, 0}), "", "green");
    add(soup, card({0, 1, 0}, {0.1, 0, 0}, {0, 0, 0.15}), "", "green");
    return soup;
}

struct Vessel {
    const char* form;
    TriangleMesh mesh;
};

/// Each as a file may have it: of any form, of any size, high or low.
std::vector<Vessel> vessels() {
    const auto at = [](TriangleMesh mesh, const Vec3& place) {
        return made::moved(std::move(mesh), {place, Quat::Identity(), 1});
    };
    made::Tube bow = made::quarter(0.4, 0.05);
    return {
        {"sheet", card({0.5, 0, 0}, {1, 0, 0}, {0, 0.4, 0})},
        {"tube", made::mesh_of(straight({0, 0, 0}, {0, 1, 0}, 0.06, 0.06))},
        {"fork",
         made::skin({{{0.6, 0, 0}, {0.6, 1, 0}, 0.1}, {{0.6, 0.5, 0}, {1.2, 1, 0}, 0.1}}, 0.05)},
        {"bow", made::mesh_of(bow)},
        {"lump", made::pot(0.4, 0.5)},
        {"small lump", made::pot(0.05, 0.1)},
        {"lump above", at(made::pot(0.4, 0.5), {0, 1.5, 0})}};
}

TEST(Pots, AreKnownByTheirNamesInAnyForm) {
    for (const auto& [form, mesh] : vessels())
        for (int where = 0; where < 3; ++where) {
            Soup soup = plant();
            SoupPart& part =
                add(soup, mesh, where == 1 ? "flowerPot" : "", where == 2 ? "pot" : "grey");
            if (where == 0) part.node = "Vase.002";
            const Roles roles = roles_of(soup);
            EXPECT_EQ(roles.of[2].role, Role::prop) << form << ' ' << where;
            EXPECT_EQ(roles.of[0].role, Role::branch) << form << ' ' << where;
            EXPECT_EQ(roles.of[1].role, Role::leaf) << form << ' ' << where;
            EXPECT_EQ(roles.pots.size(), 1u) << form << ' ' << where;
        }
}

TEST(Pots, WithoutANameAreBodiesAtTheBottomThatSomethingStandsIn) {
    for (const auto& [form, mesh] : vessels()) {
        Soup soup = plant();
        add(soup, mesh, "", "grey");
        const bool is_pot = std::string(form) == "lump";
        EXPECT_EQ(roles_of(soup).of[2].role == Role::prop, is_pot) << form;
    }
}

TEST(Pots, PiecesThatTouchAreOneAndOthersAreNot) {
    EXPECT_EQ(roles_of(made::planter_of_stems()).pots.size(), 1u);
    EXPECT_EQ(roles_of(made::basket_of_vines()).pots.size(), 1u);
    const Roles two = roles_of(made::two_pots());
    ASSERT_EQ(two.pots.size(), 2u);
    EXPECT_EQ(two.pots[0].pieces, (std::vector{PieceId(0)}));
}

TEST(Pots, NothingButNamedPotsIsToldByForm) {
    Soup soup;
    add(soup, stem({0, 0, 0}, {0, 2, 0}), "pot", "a");
    add(soup, stem({1, 0, 0}, {1, 2, 0}), "vase", "b");
    add(soup, card({0.5, 0.5, 0}, {0.3, 0, 0}, {0, 0, 0.3}), "soil", "b");
    const Roles roles = roles_of(soup);
    EXPECT_EQ(roles.of[0].role, Role::branch);
    EXPECT_EQ(roles.of[1].role, Role::branch);
}

TEST(Pots, ReachUpToTheirRimsNotTheirHandles) {
    const Roles roles = roles_of(made::basket_of_vines());
    ASSERT_EQ(roles.pots.size(), 1u);
    const Pot& pot = roles.pots[0];
    EXPECT_EQ(pot.pieces.size(), 2u);
    EXPECT_NEAR(pot.room.min().y(), 2, 1e-6);
    EXPECT_NEAR(pot.room.max().y(), 2.2, 0.03);
    EXPECT_FALSE(pot.soil);
    const Roles whole = roles_of(made::vase_of_stems());
    EXPECT_NEAR(whole.pots.at(0).room.max().y(), 0.4, 1e-6);
}

TEST(Pots, SoilAndStonesLieInThemAndStemsAndLeavesDoNot) {
    Soup soup = plant();
    add(soup, made::pot(0.4, 0.5), "urn", "clay");
    add(soup, card({0, 0.4, -0.15}, {0.3, 0, 0}, {0, 0, 0.3}), "", "green");  // soil
    add(soup, ball({0.15, 0.4, 0.1}, 0.05), "", "green");                     // a stone
    add(soup, made::mesh_of(straight({0.1, 0.2, 0}, {0.1, 0.45, 0}, 0.008, 0.006)), "", "green");
    add(soup, card({0.1, 0.3, 0}, {0.1, 0, 0}, {0, 0.1, 0.02}), "", "green");  // a leaf
    add(soup, card({0.2, 0.3, 0}, {0.1, 0, 0}, {0, 0.1, 0.02}), "", "brown");
    const Roles roles = roles_of(soup);
    ASSERT_EQ(roles.pots.size(), 1u);
    EXPECT_EQ(roles.pots[0].contents, (std::vector{PieceId(3), PieceId(4), PieceId(7)}));
    EXPECT_NEAR(roles.pots[0].soil.value_or(0), 0.45, 0.01);
    EXPECT_EQ(roles.of[3].reason, "lies in the pot");
    EXPECT_EQ(roles.of[6].role, Role::leaf);
}

TEST(Pots, WhatIsAroundEverythingIsAPropAndNoPot) {
    Soup soup = plant();
    add(soup, ball({0, 1, 0}, 1.6), "jar", "glass");
    const Roles roles = roles_of(soup);
    EXPECT_TRUE(roles.pots.empty());
    EXPECT_EQ(roles.of[1].role, Role::leaf);
    EXPECT_EQ(roles.of[2].role, Role::prop);
}

TEST(Pots, TheBackOfAPotIsAPot) {
    Soup soup = plant();
    add(soup, made::pot(0.4, 0.5), "pot", "clay");
    TriangleMesh back = made::pot(0.4, 0.5);
    for (Triangle& corners : back.triangles) std::swap(corners[0], corners[1]);
    add(soup, back, "lining", "paint");
    SoupSurface surface = join_parts(soup, 1);
    const Pieces pieces = find_pieces(surface);
    const Roles roles = find_roles(soup, surface, pieces, find_forms(surface, pieces));
    for (const PieceId piece : pieces.rows())
        EXPECT_EQ(roles.of[piece.value].role == Role::prop,
                  surface.part[pieces[piece].front()] >= 2)
            << piece.value;
}

TEST(Pots, HoldWhatBeginsBetweenFootAndRim) {
    Pot pot;
    pot.room = Box(Vec3(-1, 0, -1), Vec3(1, 1, 1));
    pot.soil = 1.2;
    EXPECT_TRUE(pot.holds({0, 0.5, 0}));
    EXPECT_TRUE(pot.holds({0, 1.2, 0}));
    EXPECT_FALSE(pot.holds({0, 1.5, 0}));
    EXPECT_FALSE(pot.holds({1.5, 0.5, 0}));
    EXPECT_FALSE(pot_at({}, {0, 0.5, 0}));
    Pot other = pot;
    other.room.translate(Vec3(3, 0, 0));
    EXPECT_EQ(pot_at(std::vector{other, pot}, {0, 0.5, 0}), 1u);
}

}  // namespace
}  // namespace thigmo
