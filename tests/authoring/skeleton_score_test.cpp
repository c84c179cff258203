// The hierarchy behind plants that were taken apart: every species, several seeds.
#include "samples/skeleton_score.h"

#include <gtest/gtest.h>

#include "thigmo/materials/species.h"
#include "thigmo/scene/nursery.h"

namespace thigmo::samples {
namespace {

/// Young plants, so that all of them take a second.
double young_age(const Species& species) {
    return species.min_age + 0.25 * (species.default_age - species.min_age);
}

SkeletonScore score_of(const std::string& name, uint64_t seed, double gap) {
    const Species species = find_species(name);
    Progress progress;
    const Plant plant = grow_species(species, young_age(species), seed, progress);
    LooseSettings settings;
    settings.seed = seed;
    settings.gap = gap;
    const LooseSoup loose = loosen(plant, settings);
    return score(plant, loose, author(loose.soup, {}, {}, progress).plants.front());
}

class SpeciesAsSoup : public testing::TestWithParam<std::string> {};

/// Shuffled, unwelded, 5 % debris; gaps of up to `gap` base radii.
TEST_P(SpeciesAsSoup, comes_back_with_its_parents_and_leaves) {
    for (const double gap : {0.3, 1.0}) {
        SkeletonScore sum;
        for (const uint64_t seed : {1, 2, 3}) {
            const SkeletonScore one = score_of(GetParam(), seed, gap);
            sum.parents += one.parents;
            sum.leaves += one.leaves;
            sum.afloat += one.afloat;
            sum.buried += one.buried;
        }
        const double parents = gap < 0.5 ? 99 : 97;
        EXPECT_GE(sum.parents.percent(), parents)
            << sum.parents.right << " of " << sum.parents.all << ", gap " << gap;
        EXPECT_GE(sum.leaves.percent(), 99)
            << sum.leaves.right << " of " << sum.leaves.all << ", gap " << gap << ", " << sum.afloat
            << " afloat and " << sum.buried << " buried left out";
        RecordProperty("afloat", static_cast<int>(sum.afloat));
    }
}

INSTANTIATE_TEST_SUITE_P(All, SpeciesAsSoup, testing::ValuesIn(species_names()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace thigmo::samples
