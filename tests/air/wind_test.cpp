// Words and settings of winds, and the airs that come of them.
#include "thigmo/air/wind.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/message.h"

namespace thigmo {
namespace {

Vec3 wind_at(const Air& air, const Vec3& point) {
    std::vector<AirSample> one(1);
    one[0].point = point;
    air.sample(one, 0);
    return one[0].wind;
}

std::string rejects(void (*change)(WindSettings&)) {
    WindSettings settings;
    change(settings);
    return message([&] { make_air(settings); });
}

TEST(WindTest, reads_speeds) {
    for (const char* words : {"8", " 8 ", "8 m/s", "8m/s", "+8", "8.0 M/S", "8e0"})
        EXPECT_EQ(parse_wind(words).speed, 8) << words;
    const WindSettings settings = parse_wind("8");
    EXPECT_EQ(settings.kind, WindSettings::Kind::gusts);
    EXPECT_EQ(settings.reference_height, 10);
    EXPECT_EQ(settings.roughness, 0.03);
    EXPECT_EQ(settings.turbulence, 0.2);
    EXPECT_EQ(settings.direction, Vec3::UnitX());
}

TEST(WindTest, reads_words_of_the_beaufort_scale) {
    const char* scale[] = {
        "calm",         "light air",     "light breeze", "gentle breeze", "moderate breeze",
        "fresh breeze", "strong breeze", "near gale",    "gale",          "strong gale",
        "storm",        "violent storm", "hurricane"};
    for (int number = 0; number <= 12; ++number)
        EXPECT_NEAR(parse_wind(scale[number]).speed, 0.836 * std::pow(number, 1.5), 0.06)
            << scale[number];
    EXPECT_EQ(parse_wind("Light-Breeze").speed, parse_wind("light  breeze").speed);
    EXPECT_EQ(parse_wind("breeze").speed, 4.3);
    EXPECT_EQ(parse_wind("wind").speed, 8);
    EXPECT_STREQ(make_air(parse_wind("calm"))->name(), "calm");
    EXPECT_STREQ(make_air(parse_wind("gale"))->name(), "gusts");
}

TEST(WindTest, rejects_other_words) {
    EXPECT_EQ(
        message([] { parse_wind("windy"); }),
        "wind: found 'windy', expected a speed in m/s or one of: calm, light air, light "
        "breeze, gentle breeze, moderate breeze, fresh breeze, strong breeze, near gale, "
        "gale, strong gale, storm, violent storm, hurricane, breeze, wind (did you mean wind?)");
    for (const char* words : {"", "8 km/h", "8 9", "m/s", "nan", "inf", "8;"})
        EXPECT_NE(message([&] { parse_wind(words); }), "no error") << words;
}

TEST(WindTest, rejects_settings_out_of_range) {
    EXPECT_EQ(message([] { parse_wind("-3"); }), "wind speed: found -3, expected 0 to 100 m/s");
    EXPECT_EQ(rejects([](WindSettings& s) { s.speed = 101; }),
              "wind speed: found 101, expected 0 to 100 m/s");
    EXPECT_EQ(rejects([](WindSettings& s) { s.reference_height = 0; }),
              "wind height: found 0, expected 0.1 to 1000 m");
    EXPECT_EQ(rejects([](WindSettings& s) { s.roughness = 0; }),
              "wind roughness: found 0, expected 1e-6 to 10 m");
    EXPECT_EQ(rejects([](WindSettings& s) { s.roughness = 6; }),
              "wind roughness: found 6 m, expected at most half of the reference height of 10 m");
    EXPECT_EQ(rejects([](WindSettings& s) { s.turbulence = 1.5; }),
              "wind turbulence: found 1.5, expected 0 to 1, a share of the mean");
    EXPECT_EQ(rejects([](WindSettings& s) { s.turbulence = NAN; }),
              "wind turbulence: found nan, expected 0 to 1, a share of the mean");
    EXPECT_EQ(rejects([](WindSettings& s) { s.period = -1; }),
              "wind period: found -1, expected 0.5 to 1e6 s, or 0 for a long record");
    EXPECT_EQ(rejects([](WindSettings& s) { s.direction = Vec3(0, 1, 0); }),
              "wind direction: found (0, 1, 0), expected one along the ground");
    EXPECT_EQ(rejects([](WindSettings& s) { s.kind = WindSettings::Kind::recorded; }),
              "wind file: found none, expected the CSV file of a recorded wind");
}

TEST(WindTest, steady_wind_has_the_profile) {
    WindSettings settings;
    settings.kind = WindSettings::Kind::uniform;
    settings.direction = Vec3(0, 5, -2);
    const auto air = make_air(settings);
    for (const double z : {-1.0, 0.0, 0.02, 0.5, 10.0, 40.0})
        EXPECT_LT((wind_at(*air, Vec3(3, z, 4)) - Vec3(0, 0, -log_profile(z, 8, 10, 0.03))).norm(),
                  1e-12);
    settings.profile = false;
    EXPECT_EQ(wind_at(*make_air(settings), Vec3(0, -1, 0)), Vec3(0, 0, -8));
}

TEST(WindTest, gusts_without_turbulence_are_the_steady_wind) {
    WindSettings settings, steady;
    settings.turbulence = 0;
    steady.kind = WindSettings::Kind::uniform;
    const auto air = make_air(settings);
    air->advance(3, {});
    for (const double z : {0.0, 0.5, 10.0, 40.0})
        EXPECT_EQ(wind_at(*air, Vec3(1, z, 2)), wind_at(*make_air(steady), Vec3(1, z, 2)));
    settings.speed = 0;
    EXPECT_EQ(wind_at(*make_air(settings), Vec3(1, 5, 2)), Vec3::Zero());
}

TEST(WindTest, faint_gusts_come_close_to_the_steady_wind) {
    WindSettings faint, steady;
    faint.turbulence = 1e-6;
    steady.kind = WindSettings::Kind::uniform;
    for (const double z : {0.0, 0.05, 0.5, 10.0, 400.0})
        EXPECT_LT(
            (wind_at(*make_air(faint), Vec3(1, z, 2)) - wind_at(*make_air(steady), Vec3(1, z, 2)))
                .norm(),
            1e-4);
}

}  // namespace
}  // namespace thigmo
