// thigmo measure: its words, what modes prints, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "samples/plants.h"
#include "tests/cli/run.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class MeasureVerb : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "thigmo_measure_XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
        plant_ = folder_ + "/stem.plant";
        Plant stem = samples::stem(100, 1, 0.01, 0.01);
        Material& wood = stem.materials[MaterialId(size_t{0})];
        wood.young = 8.1e9;
        wood.shear = 3.1e9;
        wood.density = 923;
        save_plant(stem, plant_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    Typed modes(std::vector<std::string> options) const {
        options.insert(options.begin(), {"measure", "modes", plant_});
        return run_typed(options);
    }

    std::string folder_, plant_;
};

TEST_F(MeasureVerb, modes_as_json) {
    const Typed typed = modes({"--count", "4", "--weightless", "--json"});
    ASSERT_EQ(typed.status, 0) << typed.err;
    const auto json = nlohmann::json::parse(typed.out);
    ASSERT_EQ(json["frequencies_hz"].size(), 4u);
    // Euler–Bernoulli; rotary inertia takes 6e-5 of it.
    EXPECT_NEAR(json["frequencies_hz"][0].get<double>(), 8.28862606582, 1e-4 * 8.29);
    EXPECT_EQ(json["modes"].size(), 4u);
    EXPECT_EQ(json["modes"][0]["frequency_hz"], json["frequencies_hz"][0]);
    // (∫ φ (x − x₀) dx)² / (∫ φ² dx ∫ (x − x₀)² dx) of the first mode of Euler–Bernoulli's
    // cantilever, shared between its two directions; x₀ = 5 mm is where the first joint lies.
    const double share =
        json["root_moment_share"][0].get<double>() + json["root_moment_share"][1].get<double>();
    EXPECT_NEAR(share, 0.9718, 2e-4);
}

TEST_F(MeasureVerb, modes_with_weight_are_lower) {
    const auto first = [&](const std::vector<std::string>& options) {
        return nlohmann::json::parse(modes(options).out)["frequencies_hz"][0].get<double>();
    };
    // The square falls by weight over the critical weight, 7.837 EI/L³, up to squares of that.
    const double weight = 923 * 3.14159265 * 1e-4 * 9.81;
    const double critical = 7.8373 * 8.1e9 * 3.14159265 / 4 * 1e-8;
    EXPECT_NEAR(std::pow(first({"--json"}) / first({"--json", "--weightless"}), 2),
                1 - weight / critical, 4e-5);
}

TEST_F(MeasureVerb, modes_of_leaves_unless_they_are_welded) {
    const std::string sapling = folder_ + "/sapling.plant";
    save_plant(samples::sapling(), sapling);
    const auto bodies = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"measure", "modes", sapling, "--json", "--count", "2"});
        return nlohmann::json::parse(run_typed(options).out)["bodies"].get<int>();
    };
    EXPECT_EQ(bodies({}) - bodies({"--welded"}), 4);
}

TEST_F(MeasureVerb, modes_as_a_table) {
    const Typed typed = modes({"--count", "2", "--weightless"});
    EXPECT_THAT(typed.out, HasSubstr("stem, 100 bodies"));
    EXPECT_THAT(typed.out, HasSubstr("    1    8.2883 "));
    EXPECT_THAT(typed.out, HasSubstr("the root feels mode "));
}

TEST_F(MeasureVerb, modes_that_the_root_does_not_feel) {
    const std::string sapling = folder_ + "/sapling.plant";
    save_plant(samples::sapling(), sapling);
    EXPECT_THAT(run_typed({"measure", "modes", sapling, "--count", "1"}).out,
                HasSubstr("the root feels none of these: the trunk sways faster than "));
}

TEST_F(MeasureVerb, modes_that_move_the_foot) {
    const std::string sapling = folder_ + "/sapling.plant";
    save_plant(samples::sapling(), sapling);
    const auto read = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"measure", "modes", sapling, "--json"});
        return nlohmann::json::parse(run_typed(options).out);
    };
    // The heaviest of all modes is among the few that --root finds.
    const auto all = read({"--count", "60"}), few = read({"--count", "4", "--root"});
    const auto heaviest = all["frequencies_hz"][all["root_mode"].get<size_t>()].get<double>();
    const auto found = few["frequencies_hz"][few["root_mode"].get<size_t>()].get<double>();
    EXPECT_NEAR(found / heaviest, 1, 0.01);
}

TEST_F(MeasureVerb, mode_shapes_as_a_picture_and_as_a_motion) {
    for (const char* name : {"/modes.png", "/modes.glb"}) {
        const Typed typed = modes({"--count", "2", "-o", folder_ + name});
        EXPECT_EQ(typed.status, 0) << typed.err;
        EXPECT_THAT(typed.out, EndsWith("Hz\n" + folder_ + name + "\n"));
        EXPECT_GT(std::filesystem::file_size(folder_ + name), 1000u);
    }
}

TEST_F(MeasureVerb, json_stays_alone_beside_a_picture) {
    const Typed typed = modes({"--count", "2", "--json", "-o", folder_ + "/modes.glb"});
    EXPECT_TRUE(nlohmann::json::accept(typed.out));
    EXPECT_TRUE(std::filesystem::exists(folder_ + "/modes.glb"));
}

TEST_F(MeasureVerb, modes_of_a_species_by_its_name) {
    EXPECT_THAT(modes({"--count", "1"}).out, HasSubstr("stem, 100 bodies"));
    EXPECT_THAT(run_typed({"measure", "modes", "reed", "--count", "1"}).out, HasSubstr("reed, "));
}

TEST_F(MeasureVerb, rejects_the_options_of_older_versions) {
    EXPECT_EQ(modes({"--gravity"}).err,
              "thigmo measure modes: found --gravity, expected nothing: the weight counts unless "
              "--weightless leaves it out\n");
    for (const std::vector<std::string>& leaves :
         {std::vector<std::string>{"--leaves"}, {"--leaves=stalks"}, {"--leaves", "welded"}})
        EXPECT_EQ(modes(leaves).err,
                  "thigmo measure modes: found --leaves, expected nothing: leaves swing on their "
                  "stalks unless --welded fixes them to their twigs\n");
    const std::string help = run_typed({"measure", "--help"}).out;
    for (const char* old : {"--gravity", "--leaves", "older"})
        EXPECT_THAT(help, Not(HasSubstr(old)));
}

TEST_F(MeasureVerb, rejects_an_unknown_word) {
    const Typed typed = run_typed({"measure", "weight", plant_});
    EXPECT_EQ(typed.status, 2);
    EXPECT_THAT(typed.err, HasSubstr("found 'weight', expected modes"));
}

TEST_F(MeasureVerb, rejects_options_of_other_measurements) {
    EXPECT_EQ(run_typed({"measure", "sway", plant_, "--count", "3"}).err,
              "thigmo measure sway: found --count, expected it for modes only\n");
    EXPECT_EQ(run_typed({"measure", "wind", "8", "--from", "3"}).err,
              "thigmo measure wind: found --from, expected it for sway only\n");
}

TEST_F(MeasureVerb, rejects_a_picture_that_is_none) {
    EXPECT_EQ(run_typed({"measure", "wind", "8", "-o", "a.txt"}).err,
              "--output: found 'a.txt', expected a name that ends in .svg\n");
    EXPECT_EQ(modes({"-o", "a.svg"}).err,
              "--output: found 'a.svg', expected a name that ends in .png, .glb, .gltf\n");
}

TEST_F(MeasureVerb, rejects_a_count_out_of_range) {
    EXPECT_THAT(modes({"--count", "0"}).err, HasSubstr("found --count 0, expected 1 to 1000"));
}

TEST_F(MeasureVerb, rejects_a_junction_without_stiffness) {
    EXPECT_THAT(modes({"--junction", "0"}).err,
                HasSubstr("found --junction 0, expected a number over 0"));
}

}  // namespace
}  // namespace thigmo::cli
