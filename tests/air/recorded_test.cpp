// Recorded winds: read, refused with a place, interpolated, looped.
#include "thigmo/air/recorded.h"
#include "tests/places.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/message.h"
#include "thigmo/base/file.h"

namespace thigmo {
namespace {

const std::string sonic =
    "# a sonic anemometer at 10 m\r\n"
    "time_s,u_m_s,v_m_s,w_m_s,status\r\n"
    "100.0,1,2,3,ok\r\n"
    "100.5,2,2,3,ok\r\n"
    "101.0,3,0,1,?\r\n"
    "101.5,0,0,0,ok\r\n";

std::string reading(const std::string& text) {
    return message([&] { read_wind_record(text, "wind.csv"); });
}

Recorded recorded(bool loop) {
    WindSettings settings;
    settings.loop = loop;
    return {settings, read_wind_record(sonic, "wind.csv")};
}

TEST(RecordedTest, reads_components_towards_east_north_and_up) {
    const WindRecord record = read_wind_record(sonic, "wind.csv");
    ASSERT_EQ(record.times.size(), 4u);
    EXPECT_EQ(record.step, 0.5);
    EXPECT_EQ(record.velocities[0], Vec3(1, 3, -2));
}

TEST(RecordedTest, reads_speed_and_the_direction_it_comes_from) {
    const WindRecord record = read_wind_record(
        "time_s\tdirection_deg\tspeed_m_s\n0\t0\t2\n1\t90\t2\n2\t270\t2\n3\t180\t2\n", "wind.csv");
    const Vec3 expected[] = {{0, 0, 2}, {-2, 0, 0}, {2, 0, 0}, {0, 0, -2}};  // north is -Z
    for (size_t i = 0; i < 4; ++i) EXPECT_LT((record.velocities[i] - expected[i]).norm(), 1e-12);
}

TEST(RecordedTest, goes_through_every_row_and_smoothly_between) {
    const Recorded air = recorded(true);
    EXPECT_LT((air.at(0) - Vec3(1, 3, -2)).norm(), 1e-12);
    EXPECT_LT((air.at(1) - Vec3(3, 1, 0)).norm(), 1e-12);
    for (double t = 0; t < 4; t += 1e-3) EXPECT_LT((air.at(t + 1e-3) - air.at(t)).norm(), 0.02);
    // Catmull and Rom at the middle: (−a + 9b + 9c − d)/16.
    EXPECT_NEAR(air.at(0.75).x(), (-1 + 9 * 2 + 9 * 3 - 0) / 16., 1e-12);
}

TEST(RecordedTest, loops_or_holds) {
    const Recorded looping = recorded(true), holding = recorded(false);
    EXPECT_EQ(looping.duration(), 2);
    for (const double t : {0.0, 0.3, 1.7})
        EXPECT_LT((looping.at(t + 6) - looping.at(t)).norm(), 1e-12);
    for (const double t : {1.5, 2.0, 1e9}) EXPECT_EQ(holding.at(t), Vec3::Zero());
    EXPECT_EQ(holding.at(0), Vec3(1, 3, -2));
}

TEST(RecordedTest, has_the_profile_of_its_height) {
    Recorded air = recorded(true);
    air.advance(1, {});
    std::vector<AirSample> samples(2);
    samples[0].point = Vec3(5, 10, 5);
    samples[1].point = Vec3(5, 2, 5);
    air.sample(samples, 0);
    EXPECT_LT((samples[0].wind - Vec3(3, 1, 0)).norm(), 1e-12);
    EXPECT_LT((samples[1].wind - log_profile(2, 1, 10, 0.03) * Vec3(3, 1, 0)).norm(), 1e-12);
}

TEST(RecordedTest, rejects_missing_columns) {
    EXPECT_EQ(reading(""),
              "wind.csv:1:1: found an empty table, expected a header that names the columns");
    EXPECT_EQ(reading("t,u_m_s,v_m_s,w_m_s\n"),
              "wind.csv:1:1: found no column 'time_s', expected a header that names it");
    EXPECT_EQ(reading("time_s,u_m_s,v_m_s\n"),
              "wind.csv:1:1: found no column 'w_m_s', expected a header that names it");
    EXPECT_EQ(reading("# a\ntime_s,u\n"),
              "wind.csv:2:1: found no column of the wind, expected u_m_s, v_m_s and w_m_s, or "
              "speed_m_s and direction_deg");
    EXPECT_EQ(reading("time_s,speed_m_s,time_s\n"),
              "wind.csv:1:18: found column 'time_s' again, expected a name of its own for every "
              "column");
}

TEST(RecordedTest, rejects_bad_cells) {
    const std::string head = "time_s,speed_m_s,direction_deg\n0,1,10\n";
    EXPECT_EQ(reading(head + "1,,10\n"),
              "wind.csv:3:3: found no value, expected a number for 'speed_m_s'");
    EXPECT_EQ(reading(head + "1,NaN,10\n"),
              "wind.csv:3:3: found 'NaN', expected a number for 'speed_m_s'");
    EXPECT_EQ(reading(head + "1,2x,10\n"),
              "wind.csv:3:3: found '2x', expected a number for 'speed_m_s'");
    EXPECT_EQ(reading(head + "1,2\n"),
              "wind.csv:3:3: found 2 cells, expected 3, as the header says");
    EXPECT_EQ(reading(head + "1,-2,10\n"), "wind.csv:3:3: found speed_m_s -2, expected 0 to 200");
    EXPECT_EQ(reading(head + "1,2,999\n"),
              "wind.csv:3:5: found direction_deg 999, expected -360 to 720");
}

TEST(RecordedTest, rejects_gaps_and_times_that_do_not_go_on) {
    const std::string head = "time_s,speed_m_s,direction_deg\n0,1,10\n1,1,10\n2,1,10\n";
    EXPECT_EQ(reading(head + "2,1,10\n"), "wind.csv:5:1: found time 2 s, expected one after 2 s");
    EXPECT_EQ(reading(head + "5,1,10\n6,1,10\n"),
              "wind.csv:5:1: found a step of 3 s, expected one of 1 s, as between most rows");
    EXPECT_EQ(reading("time_s,speed_m_s,direction_deg\n0,1,0\n1e-9,1,0\n2e-9,1,0\n3e-9,1,0\n"),
              "wind.csv:3:1: found steps of 1e-09 s, expected at least 1e-06 s");
    EXPECT_EQ(reading(head), "wind.csv:4:1: found 3 rows of wind, expected at least 4");
    EXPECT_EQ(reading("time_s,speed_m_s,direction_deg\n"),
              "wind.csv:1:1: found 0 rows of wind, expected at least 4");
}

TEST(RecordedTest, bears_the_jitter_of_a_clock) {
    EXPECT_EQ(reading("time_s,speed_m_s,direction_deg\n0,1,0\n1.02,1,0\n1.99,1,0\n3,1,0\n"),
              "no error");
}

TEST(RecordedTest, replays_its_corpus) {
    size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(test_folder() + "/corpus/wind")) {
        ++files;
        try {
            const Recorded air(WindSettings{},
                               read_wind_record(read_file(entry.path()), "wind.csv"));
            for (double t = 0; t < 3 * air.duration(); t += air.duration() / 7)
                EXPECT_TRUE(air.at(t).allFinite()) << entry.path();
        } catch (const InputError& error) {
            EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << entry.path();
        }
    }
    EXPECT_GE(files, 12u);
}

}  // namespace
}  // namespace thigmo
