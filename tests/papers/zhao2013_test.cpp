// The experiments of [Zhao2013] that `thigmo reproduce` repeats.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "samples/papers/experiments.h"
#include "samples/papers/zhao.h"
#include "samples/zhao_trees.h"
#include "thigmo/materials/species.h"
#include "thigmo/plant/check.h"
#include "thigmo/plant/walk.h"
#include "thigmo/scene/nursery.h"

namespace thigmo::papers {
namespace {

/// Times belong to the machine: here what was found, and that every step was measured.
TEST(Zhao2013Pipeline, finds_the_plants_again) {
    Progress silent;
    const Table table = reproduce(find_experiment("zhao-pipeline"), silent);
    size_t found = 0;
    for (const Row& row : table.rows) {
        EXPECT_GE(row.ours.value_or(NAN), 0) << row.name;
        if (row.name.find('%') == std::string::npos) continue;
        EXPECT_TRUE(passes(row)) << row.name << ": " << row.ours.value_or(NAN);
        ++found;
    }
    EXPECT_EQ(found, 8u);  // parents and leaves of four plants
}

/// What is judged by times is left to the verb and to bench/.
class Zhao2013 : public testing::TestWithParam<const char*> {};

TEST_P(Zhao2013, Reproduces) {
    Progress silent;
    const Table table = reproduce(find_experiment(GetParam()), silent);
    for (const Row& row : table.rows)
        EXPECT_TRUE(passes(row)) << row.name << ": ours " << row.ours.value_or(NAN) << ", expected "
                                 << row.expected.value_or(NAN);
    EXPECT_TRUE(passes(table));
}

std::string test_name(const testing::TestParamInfo<const char*>& experiment) {
    std::string name = experiment.param;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Solids, Zhao2013,
                         testing::Values("zhao-cantilever", "zhao-integrators", "zhao-branches",
                                         "zhao-gravity"),
                         test_name);

/// Times are bounded in these, which the verb judges: here what is expected, and that all moves.
class Zhao2013Timed : public testing::TestWithParam<const char*> {};

TEST_P(Zhao2013Timed, Moves) {
    Progress silent;
    const Table table = reproduce(find_experiment(GetParam()), silent);
    EXPECT_GE(table.rows.size(), 4u);
    for (const Row& row : table.rows) {
        EXPECT_GT(row.ours.value_or(NAN), 0) << row.name;
        if (row.expected) {
            EXPECT_TRUE(passes(row)) << row.name << ": ours " << row.ours.value_or(NAN)
                                     << ", expected " << *row.expected;
        }
        if (row.name == "peach: reduced coordinates") {
            EXPECT_NEAR(row.ours.value_or(NAN), 2950, 0.02 * 2950);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Plants, Zhao2013Timed,
                         testing::Values("zhao-figure14", "zhao-peach", "zhao-oak"), test_name);

/// Of species that take a few seconds; the verb has all.
TEST(Zhao2013Figure10, MovesSpecies) {
    Progress silent;
    Table table;
    for (const char* name : {"orchid", "palm"}) {
        const Species species = find_species(name);
        zhao_figure10_plant(name, grow_species(species, species.default_age, 1, silent), table,
                            silent);
    }
    ASSERT_EQ(table.rows.size(), 2u);
    for (const Row& row : table.rows) {
        EXPECT_GT(row.ours.value_or(NAN), 0) << row.name;
        ASSERT_EQ(row.more.size(), 7u);
        for (const auto& [field, value] : row.more)
            EXPECT_GT(std::visit([](auto x) { return static_cast<double>(x); }, value), 0) << field;
    }
}

size_t count(const Plant& plant, Kind kind) {
    size_t sum = 0;
    for (const Kind own : plant.domains.kind) sum += own == kind ? 1 : 0;
    return sum;
}

size_t count_flexible(const Plant& plant) {
    size_t sum = 0;
    for (const uint8_t flexible : plant.domains.flexible) sum += flexible;
    return sum;
}

TEST(Zhao2013Trees, have_the_sizes_of_the_papers) {
    const Plant peach = samples::zhao_peach(), oak = samples::zhao_oak(),
                schefflera = samples::zhao_schefflera();
    check(peach, "peach");
    check(oak, "oak");
    check(schefflera, "schefflera");
    EXPECT_EQ(count_flexible(peach), 237u);
    EXPECT_EQ(count(peach, Kind::twig), 3556u);
    EXPECT_EQ(count(peach, Kind::leaf), 18536u);
    EXPECT_EQ(count_flexible(oak), 871u);
    EXPECT_EQ(count(oak, Kind::leaf), 120000u);
    EXPECT_EQ(count_flexible(schefflera), 91u);
    for (const DomainId domain : schefflera.domains.rows()) {
        double length = 0;
        for (const SegmentId segment : schefflera.domains.segments[domain])
            length += thigmo::length(schefflera.segments, segment);
        const SegmentId first = schefflera.domains.segments[domain].front();
        EXPECT_GE(length / (2 * schefflera.segments.start_radius[first]), 20);
    }
}

}  // namespace
}  // namespace thigmo::papers
