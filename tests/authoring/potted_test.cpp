// Plants in pots, from triangles to plants: several stems of one vessel are one plant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "tests/authoring/made_pots.h"
#include "tests/authoring/made_soup.h"
#include "tests/authoring/same_picture.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/file.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

size_t roots_of(const Plant& plant) {
    size_t count = 0;
    for (const DomainId domain : plant.domains.rows())
        count += !plant.domains.parent[domain].exists() && plant.domains.kind[domain] != Kind::prop;
    return count;
}

size_t props_of(const Plant& plant) {
    return static_cast<size_t>(std::ranges::count(plant.domains.kind, Kind::prop));
}

Vec3 foot(const Plant& plant, DomainId domain) {
    return plant.segments.start[plant.domains.segments[domain].front()];
}

void expect_feet(const Plant& plant, double height, double slack) {
    for (const DomainId domain : plant.domains.rows()) {
        const bool root = plant.domains.order[domain] == 0;
        if (!root || plant.domains.kind[domain] == Kind::prop) continue;
        EXPECT_NEAR(foot(plant, domain).y(), height, slack);
    }
}

/// The only plant of a soup, sound, whole, and the same after a trip through its file.
Plant only_plant(const Soup& soup) {
    const Authored made = author_soup(soup);
    EXPECT_EQ(made.plants.size(), 1u);
    expect_same_picture(soup, made, 5e-4);
    for (const std::string& doubt : made.plants[0].doubts)
        EXPECT_THAT(doubt, testing::Not(testing::HasSubstr("hangs")));
    const Plant& plant = made.plants[0].plant;
    const std::string bytes = encode_plant(plant);
    EXPECT_TRUE(encode_plant(decode_plant(std::as_bytes(std::span(bytes)), "again")) == bytes);
    return plant;
}

TEST(Potted, StemsOfAVaseAreOnePlantOnTheirFeet) {
    const Plant plant = only_plant(made::vase_of_stems());
    EXPECT_EQ(roots_of(plant), 3u);
    EXPECT_EQ(props_of(plant), 1u);
    expect_feet(plant, 0.1, 0.01);
}

TEST(Potted, StemsOfAPlanterAreOnePlant) {
    const Plant plant = only_plant(made::planter_of_stems());
    EXPECT_EQ(roots_of(plant), 4u);
    EXPECT_EQ(props_of(plant), 5u);
    EXPECT_EQ(plant.domains.size(), 4u + 8u + 5u);
}

TEST(Potted, VinesOfAHangingBasketBeginInIt) {
    const Plant plant = only_plant(made::basket_of_vines());
    EXPECT_EQ(roots_of(plant), 3u);
    EXPECT_EQ(props_of(plant), 2u);
    expect_feet(plant, 2.15, 0.02);
}

TEST(Potted, TwoPotsAreTwoPlantsEachWithItsPot) {
    const Soup soup = made::two_pots();
    const Authored made = author_soup(soup);
    ASSERT_EQ(made.plants.size(), 2u);
    expect_same_picture(soup, made, 5e-4);
    for (const AuthoredPlant& one : made.plants) {
        EXPECT_EQ(roots_of(one.plant), 3u);
        ASSERT_EQ(props_of(one.plant), 1u);
        Box pot;
        for (const Vec3f& p : one.plant.shapes[one.plant.domains.shape.back()].mesh.positions)
            pot.extend(p.cast<double>());
        EXPECT_TRUE(pot.contains(foot(one.plant, DomainId(0))));
    }
}

TEST(Potted, APotThatAPersonTakesForWoodIsNone) {
    Soup soup = made::planter_of_stems();
    Progress progress;
    Decisions decisions;
    for (uint32_t piece = 0; piece < 5; ++piece)
        decisions.pieces.push_back({PieceId(piece), Role::leaf, "d.toml:1:1"});
    EXPECT_EQ(author(soup, {}, {}, progress).plants.size(), 1u);
    EXPECT_EQ(author(soup, {}, decisions, progress).plants.size(), 4u);
}

}  // namespace
}  // namespace thigmo
