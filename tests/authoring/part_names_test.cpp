// Names of objects, groups and materials: which of them say that a part is a pot.
#include "thigmo/authoring/part_names.h"

#include <gtest/gtest.h>

#include "tests/authoring/made_soup.h"

namespace thigmo {
namespace {

using made::card;

struct Named {
    std::string node, mesh, look;
};

/// Per part, whether it is a pot.
std::vector<bool> pots(const std::vector<Named>& parts) {
    Soup soup;
    for (const Named& names : parts)
        made::add(soup, card({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), names.mesh, names.look).node =
            names.node;
    std::vector<bool> found;
    for (const NamedPart& part : read_names(soup)) found.push_back(part.pot);
    return found;
}

/// As the name of an object beside another one.
bool is_pot(const std::string& name) {
    return pots({{name, name, "a"}, {"other", "other", "a"}})[0];
}

using Found = std::vector<bool>;

TEST(PartNames, PotsAreKnownByTheirWords) {
    for (const char* name :
         {"Pot",        "POT_01",     "pots",         "planter",      "Planter Box", "vase.003",
          "flowerPot",  "flower_pot", "FlowerPotRim", "plant_pot",    "box",         "wooden-box",
          "boxes",      "basket",     "Urn",          "jar2",         "tub",         "trough",
          "bucket_low", "Blumentopf", "blumenTopf",   "Kübel",        "großerKübel", "maceta",
          "jarrón",     "Vaso",       "jardinière",   "pot_de_fleurs"})
        EXPECT_TRUE(is_pot(name)) << name;
}

TEST(PartNames, OtherWordsThatHoldOrPrecedeThemAreNone) {
    for (const char* name : {"potato",   "spot",       "SpotLight", "depot",    "Potentilla",
                             "potted",   "boxwood",    "box wood",  "BoxHedge", "Box001",
                             "box_2",    "tube",       "tuba",      "jargon",   "turn",
                             "urnfield", "basketball", "pot plant", "PotLeaf",  "vase_flowers",
                             "pot_soil", "tray_grass", "topfen",    "",         "1"})
        EXPECT_FALSE(is_pot(name)) << name;
}

TEST(PartNames, ObjectMeshAndMaterialAreAllHeard) {
    EXPECT_EQ(pots({{"pot", "Cylinder", "a"}, {"x", "y", "a"}}), (Found{true, false}));
    EXPECT_EQ(pots({{"Cylinder", "pot", "a"}, {"x", "y", "a"}}), (Found{true, false}));
    EXPECT_EQ(pots({{"Cylinder", "z", "pot"}, {"x", "y", "a"}}), (Found{true, false}));
}

TEST(PartNames, WhatAllPartsAreCalledTellsNothing) {
    EXPECT_EQ(pots({{"pot", "pot", "a"}, {"pot", "pot", "b"}}), (Found{false, false}));
    EXPECT_EQ(pots({{"a", "a", "pot"}, {"b", "b", "pot"}}), (Found{false, false}));
    EXPECT_EQ(pots({{"pot", "pot", "pot"}}), (Found{false}));
    // Then the finer name tells.
    EXPECT_EQ(pots({{"pot", "pot", "clay pot"}, {"pot", "pot", "b"}}), (Found{true, false}));
    EXPECT_EQ(pots({{"tree", "tree_pot", "a"}, {"tree", "tree_crown", "a"}}), (Found{true, false}));
}

TEST(PartNames, OfSeveralMaterialsInAnObjectEachTellsOfItself) {
    EXPECT_EQ(pots({{"Pot 1", "m", "clay"}, {"Pot 1", "m", "leaves"}, {"x", "y", "clay"}}),
              (Found{true, false, false}));
    // A planter of one material may be named after wood, or share a picture with the plant.
    EXPECT_EQ(pots({{"Planter", "m", "old wood"}, {"x", "y", "bark"}}), (Found{true, false}));
    EXPECT_EQ(pots({{"Planter", "m", "plant atlas"}, {"x", "y", "bark"}}), (Found{true, false}));
}

TEST(PartNames, TellWoodLeavesAndPropsByAnyWord) {
    Soup soup;
    made::add(soup, card({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), "woodBirch_02", "green");
    made::add(soup, card({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), "x", "Leaves");
    made::add(soup, card({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), "soil", "x");
    const std::vector<NamedPart> named = read_names(soup);
    EXPECT_TRUE(named[0].wood && !named[0].leaf && !named[0].prop);
    EXPECT_TRUE(named[1].leaf && !named[1].wood && !named[1].prop);
    EXPECT_TRUE(named[2].prop && !named[2].pot);
}

}  // namespace
}  // namespace thigmo
