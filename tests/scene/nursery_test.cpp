// Growth and materials joined.
#include "thigmo/scene/nursery.h"

#include <gtest/gtest.h>

namespace thigmo {
namespace {

Species sapling() {
    Species species;
    species.name = "sapling";
    species.min_age = 1;
    species.max_age = 9;
    species.default_age = 2;
    species.grammar =
        "Lsystem: 1\nderivation length: AGE\nAxiom: A\nA --> F(ran(1)+1)A\nendlsystem\n";
    species.grammar_file = "sapling.l";
    species.palette = default_palette();
    return species;
}

TEST(Nursery, the_age_reaches_the_grammar) {
    Progress quiet;
    EXPECT_EQ(grow_species(sapling(), 5, 1, quiet).segments.size(), 5u);
    EXPECT_EQ(grow_species(sapling(), {}, quiet).plant.segments.size(), 2u);
    EXPECT_EQ(grow_species(sapling(), 5, 1, quiet).name, "sapling");
}

TEST(Nursery, the_seed_makes_the_individual) {
    Progress quiet;
    const auto tip = [&](uint64_t seed) {
        return grow_species(sapling(), 5, seed, quiet).segments.end.back().y();
    };
    EXPECT_EQ(tip(1), tip(1));
    EXPECT_NE(tip(1), tip(2));
}

TEST(Nursery, rejects_an_age_among_the_defines) {
    Progress quiet;
    GrowthSettings settings;
    settings.defines["AGE"] = 3;
    try {
        grow_species(sapling(), settings, quiet);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "sapling: found AGE among the defines, expected it as the age");
    }
}

TEST(Nursery, rejects_ages_out_of_range_and_species_without_grammar) {
    Progress quiet;
    const auto refusal = [&](const Species& species, double age) -> std::string {
        try {
            grow_species(species, age, 0, quiet);
        } catch (const InputError& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_EQ(refusal(sapling(), 10), "sapling: found an age of 10 years, expected 1 to 9");
    Species bare = sapling();
    bare.grammar.clear();
    EXPECT_EQ(refusal(bare, 2), "sapling: found no grammar, expected sapling.l");
}

}  // namespace
}  // namespace thigmo
