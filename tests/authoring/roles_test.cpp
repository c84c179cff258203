// Roles: what each piece of a soup is taken for, and what is set aside.
#include "thigmo/authoring/roles.h"

#include <gtest/gtest.h>

#include "thigmo/mesh/image.h"

#include "tests/authoring/made_soup.h"

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

/// A stem with a leaf.
Soup plant() {
    Soup soup;
    add(soup, stem({0, 0, 0}, {0, 2, 0}), "", "green");
    add(soup, card({0, 1, 0}, {0.1, 0, 0}, {0, 0, 0.15}), "", "green");
    return soup;
}

TEST(Roles, TubesAreBranchesAndCardsLeaves) {
    const Roles roles = roles_of(plant());
    EXPECT_EQ(roles.of[0].role, Role::branch);
    EXPECT_EQ(roles.of[1].role, Role::leaf);
    EXPECT_TRUE(roles.pots.empty());
    for (const PieceRole& role : roles.of) {
        EXPECT_FALSE(role.reason.empty());
        EXPECT_GT(role.confidence, 0.5);
        EXPECT_FALSE(role.ordered);
    }
}

TEST(Roles, LargeCardsAreTwigs) {
    Soup soup = plant();
    add(soup, card({0, 1.5, 0}, {0.4, 0, 0}, {0, 0, 0.6}), "", "green");
    EXPECT_EQ(roles_of(soup).of[2].role, Role::twig);
}

TEST(Roles, StemsFiledUnderLeavesAreBranches) {
    Soup soup;
    add(soup, stem({0, 0, 0}, {0, 2, 0}), "leaves", "leaf");
    EXPECT_EQ(roles_of(soup).of[0].role, Role::branch);
}

TEST(Roles, AFruitIsALeafToo) {
    Soup soup = plant();
    add(soup, ball({0.1, 1.5, 0}, 0.08), "", "red");
    const Roles roles = roles_of(soup);
    EXPECT_EQ(roles.of[2].role, Role::leaf);
    EXPECT_LT(roles.of[2].confidence, 0.7);
}

TEST(Roles, AShortBodyNamedAsWoodIsABranch) {
    Soup soup = plant();
    made::Tube stump = straight({0, 0, 0}, {0, 1, 0}, 0.2, 0.2, 5);
    stump.base = stump.tip = made::End::capped;
    add(soup, made::mesh_of(stump), "trunk", "brown");
    EXPECT_EQ(roles_of(soup).of[2].role, Role::branch);
}

/// A picture of which the alpha leaves nothing, or all.
Texture plain_texture(uint8_t alpha) {
    return {"plain", encode_png(make_image(4, 4, {80, 120, 40, alpha}))};
}

TEST(Roles, ATubeThatItsTextureCutsOutIsACard) {
    for (const uint8_t alpha : {uint8_t{0}, uint8_t{255}}) {
        Soup soup = plant();
        soup.textures.push_back(plain_texture(alpha));
        soup.looks[soup.parts[0].look].texture = TextureId(0);
        EXPECT_EQ(roles_of(soup).of[0].role, alpha == 0 ? Role::leaf : Role::branch);
    }
}

TEST(Roles, BodiesThatComeAgainAreSurerFruit) {
    Soup soup = plant();
    for (int i = 0; i < 3; ++i) add(soup, ball({0.1, 1.2 + 0.2 * i, 0}, 0.05), "", "red");
    EXPECT_LT(roles_of(soup).of[2].confidence, 0.7);
    add(soup, ball({-0.1, 1.5, 0}, 0.06), "", "red");
    EXPECT_GE(roles_of(soup).of[2].confidence, 0.8);
}

TEST(Roles, NamesAreReadByWholeWords) {
    // A crown on a stick in one skin, under names that begin as a pot's does.
    for (const char* name : {"Potentilla", "TreeTemplate", "BaseMesh"}) {
        Soup soup;
        add(soup, made::skin({{{0, 0, 0}, {0, 2, 0}, 0.1}, {{0, 1, 0}, {0.8, 1.8, 0}, 0.08}}, 0.05),
            name, "bark");
        EXPECT_EQ(roles_of(soup).of[0].role, Role::branch) << name;
    }
}

TEST(Roles, GroundUnderAPlantIsAProp) {
    for (const double size : {6.0, 30.0}) {
        Soup soup = plant();
        add(soup, card({-size / 2, 0, -size / 2}, {size, 0, 0}, {0, 0, size}), "", "grass");
        EXPECT_EQ(roles_of(soup).of[2].role, Role::prop) << size;
    }
    Soup soup = plant();
    add(soup, card({-0.3, 0, -0.3}, {0.6, 0, 0}, {0, 0, 0.6}), "soil", "brown");
    EXPECT_EQ(roles_of(soup).of[2].role, Role::prop);
}

/// Too small for a pot, thicker than what stands on it.
TEST(Roles, AStumpThatStemsStandOnIsABranch) {
    Soup soup = plant();
    made::Tube stump = straight({0, -0.2, 0}, {0, 0.05, 0}, 0.05, 0.05, 5);
    stump.base = stump.tip = made::End::capped;
    add(soup, made::mesh_of(stump), "", "brown");
    EXPECT_EQ(roles_of(soup).of[2].role, Role::branch);
}

TEST(Roles, APotAndAllThatLiesInItArePropsButNotTheStems) {
    Soup soup;
    add(soup, made::pot(0.4, 0.5), "", "clay");
    add(soup, card({0, 0.45, 0}, {0.5, 0, 0}, {0, 0, 0.3}), "", "earth");  // soil
    add(soup, ball({0.15, 0.45, 0.1}, 0.05), "", "grey");                  // a stone
    add(soup, stem({0, 0.3, 0}, {0, 2, 0}), "", "green");
    add(soup, stem({0.1, 0.3, 0}, {0.5, 1.6, 0}), "", "green");
    add(soup, card({0, 1, 0}, {0.1, 0, 0}, {0, 0, 0.15}), "", "green");
    const Roles roles = roles_of(soup);
    EXPECT_EQ(roles.of[0].role, Role::prop);
    EXPECT_EQ(roles.of[0].reason, "a pot");
    EXPECT_EQ(roles.of[1].role, Role::prop);
    EXPECT_EQ(roles.of[2].role, Role::prop);
    EXPECT_EQ(roles.of[2].reason, "lies in the pot");
    EXPECT_EQ(roles.of[3].role, Role::branch);
    EXPECT_EQ(roles.of[4].role, Role::branch);
    EXPECT_EQ(roles.of[5].role, Role::leaf);
    ASSERT_EQ(roles.pots.size(), 1u);
    EXPECT_NEAR(roles.pots[0].soil.value_or(0), 0.5, 0.06);
}

TEST(Roles, AMaterialCalledBaseColourIsNoPedestal) {
    Soup soup;
    made::Tube stick = straight({0, 0, 0}, {0, 1, 0}, 0.12, 0.1, 5);
    stick.base = stick.tip = made::End::capped;
    add(soup, made::mesh_of(stick), "", "BaseColor");
    add(soup, ball({0, 1.3, 0}, 0.5), "", "BaseColor");
    for (const PieceRole& role : roles_of(soup).of) EXPECT_NE(role.role, Role::prop);
}

TEST(Roles, WhatAnAnimationMovesIsAProp) {
    Soup soup = plant();
    add(soup, card({0.5, 2, 0}, {0.1, 0, 0}, {0, 0, 0.15}), "wing", "wing").animated = true;
    const Roles roles = roles_of(soup);
    EXPECT_EQ(roles.of[2].role, Role::prop);
    EXPECT_EQ(roles.of[1].role, Role::leaf);
}

TEST(Roles, AnAnimationOfTheWholePlantMovesNoProps) {
    Soup soup = plant();
    for (SoupPart& part : soup.parts) part.animated = true;
    for (const PieceRole& role : roles_of(soup).of) EXPECT_NE(role.role, Role::prop);
}

TEST(Roles, ABodyThatFloatsApartFromEverythingIsAProp) {
    Soup soup = plant();
    add(soup, ball({0.6, 1.5, 0}, 0.08), "", "glow");
    EXPECT_EQ(roles_of(soup).of[2].role, Role::prop);
}

TEST(Roles, WhatHasNoAreaIsDebris) {
    Soup soup = plant();
    add(soup, card({0.1, 1, 0}, {0.1, 0, 0}, Vec3::Zero()), "", "green");
    SoupSurface surface = join_parts(soup, 1);
    const Pieces pieces = find_pieces(surface);
    const Roles roles = find_roles(soup, surface, pieces, find_forms(surface, pieces));
    EXPECT_EQ(roles.of[2].role, Role::debris);
}

}  // namespace
}  // namespace thigmo
