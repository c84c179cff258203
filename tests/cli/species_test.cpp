// thigmo species, and every species through grow, info and render without a warning.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/run.h"

namespace thigmo::cli {
namespace {

constexpr std::array<const char*, 10> names = {"birch", "fern", "hazel", "oak",    "orchid",
                                               "palm",  "reed", "rose",  "spruce", "willow"};

TEST(SpeciesVerb, ListsTheTenByNameLatinAndHeight) {
    const Typed typed = run_typed({"species", "--json"});
    ASSERT_EQ(typed.status, 0);
    const auto list = nlohmann::json::parse(typed.out).at("species");
    ASSERT_EQ(list.size(), names.size());
    for (size_t i = 0; i < names.size(); ++i) {
        EXPECT_EQ(list[i].at("name"), names[i]);
        EXPECT_NE(list[i].at("latin").get<std::string>().find(' '), std::string::npos);
        EXPECT_GT(list[i].at("height_m").get<double>(), 0.3);
        EXPECT_LT(list[i].at("min_age_years"), list[i].at("age_years"));
        EXPECT_LT(list[i].at("age_years"), list[i].at("max_age_years"));
    }
}

class SpeciesThroughTheVerbs : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(, SpeciesThroughTheVerbs, testing::ValuesIn(names),
                         [](const auto& name) { return std::string(name.param); });

TEST_P(SpeciesThroughTheVerbs, GrowsTellsAndDrawsWithoutAWarning) {
    const std::string stem = testing::TempDir() + "species_verbs_" + GetParam();
    const std::string plant = stem + ".plant", picture = stem + ".png";
    const Typed grown = run_typed({"grow", GetParam(), "-o", plant.c_str()});
    EXPECT_EQ(grown.status, 0);
    EXPECT_EQ(grown.err, "");
    const Typed told = run_typed({"info", plant.c_str(), "--json"});
    EXPECT_EQ(told.status, 0);
    EXPECT_EQ(told.err, "");
    EXPECT_GT(nlohmann::json::parse(told.out).at("mass_kg").get<double>(), 0.01);
    const Typed drawn = run_typed({"render", plant.c_str(), "-o", picture.c_str(), "--size",
                                   "64x64", "--samples", "1", "--threads", "1"});
    EXPECT_EQ(drawn.status, 0);
    EXPECT_EQ(drawn.err, "");
    EXPECT_GT(std::filesystem::file_size(picture), 1000u);
    std::filesystem::remove(plant);
    std::filesystem::remove(picture);
}

}  // namespace
}  // namespace thigmo::cli
