// Frequencies by name and by full finite elements.
#include "thigmo/scene/match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "samples/plants.h"
#include "tests/message.h"
#include "thigmo/plant/edit.h"
#include "thigmo/scene/place.h"
#include "thigmo/scene/scene_file.h"

namespace thigmo {
namespace {

using testing::HasSubstr;

std::string reading(const std::string& text) {
    return message([&] { read_frequencies(samples::sapling(), text, "hz.toml"); });
}

}  // namespace

TEST(MatchFile, names_and_keys_tell_domains) {
    const Plant plant = samples::sapling();
    const auto hz = read_frequencies(
        plant, "trunk = 0.8\n\"" + std::to_string(plant.domains.key[DomainId(1)]) + "\" = 2.5\n",
        "hz.toml");
    EXPECT_EQ(hz[DomainId(size_t{0})], 0.8);
    EXPECT_EQ(hz[DomainId(1)], 2.5);
    EXPECT_EQ(hz[DomainId(2)], 0);
}

TEST(MatchFile, is_found_from_the_scene_s_folder) {
    const auto match = [](const std::string& value) {
        return parse_scene("[[plant]]\nspecies = \"rose\"\nsimulator = \"reduced\"\nmatch = \"" +
                               value + "\"\n",
                           "s.toml", "garden")
            .plants[0]
            .match;
    };
    EXPECT_EQ(match("hz.toml"), "garden/hz.toml");
    EXPECT_EQ(match("fem"), "fem");
}

TEST(MatchFile, rejects_names_that_nothing_bears) {
    EXPECT_THAT(reading("trunk = 1\nbranch_99 = 2\n"),
                HasSubstr("hz.toml:2:13: found domain 'branch_99', expected one of trunk"));
}

TEST(MatchFile, rejects_a_name_of_parts_without_an_end) {
    std::string parts;
    for (int i = 0; i < 50000; ++i) parts += "trunk.";
    EXPECT_THAT(reading(parts + "tip = 1\n"), HasSubstr("hz.toml:1:192: found a key of parts in"));
}

TEST(MatchFile, rejects_files_without_a_line) {
    EXPECT_EQ(reading("# nothing\n"), "hz.toml: found no line, expected NAME = HZ");
}

TEST(MatchFile, rejects_domains_that_do_not_bend) {
    EXPECT_THAT(reading("leaf_1 = 2\n"), HasSubstr("expected a domain that bends"));
}

TEST(MatchFile, rejects_frequencies_out_of_range) {
    EXPECT_THAT(reading("trunk = -2\n"), HasSubstr("hz.toml:1:9: found trunk = -2"));
}

TEST(MatchFile, rejects_simulators_that_cannot_be_matched) {
    SimulatorSettings settings;
    Progress silent;
    EXPECT_EQ(message([&] { settle_matched(samples::sapling(), "fem", settings, silent); }),
              "match: found simulator articulated, expected reduced");
}

// The same solids, tied in the same way: only shapes that the reduced plant lacks are left. In
// pieces it has more sections that cannot grow thinner or thicker.
TEST(MatchFem, exact_coupling_needs_hardly_a_factor) {
    const Plant sapling = samples::sapling();
    PlaceName twig;
    twig.domain = "twig_2";
    const DomainId second = find_place(sapling, twig, "test").domain;
    for (const Plant& plant :
         {samples::stem(6, 1.5, 0.02, 0.01), remove_subtree(sapling, second).plant}) {
        for (const auto& [pieces, off] : {std::pair(1, 0.001), std::pair(6, 0.005)}) {
            ReducedSettings own;
            own.most_pieces = pieces;
            SimulatorSettings settings = own;
            Progress silent;
            settle_matched(plant, "fem", settings, silent);
            const auto& factors = *std::get<ReducedSettings>(settings).factors;
            for (const DomainId domain : plant.domains.rows()) {
                const Rows<SegmentId> run = plant.domains.segments[domain];
                if (!plant.domains.flexible[domain] || run.empty()) continue;
                const DomainFactors& found = factors.at(plant.segments.key[run.front()]);
                EXPECT_NEAR(found.stiffness, 1, off) << domain.value;
                EXPECT_NEAR(found.stiffness * found.mass, 1, 1e-12);
            }
        }
    }
}

// [Zhao2013] fig. 14: lumping makes plants too fast, and scaling puts that right.
TEST(MatchFem, lumped_coupling_needs_one) {
    const Plant plant = split_domain(samples::stem(8, 2, 0.02, 0.02), SegmentId(4)).plant;
    ReducedSettings lumped;
    lumped.coupling = Coupling::lumped;
    SimulatorSettings settings = lumped;
    Progress silent;
    settle_matched(plant, "fem", settings, silent);
    const auto& factors = *std::get<ReducedSettings>(settings).factors;
    EXPECT_LT(factors.at(plant.segments.key[SegmentId(size_t{0})]).stiffness, 0.8);
    EXPECT_NEAR(factors.at(plant.segments.key[SegmentId(4)]).stiffness, 1, 0.001);
}

}  // namespace thigmo
