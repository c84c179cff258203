// Loose soups: what they say about their own triangles is true.
#include "samples/soups.h"

#include <gtest/gtest.h>

#include <map>

#include "samples/plants.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/skin.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using samples::loosen, samples::LooseDomain, samples::LooseSettings, samples::LooseSoup;

size_t triangles(const Soup& soup) {
    size_t count = 0;
    for (const SoupPart& part : soup.parts) count += part.mesh.triangles.size();
    return count;
}

/// Those triangles of the soup alone.
TriangleMesh pick(const Soup& soup, const std::vector<uint32_t>& numbers) {
    TriangleMesh picked;
    for (const uint32_t number : numbers) {
        size_t row = number, part = 0;
        while (row >= soup.parts[part].mesh.triangles.size())
            row -= soup.parts[part++].mesh.triangles.size();
        const TriangleMesh& mesh = soup.parts[part].mesh;
        for (const uint32_t corner : mesh.triangles[row])
            picked.positions.push_back(mesh.positions[corner]);
        const auto end = static_cast<uint32_t>(picked.positions.size());
        picked.triangles.push_back({end - 3, end - 2, end - 1});
    }
    return picked;
}

/// As drawn, but for what the test asks for.
LooseSettings tidy() {
    LooseSettings settings;
    settings.shuffled = settings.unwelded = settings.trimmed = false;
    settings.gap = settings.open = settings.debris = 0;
    return settings;
}

TEST(LooseSoup, AsDrawnItIsTheSkinAndTheShapes) {
    const Plant plant = samples::sapling();
    const LooseSoup loose = loosen(plant, tidy());
    const Skin skin = build_skin(plant);
    EXPECT_EQ(loose.soup.parts[0].mesh, skin.mesh);
    EXPECT_EQ(loose.soup.parts[0].node, "bark");
    EXPECT_EQ(triangles(loose.soup), skin.mesh.triangles.size() + shapes_size(plant).triangles);
    EXPECT_TRUE(loose.debris.empty());
    EXPECT_EQ(find_fault(as_plant(loose.soup)), "");
}

TEST(LooseSoup, EveryTriangleHasOneOwner) {
    const Plant plant = samples::leafy_oak(6, 500);
    const LooseSoup loose = loosen(plant);
    std::vector<int> owners(triangles(loose.soup));
    for (const LooseDomain& domain : loose.domains)
        for (const uint32_t triangle : domain.triangles) ++owners.at(triangle);
    for (const uint32_t triangle : loose.debris) ++owners.at(triangle);
    EXPECT_EQ(owners, std::vector<int>(owners.size(), 1));
    EXPECT_NEAR(static_cast<double>(loose.debris.size()),
                0.05 * static_cast<double>(plant.domains.size()), 1);
    for (const SoupPart& part : loose.soup.parts)
        EXPECT_EQ(part.mesh.positions.size(), 3 * part.mesh.triangles.size());
}

TEST(LooseSoup, ShufflingMovesNoTriangleToAnotherDomain) {
    const Plant plant = samples::leafy_oak(6, 500);
    LooseSettings settings = tidy();
    const LooseSoup drawn = loosen(plant, settings);
    settings.shuffled = settings.unwelded = true;
    const LooseSoup loose = loosen(plant, settings);
    EXPECT_NE(drawn.soup.parts[0].mesh.triangles, loose.soup.parts[0].mesh.triangles);
    for (const DomainId domain : plant.domains.rows()) {
        const TriangleMesh one = pick(drawn.soup, drawn.domains[domain].triangles);
        const TriangleMesh two = pick(loose.soup, loose.domains[domain].triangles);
        ASSERT_NEAR(area(one), area(two), 1e-6 * area(one)) << domain.value;
        ASSERT_TRUE(bounds(one).isApprox(bounds(two))) << domain.value;
    }
}

TEST(LooseSoup, TrimmedBranchesBeginAtTheirParentsBark) {
    // A trunk of radius 0.1 and a branch of radius 0.02 that leaves it level.
    Plant plant = samples::stem(1, 2, 0.1, 0.1);
    const Plant branch = samples::stem(1, 1, 0.02, 0.02);
    for_columns(plant.domains.columns(), branch.domains.columns(),
                [](auto& to, const auto& from) { to.push_back(from[DomainId(0)]); });
    const DomainId child(1);
    plant.domains.key[child] = 77;
    plant.domains.parent[child] = DomainId(0);
    plant.domains.attachment[child] = {SegmentId(0), 0.5};
    plant.domains.order[child] = 1;
    plant.domains.segments[child] = {1, 1};
    plant.segments.key.push_back(78);
    plant.segments.start.push_back({0, 1, 0});
    plant.segments.end.push_back({1, 1, 0});
    plant.segments.start_radius.push_back(0.02);
    plant.segments.end_radius.push_back(0.02);
    ASSERT_EQ(find_fault(plant), "");
    LooseSettings settings = tidy();
    settings.trimmed = true;
    const LooseDomain flush = loosen(plant, settings).domains[child];
    EXPECT_LT((flush.centreline.front() - Vec3(0.1, 1, 0)).norm(), 1e-6);
    EXPECT_EQ(flush.parent, DomainId(0));
    settings.gap = 1;
    const LooseDomain apart = loosen(plant, settings).domains[child];
    const double gap = apart.centreline.front().x() - 0.1;
    EXPECT_GT(gap, 0);
    EXPECT_LT(gap, 0.02);
    EXPECT_NEAR(apart.centreline.back().x() - flush.centreline.back().x(), gap, 1e-9);
}

TEST(LooseSoup, OpenTubesHaveTwoEndsAndClosedOnesNone) {
    const Plant plant = samples::sapling();
    LooseSettings settings = tidy();
    settings.open = 1;
    const LooseSoup open = loosen(plant, settings), closed = loosen(plant, tidy());
    for (const DomainId domain : plant.domains.rows()) {
        if (plant.domains.shape[domain].exists()) continue;
        EXPECT_EQ(boundary_edges(pick(closed.soup, closed.domains[domain].triangles)), 0u);
        const TriangleMesh tube = pick(open.soup, open.domains[domain].triangles);
        const size_t sides =
            closed.domains[domain].triangles.size() / 2 / closed.domains[domain].centreline.size();
        EXPECT_EQ(boundary_edges(tube), 2 * sides);
    }
}

TEST(LooseSoup, WhatSitsOnABranchMovesOffWithIt) {
    const Plant plant = samples::leafy_oak(6, 500);
    LooseSettings settings = tidy();
    settings.trimmed = true;
    const LooseSoup flush = loosen(plant, settings);
    settings.gap = 1;
    const LooseSoup apart = loosen(plant, settings);
    size_t moved = 0;
    for (const DomainId domain : plant.domains.rows()) {
        const DomainId parent = plant.domains.parent[domain];
        if (!plant.domains.shape[domain].exists() || !parent.exists()) continue;
        const Vec3 of_parent =
            apart.domains[parent].centreline.back() - flush.domains[parent].centreline.back();
        const Vec3 own = bounds(pick(apart.soup, apart.domains[domain].triangles)).center() -
                         bounds(pick(flush.soup, flush.domains[domain].triangles)).center();
        ASSERT_LT((own - of_parent).norm(), 1e-5) << domain.value;
        moved += of_parent.norm() > 1e-4;
    }
    EXPECT_GT(moved, 100u);
}

TEST(LooseSoup, TheSameSeedGivesTheSameSoup) {
    const Plant plant = samples::sapling();
    LooseSettings settings;
    const LooseSoup one = loosen(plant, settings), same = loosen(plant, settings);
    settings.seed = 2;
    const LooseSoup other = loosen(plant, settings);
    EXPECT_EQ(one.soup.parts[0].mesh, same.soup.parts[0].mesh);
    EXPECT_NE(one.soup.parts[0].mesh, other.soup.parts[0].mesh);
}

TEST(OakSoup, SizesAreThoseOfTheBenchmarks) {
    EXPECT_NEAR(static_cast<double>(triangles(samples::small_oak())), 30e3, 3e3);
    EXPECT_NEAR(static_cast<double>(triangles(samples::middle_oak())), 300e3, 15e3);
}

TEST(OakSoup, ThePapersOakHasItsLeavesItsBranchesAndItsTriangles) {
    std::map<bool, size_t> of_wood;
    for (const Kind kind : samples::leafy_oak(19, 120'000).domains.kind) ++of_wood[is_wood(kind)];
    EXPECT_EQ(of_wood[false], 120'000u);
    EXPECT_NEAR(static_cast<double>(of_wood[true]), 871, 9);
    EXPECT_NEAR(static_cast<double>(triangles(samples::paper_oak())), 2'360'868, 24e3);
}

}  // namespace
}  // namespace thigmo
