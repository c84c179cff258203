// Plants that come back the same from soups that were spoiled: every species.
#include "tests/authoring/spoiled_soup.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "samples/skeleton_score.h"
#include "tests/authoring/made_soup.h"
#include "thigmo/materials/species.h"
#include "thigmo/scene/nursery.h"

namespace thigmo::samples {
namespace {

double wood_volume(const Plant& plant) {
    double sum = 0;
    for (const DomainId domain : plant.domains.rows()) {
        if (plant.domains.kind[domain] == Kind::leaf) continue;
        for (const SegmentId segment : plant.domains.segments[domain]) {
            const double a = plant.segments.start_radius[segment],
                         b = plant.segments.end_radius[segment];
            sum += (a * a + a * b + b * b) *
                   (plant.segments.end[segment] - plant.segments.start[segment]).norm();
        }
    }
    return sum;
}

/// A young plant in pieces, and what authoring finds of it as it is.
class SpoiledSpecies : public testing::TestWithParam<std::string> {
  protected:
    /// A vertex of its own for every corner, or those that tubes have, which meet along a seam.
    void take_apart(bool unwelded) {
        const Species species = find_species(GetParam());
        const double age = species.min_age + 0.1 * (species.default_age - species.min_age);
        Progress progress;
        plant_ = grow_species(species, age, 1, progress);
        LooseSettings settings;
        settings.unwelded = unwelded;
        loose_ = loosen(plant_, settings);
        clean_ = find(loose_.soup);
    }
    AuthoredPlant find(const Soup& soup) const {
        Progress progress;
        return author(soup, {}, {}, progress).plants.front();
    }
    void expect_same_plant(const Soup& soup, const std::string& how) const {
        const AuthoredPlant found = find(soup);
        const SkeletonScore before = score(plant_, loose_, clean_),
                            after = score(plant_, loose_, found);
        EXPECT_EQ(after.parents.right, before.parents.right) << how << " of " << after.parents.all;
        EXPECT_EQ(after.orders.right, before.orders.right) << how << " of " << after.orders.all;
        EXPECT_NEAR(static_cast<double>(after.leaves.right),
                    static_cast<double>(before.leaves.right),
                    2e-3 * static_cast<double>(after.leaves.all))
            << how;
        EXPECT_NEAR(wood_volume(found.plant) / wood_volume(clean_.plant), 1, 0.01) << how;
    }

    Plant plant_;
    LooseSoup loose_;
    AuthoredPlant clean_;
};

TEST_P(SpoiledSpecies, is_the_same_plant_with_faces_flipped_and_doubled) {
    take_apart(true);
    Soup soup = loose_.soup;
    made::flip_and_double(0.3, 0.2, 7, soup);
    expect_same_plant(soup, "flipped");
}

TEST_P(SpoiledSpecies, is_the_same_plant_with_quads_doubled_along_the_other_diagonal) {
    take_apart(true);
    for (const double share : {0.2, 1.0})
        for (const made::Copies copies : {made::Copies::of_own_part, made::Copies::of_own_look}) {
            Soup soup = loose_.soup;
            made::double_quads(share, copies, 5, soup);
            ASSERT_GT(soup.parts.size(), loose_.soup.parts.size());
            expect_same_plant(
                soup, std::to_string(share) + ' ' + std::to_string(static_cast<int>(copies)));
        }
}

/// By a few millionths of its size: tubes come apart at their seams, or into all their triangles.
TEST_P(SpoiledSpecies, is_the_same_plant_with_vertices_shaken) {
    const auto shake_by = [&](double share, const std::string& how) {
        Soup soup = loose_.soup;
        made::shake(share, 11, soup);
        expect_same_plant(soup, how + std::to_string(1e6 * share));
    };
    take_apart(false);
    for (const double share : {1e-6, 2e-6, 5e-6}) shake_by(share, "seams, ");
    take_apart(true);
    for (const double share : {2e-6, 5e-6}) shake_by(share, "unwelded, ");
}

/// Twigs thinner than a voxel are left as crumbs, with gaps between.
TEST(CrumbledSpecies, has_nothing_in_the_air) {
    const Species species = find_species("oak");
    const double age = species.min_age + 0.25 * (species.default_age - species.min_age);
    Progress progress;
    const Segments wood = grow_species(species, age, 1, progress).segments;
    std::vector<made::Stick> sticks;
    double height = 0;
    for (const SegmentId segment : wood.rows()) {
        sticks.push_back({wood.start[segment], wood.end[segment],
                          0.5 * (wood.start_radius[segment] + wood.end_radius[segment])});
        height = std::max(height, wood.end[segment].y());
    }
    const Soup soup = made::soup_of({made::skin(sticks, height / 60)});
    const AuthorCounts counts = author(soup, {}, {}, progress).counts;
    EXPECT_GT(counts.bridged, 5u);
    EXPECT_EQ(counts.loose, 0u);
}

INSTANTIATE_TEST_SUITE_P(All, SpoiledSpecies, testing::ValuesIn(species_names()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace thigmo::samples
