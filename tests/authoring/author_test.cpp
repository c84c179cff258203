// Authoring from end to end: nothing lost, nothing moved, the same bytes every time.
#include "thigmo/authoring/author.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "samples/plants.h"
#include "samples/soups.h"
#include "tests/authoring/made_soup.h"
#include "tests/authoring/same_picture.h"
#include "tests/message.h"
#include "thigmo/base/parallel.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/file.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using made::add, made::card, made::straight;
using testing::HasSubstr;

TEST(Author, DrawsEveryTriangleOnceWhereItWas) {
    const Soup soup = made::small_tree(5, 6);
    const Authored made = author_soup(soup);
    ASSERT_EQ(made.plants.size(), 1u);
    expect_same_picture(soup, made, 1e-5 * 5);
    expect_owners(soup, made);
}

TEST(Author, DrawsEveryTriangleOfLooseSoupOnceWhereItWas) {
    const Soup soup = samples::loosen(samples::leafy_oak(5, 0)).soup;
    const Authored made = author_soup(soup);
    expect_same_picture(soup, made, 2e-3 * 0.1);  // copies fit to a five hundredth of their size
    expect_owners(soup, made);
}

/// Two-sided faces, a crossing, a pot, a fruit, loose scraps: all are drawn.
TEST(Author, DrawsOddThingsOnceWhereTheyWere) {
    Soup soup = made::small_tree(3, 2);
    add(soup, made::pot(0.5, 0.4), "pot", "clay");
    TriangleMesh twice = card({1, 2, 0}, {0.2, 0, 0}, {0, 0.3, 0});
    twice.triangles.push_back({2, 1, 0});
    add(soup, twice, "", "leaf");
    TriangleMesh back = card({-1, 2, 0}, {0.2, 0, 0}, {0, 0.3, 0});
    add(soup, back, "", "leaf");
    for (Triangle& corners : back.triangles) std::swap(corners[0], corners[1]);
    add(soup, back, "", "back");
    add(soup, made::ball({0.1, 3.9, 0}, 0.08), "", "fruit");
    add(soup, card({0.2, 1, 0}, {0.1, 0, 0}, Vec3::Zero()), "", "bark");  // no area
    const Authored made = author_soup(soup);
    expect_same_picture(soup, made, 5e-4);
    expect_owners(soup, made);
}

/// Backs of wood move with it, and the backs of leaves are leaves; before or behind their fronts.
TEST(Author, InnerSidesOfAnotherLookBendWithTheWood) {
    const Soup tree = made::small_tree(3, 2);
    for (const bool backs_first : {false, true}) {
        Soup soup;
        for (const bool back : {backs_first, !backs_first})
            for (const SoupPart& part : tree.parts) {
                TriangleMesh mesh = part.mesh;
                for (Triangle& corners : mesh.triangles)
                    if (back) std::swap(corners[0], corners[1]);
                add(soup, mesh, "", back ? "back" : part.look.value == 0 ? "bark" : "leaf");
            }
        const Authored made = author_soup(soup);
        expect_same_picture(soup, made, 5e-4);
        expect_owners(soup, made);
        const Domains& domains = made.plants[0].plant.domains;
        EXPECT_EQ(std::ranges::count(domains.flexible, 1), 4);
        EXPECT_EQ(domains.size(), 4u + 2 * 6);
        for (const DomainId domain : domains.rows()) {
            const std::string& look = made.plants[0].plant.looks[domains.look[domain]].name;
            EXPECT_TRUE(look == "bark" || domains.flexible[domain] == 0) << look;
        }
    }
}

TEST(Author, ScalesToMetres) {
    AuthorSettings settings;
    settings.scale = 0.01;
    const Authored made = author_soup(made::small_tree(), settings);
    EXPECT_NEAR(bounds(made.plants[0].plant).max().y(), 0.0403, 1e-3);
}

TEST(Author, TheTreeIsATree) {
    const Soup soup = made::small_tree(5, 3);
    const Plant plant = author_soup(soup).plants[0].plant;
    ASSERT_EQ(plant.domains.size(), 1u + 5 + 15);
    size_t copies = 0;
    for (const DomainId domain : plant.domains.rows()) {
        const DomainId parent = plant.domains.parent[domain];
        EXPECT_EQ(plant.domains.order[domain],
                  parent.exists() ? plant.domains.order[parent] + 1 : 0);
        if (plant.domains.kind[domain] != Kind::leaf) continue;
        ++copies;
        EXPECT_TRUE(is_wood(plant.domains.kind[parent]));
        EXPECT_EQ(plant.domains.order[parent], 1);
    }
    EXPECT_EQ(copies, 15u);
    EXPECT_EQ(plant.shapes.size(), 1u + 5 + 1);  // one leaf for all
}

TEST(Author, CountsWhatItFound) {
    const Soup soup = made::small_tree(5, 3);
    const AuthorCounts counts = author_soup(soup).counts;
    EXPECT_EQ(counts.triangles, made::triangles(soup));
    EXPECT_EQ(counts.pieces, 21u);
    EXPECT_EQ(counts.limbs, 6u);
    EXPECT_EQ(counts.blades, 15u);
    EXPECT_EQ(counts.sets, 1u);
    EXPECT_EQ(counts.sets_by_uv, 1u);
    EXPECT_EQ(counts.copies, 14u);
    EXPECT_EQ(counts.meetings, 5u);
    EXPECT_EQ(counts.loops, 0u);
    EXPECT_EQ(counts.roots, 1u);
    EXPECT_EQ(counts.roles[static_cast<size_t>(Role::branch)], 6u);
    EXPECT_EQ(counts.roles[static_cast<size_t>(Role::leaf)], 15u);
}

/// The limbs of a fork begin in one point: each may as well grow from the other.
TEST(Author, IsNotWhollySureOfALimbThatHasAnotherAsNear) {
    Soup soup;
    const auto limb = [&](const Vec3& from, const Vec3& to, double base, double tip) {
        add(soup, made::mesh_of(straight(from, to, base, tip, 17)), "", "bark");
    };
    limb({0, 0, 0}, {0, 3, 0}, 0.1, 0.06);
    limb({0, 2.9, 0}, {0.9, 4.5, 0}, 0.05, 0.02);
    limb({0, 2.9, 0}, {-0.9, 4.5, 0}, 0.05, 0.02);
    limb({0, 1.5, 0}, {0.9, 2, 0}, 0.02, 0.01);
    const AuthoredPlant made = author_soup(soup).plants[0];
    for (const DomainId domain : made.plant.domains.rows()) {
        const bool forks =
            made.plant.segments.start[made.plant.domains.segments[domain].front()].y() > 2.5;
        EXPECT_EQ(made.confidence[domain] < 0.9, forks) << made.confidence[domain];
        EXPECT_GT(made.confidence[domain], 0.6);
    }
}

TEST(Author, GivesTheSameBytesForAnyNumberOfThreadsAndEveryTime) {
    const Soup soup = samples::loosen(samples::leafy_oak(6, 0)).soup;
    std::string first, decisions;
    for (const size_t threads : {1, 2, 4, 1}) {
        const ThreadLimit limit(threads);
        const Authored made = author_soup(soup);
        const std::string bytes = encode_plant(made.plants[0].plant);
        if (first.empty()) {
            first = bytes;
            decisions = made.decisions;
        }
        EXPECT_TRUE(bytes == first) << threads;
        EXPECT_EQ(made.decisions, decisions);
    }
}

TEST(Author, TheRootSwaysOnceASecondUnlessToldOtherwise) {
    const Soup soup = made::small_tree();
    AuthorSettings settings;
    const double young = author_soup(soup, settings).plants[0].plant.materials[MaterialId(1)].young;
    settings.frequency = 2;
    EXPECT_NEAR(author_soup(soup, settings).plants[0].plant.materials[MaterialId(1)].young / young,
                4, 1e-3);
    settings.frequency.reset();
    settings.matter.wood.young = 3e9;
    EXPECT_EQ(author_soup(soup, settings).plants[0].plant.materials[MaterialId(1)].young, 3e9);
}

TEST(Author, StopsWhenAsked) {
    struct Stopping : Progress {
        bool cancelled() const override { return true; }
    } progress;
    EXPECT_EQ(message([&] { author(made::small_tree(), {}, {}, progress); }), "stopped");
}

TEST(Author, rejects_an_empty_soup) {
    Soup soup;
    soup.name = "void";
    EXPECT_EQ(message([&] { author_soup(soup); }),
              "void: found a mesh of 0 m, expected 0.0001 … 100000 m from corner to corner");
}

TEST(Author, rejects_what_holds_on_to_nothing) {
    EXPECT_EQ(message([] {
                  author_soup(made::soup_of({card({0, 0, 0}, {1, 0, 0}, {0, 0, 1})}));
              }),
              "made: found nothing to hold on to, expected a plant: branches, or leaves that stand "
              "on the ground");
}

TEST(Author, rejects_props_alone) {
    Soup soup;
    soup.name = "shelf";
    add(soup, made::pot(0.3, 0.4), "pot", "clay");
    EXPECT_EQ(message([&] { author_soup(soup); }),
              "shelf: found nothing but props, expected a plant: branches, or leaves that stand on "
              "the ground");
}

}  // namespace
}  // namespace thigmo
