// Tracked points as CSV.
#include "thigmo/io/tracks.h"

#include <gmock/gmock.h>

#include "samples/plants.h"
#include "tests/io/motion_files.h"
#include "tests/message.h"
#include "thigmo/base/file.h"
#include "thigmo/io/track_table.h"

namespace thigmo {
namespace {

using testing::HasSubstr;

using TrackFiles = MotionFiles;

TEST_F(TrackFiles, OneRowPerPoseWithUnitsInTheHead) {
    const Plant plant = samples::stem(2, 2, 0.1, 0.05);
    Motion motion;
    motion.frames_per_second = 4;
    motion.poses.resize(2, rest_pose(plant));
    const Quat quarter(Eigen::AngleAxisd(std::acos(0.0), Vec3::UnitZ()));
    motion.poses[1].segments[SegmentId(size_t{1})] = {quarter,
                                                      Vec3(0, 1, 0) - quarter * Vec3(0, 1, 0)};
    const TrackedPoint tip = track_segment(plant, "tip");
    const TrackedPoint middle = track_segment(plant, "trunk");
    EXPECT_EQ(track_segment(plant, "trunk.seg_2").rest, Vec3(0, 2, 0));
    play(motion, *open_tracks({tip, middle}, folder_ / "x.csv"));
    const std::string text = read_file(folder_ / "x.csv");
    EXPECT_THAT(text, testing::StartsWith("time_s,tip_x_m,tip_y_m,tip_z_m,trunk_x_m,trunk_y_m,"
                                          "trunk_z_m\n0,0,2,0,0,1,0\n0.25,-1,1"));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
}

TEST_F(TrackFiles, NoNameIsAFormulaToATableProgram) {
    const Plant plant = samples::sapling();
    std::vector<TrackedPoint> points;
    for (const char* name : {"=1+2", "+a", "-b", "@c", "d=e"}) {
        points.push_back(track_segment(plant, "tip"));
        points.back().name = name;
    }
    const auto sink = open_tracks(points, folder_ / "x.csv");
    sink->write(-1, rest_pose(plant));
    sink->finish();
    const std::string text = read_file(folder_ / "x.csv");
    EXPECT_THAT(text, testing::StartsWith("time_s,\"'=1+2_x_m\",\"'=1+2_y_m\",\"'=1+2_z_m\","
                                          "\"'+a_x_m\","));
    EXPECT_THAT(text, HasSubstr(",d=e_x_m,d=e_y_m,d=e_z_m\n-1,"));
    std::vector<std::string> read;
    for (const Track& track : read_tracks(text, "x.csv").tracks) read.push_back(track.name);
    EXPECT_THAT(read, testing::ElementsAre("=1+2", "+a", "-b", "@c", "d=e"));
}

TEST_F(TrackFiles, NamesComeBackAsTheyWere) {
    const std::vector<std::string> names = {"a;b",   "a\tb", " a", "\t=1", " +a", "=1+1",
                                            "'=1+1", "''@",  "'a", "a",    "' -b"};
    const Plant plant = samples::sapling();
    std::vector<TrackedPoint> points(names.size(), track_segment(plant, "tip"));
    for (size_t i = 0; i < names.size(); ++i) points[i].name = names[i];
    const auto sink = open_tracks(points, folder_ / "x.csv");
    sink->write(-1, rest_pose(plant));
    sink->finish();
    const std::string text = read_file(folder_ / "x.csv");
    EXPECT_THAT(text, HasSubstr(",\"'\t=1_x_m\","));
    EXPECT_THAT(text, HasSubstr(",\"''=1+1_x_m\","));
    std::vector<std::string> read;
    for (const Track& track : read_tracks(text, "x.csv").tracks) read.push_back(track.name);
    EXPECT_THAT(read, testing::ElementsAreArray(names));
}

TEST_F(TrackFiles, APointMayRideOnAShape) {
    const Plant plant = samples::sapling();
    const DomainId leaf(size_t{2});
    Pose pose = rest_pose(plant);
    pose.shapes[leaf].translation = Vec3(1, 2, 3);
    const auto sink =
        open_tracks({{"leaf", SegmentId::none(), leaf, Vec3(1, 1, 1)}}, folder_ / "x.csv");
    EXPECT_TRUE(sink->reads_shapes());
    const auto other = open_tracks({track_segment(plant, "tip")}, folder_ / "y.csv");
    EXPECT_FALSE(other->reads_shapes());
    sink->write(0.5, pose);
    sink->finish();
    EXPECT_EQ(read_file(folder_ / "x.csv"), "time_s,leaf_x_m,leaf_y_m,leaf_z_m\n0.5,2,3,4\n");
}

TEST_F(TrackFiles, LongOnesAreWholeAndUnfinishedOnesLeaveNothing) {
    const Plant plant = samples::sapling();
    Motion motion;
    motion.poses.resize(5000, rest_pose(plant));
    play(motion, *open_tracks({track_segment(plant, "tip")}, folder_ / "x.csv"));
    const std::string text = read_file(folder_ / "x.csv");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5001);
    std::filesystem::remove(folder_ / "x.csv");
    open_tracks({track_segment(plant, "tip")}, folder_ / "x.csv")->write(0, rest_pose(plant));
    EXPECT_EQ(entries(), 0u);
}

TEST_F(TrackFiles, RejectsAFullDisk) {
    const Plant plant = samples::sapling();
    const auto sink = open_tracks({track_segment(plant, "tip")}, folder_ / "x.csv");
    for (int i = 0; i < 100; ++i) sink->write(i, rest_pose(plant));
    const FullDisk full(1000);
    EXPECT_THAT(message([&] { sink->finish(); }), HasSubstr("x.csv: cannot write: File too large"));
}

TEST_F(TrackFiles, RejectsBadNames) {
    const Plant plant = samples::sapling();
    const auto refusal = [&](std::vector<TrackedPoint> points) {
        return message([&] { open_tracks(std::move(points), folder_ / "x.csv"); });
    };
    TrackedPoint comma = track_segment(plant, "tip"), empty = comma;
    comma.name = "a,b";
    empty.name = "";
    EXPECT_THAT(refusal({}), HasSubstr("x.csv: found no points, expected some to track"));
    EXPECT_THAT(refusal({comma}), HasSubstr("found 'a,b' for a point, expected a name without "
                                            "commas, quotes and line breaks"));
    EXPECT_THAT(refusal({empty}), HasSubstr("found '' for a point"));
    EXPECT_THAT(refusal({track_segment(plant, "trunk"), track_segment(plant, "trunk")}),
                HasSubstr("found two points 'trunk', expected names that differ"));
    EXPECT_EQ(message([&] { track_segment(plant, "root"); }),
              "sapling: found no segment 'root', expected tip or a name such as twig_2.seg_2");
    EXPECT_EQ(message([&] { track_segment(Plant{}, "tip"); }),
              "plant: found no segment 'tip', expected tip or a name such as trunk");
}

}  // namespace
}  // namespace thigmo
