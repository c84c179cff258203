// thigmo measure sway and measure wind.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "tests/cli/run.h"
#include "thigmo/base/file.h"

namespace thigmo::cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::filesystem::path scratch(const char* name) {
    return std::filesystem::path(testing::TempDir()) / name;
}

/// A tip that sways freely at 0.5 Hz with 3 % damping, and a still base.
std::string decay_csv() {
    std::string text = "time_s,base_x_m,base_y_m,base_z_m,tip_x_m,tip_y_m,tip_z_m\n";
    for (int i = 0; i < 900; ++i) {
        const double t = i / 30., omega = std::numbers::pi;
        const double x =
            std::exp(-0.03 * omega * t) * std::cos(omega * std::sqrt(1 - 0.03 * 0.03) * t);
        text += fmt::format("{},0,0,0,{},5,{}\n", t, 0.6 * x, 0.8 * x);
    }
    return text;
}

TEST(MeasureSway, SaysFrequencyAndDamping) {
    const auto csv = scratch("sway.csv"), svg = scratch("sway.svg");
    write_file(csv, decay_csv());
    const Typed typed = run_typed({"measure", "sway", csv.c_str(), "-o", svg.c_str()});
    EXPECT_EQ(typed.status, 0) << typed.err;
    EXPECT_THAT(typed.out, StartsWith("tip sways at 0.49"));
    EXPECT_THAT(typed.out, HasSubstr("damping ratio 0.03 (free decay)"));
    EXPECT_THAT(typed.out, EndsWith(svg.string() + "\n"));
    EXPECT_THAT(read_file(svg), HasSubstr("frequency (Hz)"));
    const Typed json = run_typed({"measure", "sway", csv.c_str(), "--json"});
    for (const char* key : {"\"dominant_hz\": 0.49", "\"damping_ratio\": 0.0",
                            "\"frequency_hz\": [", "\"density_per_hz\": ["})
        EXPECT_THAT(json.out, HasSubstr(key));
}

/// Five modes that no damping ends: more than decays are fitted to.
TEST(MeasureSway, SaysWhereTheDampingCannotBeTold) {
    const auto csv = scratch("undamped.csv");
    std::string text = "time_s,tip_x_m,tip_y_m,tip_z_m\n";
    for (int i = 0; i < 900; ++i) {
        double x = 0;
        for (const double hz : {0.5, 1.1, 1.7, 2.9, 4.3})
            x += std::cos(2 * std::numbers::pi * hz * i / 30.) / std::sqrt(hz);
        text += fmt::format("{},{},0,0\n", i / 30., x);
    }
    write_file(csv, text);
    EXPECT_THAT(run_typed({"measure", "sway", csv.c_str()}).out,
                HasSubstr("Hz, its damping cannot be told from this record (spectral peak)"));
    EXPECT_THAT(run_typed({"measure", "sway", csv.c_str(), "--json"}).out,
                HasSubstr("\"damping_ratio\": null"));
}

TEST(MeasureSway, RejectsWhatItCannotMeasure) {
    const auto csv = scratch("sway.csv");
    write_file(csv, decay_csv());
    EXPECT_EQ(
        run_typed({"measure", "sway", "oak.plant"}).err,
        "thigmo measure sway: found 'oak.plant', expected a .csv of tracked points, as thigmo "
        "simulate -o tip.csv writes\n");
    EXPECT_EQ(run_typed({"measure", "sway", csv.c_str(), "--point", "leaf"}).err,
              csv.string() + ": found no point 'leaf', expected base, tip\n");
    EXPECT_EQ(
        run_typed({"measure", "sway", csv.c_str(), "--point", "base"}).err,
        csv.string() + ": base: found a signal that does not move, expected one that sways\n");
    EXPECT_EQ(run_typed({"measure", "sway", csv.c_str(), "--from", "29"}).err,
              csv.string() + ": tip: found 30 samples, expected at least 64\n");
}

TEST(MeasureWind, SaysWhatBlows) {
    const auto svg = scratch("wind.svg");
    const Typed typed = run_typed({"measure", "wind", "8", "-o", svg.c_str()});
    EXPECT_EQ(typed.status, 0) << typed.err;
    EXPECT_THAT(typed.out, HasSubstr("(asked 8.000)"));
    EXPECT_THAT(read_file(svg), HasSubstr("along, asked"));
    EXPECT_THAT(run_typed({"measure", "wind", "calm"}).out, StartsWith("mean 0.000 m/s at 10 m"));
    EXPECT_THAT(run_typed({"measure", "wind", "windy"}).err, StartsWith("wind: found 'windy'"));
}

TEST(MeasureWind, RejectsWhatSaysNothingHere) {
    const auto said = [](const std::vector<std::string>& words) {
        std::vector<std::string> all = {"measure", "wind"};
        for (const std::string& word : words) all.push_back(word);
        const Typed typed = run_typed(all);
        EXPECT_EQ(typed.status, 2);
        EXPECT_EQ(typed.out, "");
        return typed.err;
    };
    EXPECT_EQ(said({"2,4"}),
              "thigmo measure wind: found '2,4' without --on, expected one wind, or several and "
              "--on PLANT, which they push\n");
    EXPECT_EQ(said({"8", "--tunnel"}),
              "--tunnel: found no --on, expected it: the plant that the wind pushes\n");
    EXPECT_EQ(said({"8", "--no-shelter"}),
              "--no-shelter: found no --on, expected it: the plant that the wind pushes\n");
    for (const char* height : {"-3", "0", "nan", "2000"})
        EXPECT_EQ(
            said({"8", "--height", height}),
            fmt::format("--height: found {}, expected more than 0, at most 1000 m\n", height));
    EXPECT_THAT(said({"8", "--height", "3", "--on", "reed"}),
                StartsWith("--height: found --on beside it, expected one of them"));
}

}  // namespace
}  // namespace thigmo::cli
