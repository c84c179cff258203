// thigmo compare: what it prints, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "samples/papers/rods.h"
#include "tests/cli/run.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

class CompareVerb : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "thigmo_compare_XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
        plant_ = folder_ + "/rods.plant";
        papers::Beam stout, thin;
        stout.radius = 0.05;
        thin.radius = 0.005;
        Plant plant = papers::rod(stout, 4, Vec3::UnitY());
        const DomainId twig = papers::add_rod(plant, DomainId(size_t{0}), thin, 6, Vec3::UnitX());
        plant.domains.order[twig] = 1;
        save_plant(plant, plant_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string folder_, plant_;
};

TEST_F(CompareVerb, PrintsBothAndTheirMedians) {
    const Typed typed = run_typed({"compare", "beam", "articulated", plant_, "--json"});
    ASSERT_EQ(typed.status, 0) << typed.err;
    const auto found = nlohmann::json::parse(typed.out);
    EXPECT_EQ(found["first"], "beam");
    EXPECT_EQ(found["second"], "articulated");
    ASSERT_EQ(found["branches"].size(), 1u);
    const double beam = found["branches"][0]["first_frequency_hz"],
                 articulated = found["branches"][0]["second_frequency_hz"];
    const double deviation = found["branches"][0]["frequency_log_ratio_percent"];
    EXPECT_NEAR(deviation, 100 * std::log(articulated / beam), 1e-9);
    for (const char* what : {"median", "upper_quartile", "worst"})  // of the only branch
        EXPECT_NEAR(found["frequency_deviation_percent"][what], std::abs(deviation), 1e-9);
    const double frame = found["branches"][0]["frame_frequency_hz"];
    EXPECT_NEAR(frame / beam, 1, 0.02);
    const Typed text = run_typed({"compare", "beam", "articulated", plant_});
    for (const char* row : {"\nmedian deviation ", "\nupper quartile ", "\nworst "})
        EXPECT_THAT(text.out, testing::HasSubstr(row));
}

TEST_F(CompareVerb, DeviatesByTheSameWhicheverIsFirst) {
    const auto row = [&](const char* first, const char* second) {
        const Typed typed = run_typed({"compare", first, second, plant_, "--json"});
        return nlohmann::json::parse(typed.out)["branches"][0];
    };
    const auto one = row("beam", "articulated"), other = row("articulated", "beam");
    for (const char* what : {"frequency_log_ratio_percent", "sway_log_ratio_percent"})
        EXPECT_NEAR(one[what].get<double>(), -other[what].get<double>(), 1e-6) << what;
}

TEST_F(CompareVerb, RejectsWhatItCannotDo) {
    EXPECT_EQ(run_typed({"compare", "beem", "articulated", plant_}).err,
              "simulator: found 'beem', expected one of articulated, beam, reduced, fem (did you "
              "mean beam?)\n");
    EXPECT_EQ(run_typed({"compare", "beam", "articulated", plant_, "--count", "0"}).err,
              "thigmo compare: found --count 0, expected 1 to 1000\n");
    EXPECT_EQ(run_typed({"compare", "beam", "articulated", plant_, "--leaves", "riding"}).err,
              "thigmo compare: found --leaves riding, expected stalks or welded; leaf_solve = "
              "\"riding\" in a scene is what this was\n");
}

}  // namespace
}  // namespace thigmo::cli
