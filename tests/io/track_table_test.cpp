// Tracks read back from CSV.
#include "thigmo/io/track_table.h"

#include <gtest/gtest.h>

#include "tests/message.h"

namespace thigmo {
namespace {

TEST(TrackTableTest, reads_points_and_other_signals) {
    const TrackTable table = read_tracks(
        "time_s,tip_x_m,tip_y_m,tip_z_m,angle_deg\n0,1,2,3,9\n0.5,4,5,6,8\n", "out.csv");
    EXPECT_EQ(table.step, 0.5);
    ASSERT_EQ(table.tracks.size(), 2u);
    EXPECT_EQ(table.tracks[0].name, "tip");
    EXPECT_EQ(table.tracks[0].points[1], Vec3(4, 5, 6));
    EXPECT_EQ(table.tracks[1].name, "angle_deg");
    EXPECT_EQ(table.tracks[1].points[0].x(), 9);
}

TEST(TrackTableTest, main_axis_is_that_of_the_motion) {
    const Vec3 way = Vec3(3, 0, -4) / 5;
    std::vector<Vec3> points;
    for (const double x : {-1.0, 0.0, 2.0, 3.0}) points.push_back(Vec3(7, 8, 9) + x * way);
    const std::vector<double> along = along_main_axis(points);
    EXPECT_NEAR(along[0] - along[3], 4, 1e-12);  // the axis points to +Z, its longest part
}

TEST(TrackTableTest, rejects_tables_without_time_or_points) {
    const auto reading = [](const char* text) {
        return message([&] { read_tracks(text, "out.csv"); });
    };
    EXPECT_EQ(reading("t,tip_x_m\n0,1\n"),
              "out.csv:1:1: found no column 'time_s', expected a header that names it");
    EXPECT_EQ(reading("time_s\n0\n1\n"),
              "out.csv:1:1: found no column but time_s, expected the coordinates of points, "
              "NAME_x_m and so on");
    EXPECT_EQ(reading("time_s,tip_x_m\n0,1\n1,1\n2,1\n2,1\n"),
              "out.csv:5:1: found time 2 s, expected one after 2 s");
}

}  // namespace
}  // namespace thigmo
