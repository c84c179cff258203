// thigmo measure wind SPEEDS --on PLANT.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "samples/plants.h"
#include "tests/cli/run.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

using testing::HasSubstr;

class MeasureWindLoad : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "thigmo_wind_load_XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
        plant_ = folder_ + "/stem.plant";
        Plant stem = samples::stem(20, 1, 0.01, 0.01);
        Material& wood = stem.materials[MaterialId(size_t{0})];
        wood.young = 8e9;
        wood.shear = 5e8;
        wood.drag = 1.1;
        wood.vogel = 0;
        save_plant(stem, plant_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    Typed wind(std::vector<std::string> words) const {
        words.insert(words.begin(), {"measure", "wind"});
        return run_typed(words);
    }

    std::string folder_, plant_;
};

TEST_F(MeasureWindLoad, a_species_is_grown) {
    const Typed typed = wind({"8", "--on", "reed"});
    EXPECT_EQ(typed.status, 0) << typed.err;
    EXPECT_THAT(typed.out, HasSubstr("reed: height "));
    EXPECT_THAT(wind({"8", "--on", "orchit"}).err, HasSubstr("(did you mean orchid?)"));
}

/// A stiff stem across an even wind: its coefficient is that of the cylinder, its foot bears
/// F ℓ/2, and its tip goes w ℓ⁴/8EI.
TEST_F(MeasureWindLoad, a_stem_has_the_drag_of_a_cylinder) {
    const Typed typed = wind({"4,8", "--on", plant_, "--tunnel", "--json"});
    ASSERT_EQ(typed.status, 0) << typed.err;
    const auto json = nlohmann::json::parse(typed.out);
    EXPECT_NEAR(json["silhouette_m2"].get<double>(), 0.02, 4e-4);
    ASSERT_EQ(json["winds"].size(), 2u);
    const auto& row = json["winds"][1];
    const double force = 0.5 * 1.2 * 1.1 * 0.02 * 64;
    EXPECT_EQ(row["speed_m_s"], 8);
    EXPECT_NEAR(row["drag_n"].get<double>(), force, 0.01 * force);
    EXPECT_NEAR(row["drag_coefficient"].get<double>(), 1.1, 0.03);
    EXPECT_NEAR(row["foot_moment_n_m"].get<double>(), force / 2, 0.02 * force);
    const double bending = 8e9 * 3.14159 / 4 * 1e-8;
    EXPECT_NEAR(row["lean_m"].get<double>(), force / (8 * bending), 0.05 * force / (8 * bending));
    EXPECT_NEAR(json["winds"][0]["drag_n"].get<double>(), force / 4, 0.01 * force);
}

/// Its weight bends its foot in still air too, thirty times as hard: that is not the wind's doing.
TEST_F(MeasureWindLoad, a_slanting_stem_tells_the_moment_of_the_wind_alone) {
    Plant stem = load_plant(plant_);
    for (const SegmentId row : stem.segments.rows())
        for (Vec3* const end : {&stem.segments.start[row], &stem.segments.end[row]})
            *end = Vec3(0, end->y(), end->y()) * std::sqrt(0.5);
    save_plant(stem, plant_);
    const Typed typed = wind({"3", "--on", plant_, "--tunnel", "--json"});
    ASSERT_EQ(typed.status, 0) << typed.err;
    const auto row = nlohmann::json::parse(typed.out)["winds"][0];
    const double moment = row["drag_n"].get<double>() * 0.5 * std::sqrt(0.5);
    EXPECT_NEAR(row["foot_moment_n_m"].get<double>(), moment, 0.03 * moment);
}

TEST_F(MeasureWindLoad, a_table_and_a_plot) {
    const std::string svg = folder_ + "/stem.svg";
    const Typed typed = wind({"breeze,8", "--on", plant_, "-o", svg});
    ASSERT_EQ(typed.status, 0) << typed.err;
    EXPECT_THAT(typed.out, HasSubstr("silhouette"));
    EXPECT_THAT(typed.out, HasSubstr("   4.3  "));
    EXPECT_THAT(read_file(svg), HasSubstr("drag coefficient"));
}

TEST_F(MeasureWindLoad, rejects_speeds_that_are_none) {
    EXPECT_THAT(wind({"4,x", "--on", plant_}).err, HasSubstr("found 'x', expected a speed"));
    EXPECT_EQ(wind({"0", "--on", plant_}).err,
              "thigmo measure wind: found a speed of 0 m/s, expected winds that blow\n");
}

TEST_F(MeasureWindLoad, rejects_a_plant_that_is_not_there) {
    EXPECT_EQ(wind({"4", "--on", folder_ + "/none.plant"}).status, 2);
}

}  // namespace
}  // namespace thigmo::cli
