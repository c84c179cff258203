// Authoring from end to end: nothing lost, nothing moved, the same bytes every time.
#include "thigmo/authoring/author.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "samples/plants.h"
#include "samples/soups.h"
#include "tests/authoring/made_soup.h"
#include "tests/message.h"
#include "thigmo/base/parallel.h"
#include "thigmo/base/random.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/file.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using made::add, made::card, made::straight;
using testing::HasSubstr;

Authored make(const Soup& soup, const AuthorSettings& settings = {}) {
    Progress progress;
    return author(soup, settings, {}, progress);
}

/// Corners as drawn, triangle by triangle.
using Drawn = std::vector<std::array<Vec3, 3>>;

Drawn drawn(const Plant& plant) {
    Drawn all;
    for (const DomainId domain : plant.domains.rows()) {
        const TriangleMesh& mesh = plant.shapes[plant.domains.shape[domain]].mesh;
        const Placement& placement = plant.domains.placement[domain];
        for (const auto& [i, j, k] : mesh.triangles)
            all.push_back({placement * mesh.positions[i].cast<double>(),
                           placement * mesh.positions[j].cast<double>(),
                           placement * mesh.positions[k].cast<double>()});
    }
    return all;
}

Drawn drawn(const Soup& soup) {
    Drawn all;
    for (const SoupPart& part : soup.parts)
        for (const auto& [i, j, k] : part.mesh.triangles)
            all.push_back({part.mesh.positions[i].cast<double>(),
                           part.mesh.positions[j].cast<double>(),
                           part.mesh.positions[k].cast<double>()});
    return all;
}

double area_of(const Drawn& triangles) {
    double sum = 0;
    for (const auto& [a, b, c] : triangles) sum += 0.5 * (b - a).cross(c - a).norm();
    return sum;
}

/// Every triangle is drawn exactly once, where it was.
void expect_same_picture(const Soup& soup, const Authored& made, double slack) {
    Drawn truth = drawn(soup), found;
    for (const AuthoredPlant& one : made.plants) {
        EXPECT_EQ(find_fault(one.plant), "");
        const Drawn here = drawn(one.plant);
        found.insert(found.end(), here.begin(), here.end());
    }
    ASSERT_EQ(found.size(), truth.size());
    EXPECT_NEAR(area_of(found), area_of(truth), 1e-4 * area_of(truth));
    // Paired by their middles in a grid: each finds a partner that nobody else has.
    const auto middle = [](const std::array<Vec3, 3>& t) { return Vec3((t[0] + t[1] + t[2]) / 3); };
    const auto by_x = [&](const auto& a, const auto& b) { return middle(a).x() < middle(b).x(); };
    std::ranges::sort(truth, by_x);
    std::ranges::sort(found, by_x);
    std::vector<uint8_t> taken(truth.size());
    size_t first = 0, lost = 0;
    for (const auto& one : found) {
        while (first < truth.size() && middle(truth[first]).x() < middle(one).x() - slack) ++first;
        bool has = false;
        for (size_t i = first; i < truth.size() && !has; ++i) {
            if (middle(truth[i]).x() > middle(one).x() + slack) break;
            if (taken[i] != 0) continue;
            double worst = 0;
            for (size_t corner = 0; corner < 3; ++corner) {
                double least = INFINITY;
                for (const Vec3& other : truth[i])
                    least = std::min(least, (other - one[corner]).norm());
                worst = std::max(worst, least);
            }
            if (worst > slack) continue;
            taken[i] = 1;
            has = true;
        }
        lost += !has;
    }
    EXPECT_EQ(lost, 0u);
}

/// Every triangle of the soup has one domain in one plant, props apart.
void expect_owners(const Soup& soup, const Authored& made) {
    for (const AuthoredPlant& one : made.plants)
        ASSERT_EQ(one.of_triangle.size(), made::triangles(soup));
    for (size_t triangle = 0; triangle < made::triangles(soup); ++triangle) {
        int owners = 0;
        for (const AuthoredPlant& one : made.plants) owners += one.of_triangle[triangle].exists();
        EXPECT_LE(owners, 1);
    }
}

TEST(Author, DrawsEveryTriangleOnceWhereItWas) {
    const Soup soup = made::small_tree(5, 6);
    const Authored made = make(soup);
    ASSERT_EQ(made.plants.size(), 1u);
    expect_same_picture(soup, made, 1e-5 * 5);
    expect_owners(soup, made);
}

TEST(Author, DrawsEveryTriangleOfLooseSoupOnceWhereItWas) {
    const Soup soup = samples::loosen(samples::leafy_oak(5, 0)).soup;
    const Authored made = make(soup);
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
    const Authored made = make(soup);
    expect_same_picture(soup, made, 5e-4);
    expect_owners(soup, made);
}

TEST(Author, ScalesToMetres) {
    AuthorSettings settings;
    settings.scale = 0.01;
    const Authored made = make(made::small_tree(), settings);
    EXPECT_NEAR(bounds(made.plants[0].plant).max().y(), 0.0403, 1e-3);
}

TEST(Author, TheTreeIsATree) {
    const Soup soup = made::small_tree(5, 3);
    const Plant plant = make(soup).plants[0].plant;
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
    const AuthorCounts counts = make(soup).counts;
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

TEST(Author, GivesTheSameBytesForAnyNumberOfThreadsAndEveryTime) {
    const Soup soup = samples::loosen(samples::leafy_oak(6, 0)).soup;
    std::string first, decisions;
    for (const size_t threads : {1, 2, 4, 1}) {
        const ThreadLimit limit(threads);
        const Authored made = make(soup);
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
    const double young = make(soup, settings).plants[0].plant.materials[MaterialId(1)].young;
    settings.frequency = 2;
    EXPECT_NEAR(make(soup, settings).plants[0].plant.materials[MaterialId(1)].young / young, 4,
                1e-3);
    settings.frequency.reset();
    settings.matter.wood.young = 3e9;
    EXPECT_EQ(make(soup, settings).plants[0].plant.materials[MaterialId(1)].young, 3e9);
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
    EXPECT_EQ(message([&] { make(soup); }),
              "void: found a mesh of 0 m, expected 0.0001 … 100000 m from corner to corner");
}

TEST(Author, rejects_what_holds_on_to_nothing) {
    EXPECT_EQ(message([] {
                  make(made::soup_of({card({0, 0, 0}, {1, 0, 0}, {0, 0, 1})}));
              }),
              "made: found nothing to hold on to, expected a plant: branches, or leaves that stand "
              "on the ground");
}

TEST(Author, rejects_props_alone) {
    Soup soup;
    soup.name = "shelf";
    add(soup, made::pot(0.3, 0.4), "pot", "clay");
    EXPECT_EQ(message([&] { make(soup); }),
              "shelf: found nothing but props, expected a plant: branches, or leaves that stand on "
              "the ground");
}

/// A plant comes of it, sound, with this many domains that bend.
size_t flexible_in(const Soup& soup) {
    const Authored made = make(soup);
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
    const Authored made = make(made::soup_of({one}));
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
    const Plant plant = make(soup).plants[0].plant;
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
        for (const AuthoredPlant& one : make(soup).plants) EXPECT_EQ(find_fault(one.plant), "");
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
    const Authored made = make(soup);
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
    const Authored made = make(soup);
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
    const Authored made = make(soup);
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
    const Authored made = make(soup);
    const Plant& plant = made.plants[0].plant;
    ASSERT_EQ(plant.domains.size(), 2u);
    EXPECT_EQ(plant.domains.flexible[DomainId(0)], 1);
    EXPECT_EQ(plant.domains.parent[DomainId(1)], DomainId(0));
    expect_same_picture(soup, made, 5e-4);
}

TEST(AuthorRobust, ABlobInOneSkinWithItsStickBends) {
    const Soup soup = made::soup_of(
        {made::skin({{{0, 0, 0}, {0, 2, 0}, 0.15}, {{0, 2.4, 0}, {0, 2.6, 0}, 0.8}}, 0.1)});
    const Authored made = make(soup);
    EXPECT_EQ(find_fault(made.plants[0].plant), "");
    EXPECT_GE(std::ranges::count(made.plants[0].plant.domains.flexible, 1), 1);
}

TEST(AuthorRobust, TrianglesWithoutAreaAloneAreRefused) {
    EXPECT_THAT(message([] {
                    make(made::soup_of({card({0, 0, 0}, {1, 0, 0}, {2, 0, 0}),
                                        card({0, 1, 0}, {1, 0, 0}, Vec3::Zero())}));
                }),
                HasSubstr("expected a plant"));
}

TEST(AuthorRobust, CrossedBillboardsSwayAsOne) {
    const Soup soup = made::soup_of(
        {card({0, 0, 0}, {2, 0, 0}, {0, 4, 0}), card({0, 0, 0}, {0, 0, 2}, {0, 4, 0})});
    const Authored made = make(soup);
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
    const Authored made = make(made::soup_of(cards));
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
    const Authored made = make(soup);
    const Plant& plant = made.plants[0].plant;
    ASSERT_EQ(plant.domains.size(), 3u);
    EXPECT_EQ(plant.domains.kind[DomainId(2)], Kind::prop);
    EXPECT_FALSE(plant.domains.parent[DomainId(2)].exists());
    expect_same_picture(soup, made, 5e-4);
}

}  // namespace
}  // namespace thigmo
