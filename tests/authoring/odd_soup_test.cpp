// Odd meshes: each becomes a plant, or one sentence.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/authoring/made_soup.h"
#include "tests/authoring/same_picture.h"
#include "tests/message.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using made::add, made::card, made::straight;
using testing::HasSubstr;

/// A plant comes of it, sound, with this many domains that bend.
size_t flexible_in(const Soup& soup) {
    const Authored made = author_soup(soup);
    EXPECT_EQ(made.plants.size(), 1u);
    expect_same_picture(soup, made, 5e-4);
    const Plant& plant = made.plants[0].plant;
    return static_cast<size_t>(std::ranges::count(plant.domains.flexible, 1));
}

TEST(AuthorRobust, ASingleUprightTriangleBends) {
    TriangleMesh one = card({0, 0, 0}, {0.5, 0, 0}, {0, 1, 0});
    one.triangles.pop_back();
    one.positions.pop_back();
    one.normals.pop_back();
    one.uvs.pop_back();
    const Authored made = author_soup(made::soup_of({one}));
    EXPECT_EQ(made.plants[0].plant.domains.size(), 1u);
    EXPECT_EQ(find_fault(made.plants[0].plant), "");
}

TEST(AuthorRobust, ATJunctionIsNoHole) {
    // The upper half has twice the sides of the lower one: its ring meets the middles of edges.
    made::Tube lower = straight({0, 0, 0}, {0, 1.5, 0}, 0.1, 0.1, 9),
               upper = straight({0, 1.5, 0}, {0, 3, 0}, 0.1, 0.08, 9);
    upper.sides = 16;
    Soup soup = made::soup_of({made::mesh_of(lower), made::mesh_of(upper)});
    EXPECT_EQ(flexible_in(soup), 2u);
    const Plant plant = author_soup(soup).plants[0].plant;
    EXPECT_EQ(plant.domains.parent[DomainId(1)], DomainId(0));
}

TEST(AuthorRobust, ACrackedTubeIsOneBranchOrSeveralButAllIsThere) {
    // Every second ring is torn off by a thousandth of the height.
    TriangleMesh tube = made::mesh_of(straight({0, 0, 0}, {0, 3, 0}, 0.1, 0.05, 9));
    TriangleMesh cracked = made::unwelded(tube);
    for (size_t t = 0; t < tube.triangles.size(); ++t)
        if (t / 16 % 4 == 3)
            for (size_t c = 0; c < 3; ++c) cracked.positions[3 * t + c].y() += 0.003f;
    EXPECT_GE(flexible_in(made::soup_of({cracked})), 1u);
}

TEST(AuthorRobust, TrianglesInAllDirectionsArePlantOrSentence) {
    Random random(3);
    TriangleMesh chaos;
    for (uint32_t i = 0; i < 600; ++i) {
        Vec3f base(0, 0, 0);
        for (int c = 0; c < 3; ++c) {
            for (int axis = 0; axis < 3; ++axis)
                base[axis] = static_cast<float>(random.uniform(-1, 1));
            chaos.positions.push_back(base);
        }
        chaos.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    chaos.normals = vertex_normals(chaos.positions, chaos.triangles);
    chaos.uvs.resize(chaos.positions.size(), Vec2f::Zero());
    const Soup soup = made::soup_of({chaos});
    const std::string said = message([&] {
        for (const AuthoredPlant& one : author_soup(soup).plants)
            EXPECT_EQ(find_fault(one.plant), "");
    });
    EXPECT_THAT(said, testing::AnyOf("no error", HasSubstr("expected a plant")));
}

TEST(AuthorRobust, TenTreesInARowAreTen) {
    Soup soup;
    soup.name = "row";
    for (int i = 0; i < 10; ++i)
        for (const SoupPart& part : made::small_tree(3, 2).parts)
            add(soup, made::moved(part.mesh, {{4.0 * i, 0, 0}, Quat::Identity(), 1 - 0.05 * i}), "",
                part.look.value == 0 ? "bark" : "leaf");
    const Authored made = author_soup(soup);
    ASSERT_EQ(made.plants.size(), 10u);
    expect_same_picture(soup, made, 5e-4);
    expect_owners(soup, made);
    for (size_t i = 0; i < 10; ++i) {  // the largest first
        EXPECT_EQ(made.plants[i].plant.domains.size(), 10u);
        EXPECT_NEAR(bounds(made.plants[i].plant).sizes().y(),
                    4.025 * (1 - 0.05 * static_cast<double>(i)), 0.03);
    }
}

TEST(AuthorRobust, StemsOfABushAreOnePlant) {
    Soup soup;
    for (int i = 0; i < 5; ++i) {
        const double angle = 1.26 * i;
        const Vec3 out(std::cos(angle), 0, std::sin(angle));
        add(soup, made::mesh_of(straight(0.1 * out, 0.8 * out + Vec3(0, 2, 0), 0.04, 0.02, 17)), "",
            "bark");
    }
    const Authored made = author_soup(soup);
    ASSERT_EQ(made.plants.size(), 1u);
    EXPECT_EQ(made.counts.roots, 5u);
}

TEST(AuthorRobust, AHangingPlantIsHeldAtTheTop) {
    Soup soup;
    for (int i = 0; i < 3; ++i)
        add(soup,
            made::mesh_of(
                straight({0.05 * i, 3, 0}, {0.4 * (i - 1), 0.5 + 0.2 * i, 0.1}, 0.04, 0.008, 17)),
            "", "bark");
    const Authored made = author_soup(soup);
    ASSERT_EQ(made.plants.size(), 1u);
    const Plant& plant = made.plants[0].plant;
    for (const DomainId domain : plant.domains.rows())
        EXPECT_NEAR(plant.segments.start[plant.domains.segments[domain].front()].y(), 3, 0.01);
    ASSERT_FALSE(made.plants[0].doubts.empty());
    EXPECT_THAT(made.plants[0].doubts[0], HasSubstr("hangs from above"));
}

TEST(AuthorRobust, ABlobOnAStickIsATrunkWithACrown) {
    Soup soup;
    soup.name = "lollipop";
    made::Tube stick = straight({0, 0, 0}, {0, 2, 0}, 0.12, 0.1, 5);
    stick.base = stick.tip = made::End::capped;
    stick.sides = 6;
    add(soup, made::mesh_of(stick), "trunk", "wood");
    add(soup, made::ball({0, 2.5, 0}, 0.9), "crown", "leaves");
    const Authored made = author_soup(soup);
    const Plant& plant = made.plants[0].plant;
    ASSERT_EQ(plant.domains.size(), 2u);
    EXPECT_EQ(plant.domains.flexible[DomainId(0)], 1);
    EXPECT_EQ(plant.domains.parent[DomainId(1)], DomainId(0));
    expect_same_picture(soup, made, 5e-4);
}

TEST(AuthorRobust, ABlobInOneSkinWithItsStickBends) {
    const Soup soup = made::soup_of(
        {made::skin({{{0, 0, 0}, {0, 2, 0}, 0.15}, {{0, 2.4, 0}, {0, 2.6, 0}, 0.8}}, 0.1)});
    const Authored made = author_soup(soup);
    EXPECT_EQ(find_fault(made.plants[0].plant), "");
    EXPECT_GE(std::ranges::count(made.plants[0].plant.domains.flexible, 1), 1);
}

TEST(AuthorRobust, TrianglesWithoutAreaAloneAreRefused) {
    EXPECT_THAT(message([] {
                    author_soup(made::soup_of({card({0, 0, 0}, {1, 0, 0}, {2, 0, 0}),
                                               card({0, 1, 0}, {1, 0, 0}, Vec3::Zero())}));
                }),
                HasSubstr("expected a plant"));
}

TEST(AuthorRobust, CrossedBillboardsSwayAsOne) {
    const Soup soup = made::soup_of(
        {card({0, 0, 0}, {2, 0, 0}, {0, 4, 0}), card({0, 0, 0}, {0, 0, 2}, {0, 4, 0})});
    const Authored made = author_soup(soup);
    const Plant& plant = made.plants[0].plant;
    EXPECT_EQ(plant.domains.size(), 1u);
    EXPECT_EQ(plant.domains.flexible[DomainId(0)], 1);
    EXPECT_GE(plant.segments.size(), 8u);
    // Cut finer, so that it can bend: the area is the same.
    EXPECT_GT(plant.shapes[ShapeId(0)].mesh.triangles.size(), 4u);
    EXPECT_NEAR(area(plant.shapes[ShapeId(0)].mesh), 16, 1e-4);
    EXPECT_THAT(made.plants[0].doubts, testing::Contains(HasSubstr("no wood")));
}

TEST(AuthorRobust, ManyCardsMoveAsOneBush) {
    Random random(9);
    std::vector<TriangleMesh> cards;
    for (int i = 0; i < 300; ++i) {
        const Vec3 at(random.uniform(-1, 1), random.uniform(0, 1.5), random.uniform(-1, 1));
        const Quat turn(Eigen::AngleAxisd(random.uniform(0, 6), Vec3(1, 2, 0).normalized()));
        cards.push_back(made::moved(card({0, 0, 0}, {0.1, 0, 0}, {0, 0.15, 0}), {at, turn, 1}));
    }
    const Authored made = author_soup(made::soup_of(cards));
    ASSERT_EQ(made.plants.size(), 1u);
    const Plant& plant = made.plants[0].plant;
    EXPECT_EQ(find_fault(plant), "");
    EXPECT_EQ(plant.domains.size(), 300u);
    const auto flexible = std::ranges::count(plant.domains.flexible, 1);
    EXPECT_GE(flexible, 4);
    EXPECT_LE(flexible, 8);
    size_t roots = 0;
    for (const DomainId parent : plant.domains.parent) roots += !parent.exists();
    EXPECT_EQ(roots, 1u);
}

TEST(AuthorRobust, APotStaysWhereItIs) {
    Soup soup;
    soup.name = "potted";
    add(soup, made::pot(0.4, 0.5), "", "clay");
    add(soup, made::mesh_of(straight({0, 0.3, 0}, {0, 2, 0}, 0.03, 0.02, 17)), "", "green");
    add(soup, card({0.02, 1, 0}, {0, 0, 0.1}, {0.15, 0.05, 0}), "", "green");
    const Authored made = author_soup(soup);
    const Plant& plant = made.plants[0].plant;
    ASSERT_EQ(plant.domains.size(), 3u);
    EXPECT_EQ(plant.domains.kind[DomainId(2)], Kind::prop);
    EXPECT_FALSE(plant.domains.parent[DomainId(2)].exists());
    expect_same_picture(soup, made, 5e-4);
}

}  // namespace
}  // namespace thigmo
