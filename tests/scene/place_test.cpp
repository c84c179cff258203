// Places on a plant by name, key and nearness.
#include "thigmo/scene/place.h"

#include <gtest/gtest.h>

#include "samples/plants.h"
#include "tests/message.h"

namespace thigmo {
namespace {

Place place(const char* domain, std::optional<double> along = {}) {
    PlaceName name;
    name.domain = domain;
    name.along = along;
    return find_place(samples::sapling(), name, "a.toml:3:1");
}

TEST(Place, names_are_those_of_exports) {
    // Trunk 0…1.2 m; twigs from (0, 0.6, 0) to (-0.4, 0.85, 0), and from 1.0 to the right.
    EXPECT_TRUE(place("trunk").point.isApprox(Vec3(0, 1.2, 0)));
    EXPECT_EQ(place("trunk").row, 2u);
    EXPECT_TRUE(place("trunk", 0.5).point.isApprox(Vec3(0, 0.6, 0)));
    EXPECT_EQ(place("trunk", 0.5).row, 1u);
    EXPECT_TRUE(place("twig_1").point.isApprox(Vec3(-0.4, 0.85, 0)));
    EXPECT_TRUE(place("twig_2", 0.0).point.isApprox(Vec3(0, 1.0, 0)));
    EXPECT_TRUE(place("trunk.seg_2").point.isApprox(Vec3(0, 0.8, 0)));
    EXPECT_TRUE(place("tip").point.isApprox(Vec3(0.4, 1.25, 0)));
}

TEST(Place, organs_without_segments_are_rows_of_their_own) {
    const Place leaf = place("leaf_2", 0.0);
    EXPECT_EQ(leaf.table, Load::Table::domains);
    EXPECT_TRUE(leaf.point.isApprox(Vec3(-0.4, 0.85, 0)));
    // The farthest vertex of the card is 0.1 m up and 0.03 m aside.
    EXPECT_NEAR((place("leaf_2").point - leaf.point).norm(), std::hypot(0.1, 0.03), 1e-7);
}

TEST(Place, a_key_or_a_point_names_a_place_too) {
    const Plant plant = samples::sapling();
    PlaceName name;
    name.key = plant.domains.key[DomainId(size_t{1})];
    name.along = 0;
    EXPECT_TRUE(find_place(plant, name, "").point.isApprox(Vec3(0, 0.6, 0)));
    PlaceName near;
    near.near = Vec3(0.5, 0.2, 0);
    EXPECT_TRUE(find_place(plant, near, "").point.isApprox(Vec3(0, 0.2, 0)));
    near.near = Vec3(0, 99, 0);
    EXPECT_TRUE(find_place(plant, near, "").point.isApprox(Vec3(0.4, 1.25, 0)));
    EXPECT_TRUE(find_place(plant, {}, "").point.isApprox(Vec3(0, 1.2, 0)));
}

TEST(Place, a_cut_parts_at_the_nearest_start_of_a_segment) {
    const Plant plant = samples::sapling();
    const auto cut = [&](double along) {
        PlaceName name;
        name.domain = "trunk";
        name.along = along;
        return find_cut(plant, find_place(plant, name, ""), "").segment.value;
    };
    EXPECT_EQ(cut(0), 0u);
    EXPECT_EQ(cut(0.1), 0u);
    EXPECT_EQ(cut(0.3), 1u);
    EXPECT_EQ(cut(0.6), 2u);
    EXPECT_EQ(cut(1), 2u);
}

TEST(Place, rejects_names_that_nothing_bears) {
    EXPECT_EQ(message([] { place("brunch_3"); }),
              "a.toml:3:1: found domain 'brunch_3', expected one of trunk, twig_1 … twig_2, "
              "leaf_1 … leaf_4, tip");
    EXPECT_EQ(message([] { place("twig_3"); }),
              "a.toml:3:1: found domain 'twig_3', expected one of trunk, twig_1 … twig_2, leaf_1 "
              "… leaf_4, tip");
    EXPECT_EQ(message([] { place("trunk.seg_9"); }),
              "a.toml:3:1: found domain 'trunk.seg_9', expected trunk.seg_1 … trunk.seg_3");
    PlaceName name;
    name.key = 7;
    EXPECT_EQ(message([&] { find_place(samples::sapling(), name, "a.toml:3:1"); }),
              "a.toml:3:1: found key 7, expected that of a domain");
}

TEST(Place, rejects_the_tip_of_a_plant_without_segments) {
    PlaceName name;
    name.domain = "tip";
    EXPECT_EQ(message([&] { find_place(Plant(), name, "a.toml:3:1"); }),
              "a.toml:3:1: found a plant without segments, expected one with a tip");
}

TEST(Place, rejects_a_cut_through_a_mesh) {
    Plant plant = samples::sapling();
    plant.domains.shape[DomainId(size_t{0})] = ShapeId(size_t{0});
    PlaceName name;
    name.along = 0.5;
    EXPECT_EQ(message([&] { find_cut(plant, find_place(plant, name, ""), "a.toml:3:1"); }),
              "a.toml:3:1: found a cut through a mesh, expected one at its base (along = 0)");
}

}  // namespace
}  // namespace thigmo
