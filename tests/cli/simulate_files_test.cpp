// The files of thigmo simulate as a user asks for them.
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "samples/plants.h"
#include "tests/cli/run.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

namespace fs = std::filesystem;
using testing::ContainsRegex;
using testing::HasSubstr;

class SimulateFiles : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(folder_);
        save_plant(samples::sapling(), folder_ / "small.plant");
    }
    void TearDown() override { fs::remove_all(folder_); }

    /// Runs `thigmo simulate small.plant --for 0.1 -o … --json`.
    Typed simulate(const std::vector<std::string>& names,
                   const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words = {"simulate", in("small.plant"), "--for", "0.1", "--json"};
        for (const std::string& name : names) words.insert(words.end(), {"-o", in(name)});
        words.insert(words.end(), more.begin(), more.end());
        return run_typed(words);
    }
    std::string in(const std::string& name) const { return (folder_ / name).string(); }

    const fs::path folder_ =
        fs::path(testing::TempDir()) /
        ("simulate_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(SimulateFiles, OneRunWritesAllKinds) {
    const std::vector<std::string> names = {"x.glb", "x.gltf", "x.pc2", "x.mdd", "x.csv"};
    const Typed typed = simulate(names);
    ASSERT_EQ(typed.status, 0) << typed.err;
    for (const std::string& name : names) EXPECT_GT(fs::file_size(in(name)), 100u) << name;
    EXPECT_TRUE(fs::exists(in("x.obj")));
    const auto json = nlohmann::json::parse(typed.out);
    EXPECT_EQ(json["frames"], 4);
    EXPECT_GE(json["files"][0]["joints"], 7);
    EXPECT_GT(json["files"][0]["moved_rms_m"], 0.0);
    EXPECT_LT(json["files"][0]["error_rms_m"], 1e-6);
    EXPECT_FALSE(json["files"][2].contains("error_rms_m"));
}

TEST_F(SimulateFiles, FewerJointsOnRequest) {
    const Typed typed = simulate({"x.glb"}, {"--max-joints", "3"});
    ASSERT_EQ(typed.status, 0) << typed.err;
    const auto json = nlohmann::json::parse(typed.out);
    EXPECT_LE(json["files"][0]["joints"], 3);
    EXPECT_GT(json["files"][0]["error_rms_m"], 0.0);
    EXPECT_GE(json["files"][0]["error_max_m"], json["files"][0]["error_rms_m"]);
}

TEST_F(SimulateFiles, SaysWhatTooFewJointsCostAndHowManyWouldDo) {
    const Typed typed = simulate({"x.glb"}, {"--max-joints", "1"});
    ASSERT_EQ(typed.status, 0) << typed.err;
    EXPECT_THAT(typed.err,
                ContainsRegex("x.glb: vertices lie [0-9.e-]+ m off with 1 joints, [0-9]+ % "
                              "of how far they move; --max-joints [0-9]+ would do"));
}

TEST_F(SimulateFiles, FilmsTakeTheCameraOfPictures) {
    const auto frame = [&](std::vector<std::string> words) {
        words.insert(words.end(), {"--size", "32x24", "--samples", "1"});
        const Typed typed = simulate({"f-%d.jpg"}, words);
        EXPECT_EQ(typed.status, 0) << typed.err;
        return read_file(in("f-2.jpg"));
    };
    const std::string usual = frame({});
    EXPECT_NE(frame({"--azimuth", "120"}), usual);
    EXPECT_NE(frame({"--sun", "200,20"}), usual);
    EXPECT_NE(frame({"--zoom", "2"}), usual);
    EXPECT_NE(frame({"--camera", "0,1,6", "--look-at", "0,2,0"}), usual);
    EXPECT_NE(frame({"--follow", "twig_1"}), usual);
    const Typed typed = simulate({"f-%d.jpg"}, {"--follow", "twig_9"});
    EXPECT_EQ(typed.status, 2);
    EXPECT_THAT(typed.err, HasSubstr("--follow: found"));
}

TEST_F(SimulateFiles, RejectsOptionsOfFilmsWithoutAFilm) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"--follow", "tip"},
                                                  {"--camera", "1,2,3"},
                                                  {"--size", "32x24"},
                                                  {"--samples", "2"},
                                                  {"--zoom", "2"}}) {
        const Typed typed = simulate({"x.csv"}, words);
        EXPECT_EQ(typed.status, 2);
        EXPECT_EQ(typed.err, words[0] +
                                 ": found no film among the outputs, expected one, such as "
                                 "-o oak.mp4\n");
        EXPECT_FALSE(fs::exists(in("x.csv")));
    }
    EXPECT_EQ(simulate({"x.csv", "f-%d.png"}, {"--size", "8x6", "--samples", "1"}).status, 0);
    EXPECT_THAT(simulate({"f-%d%d.png"}).err, HasSubstr("f-%d%d.png: found a second %"));
}

TEST_F(SimulateFiles, ZUpForBlender) {
    ASSERT_EQ(simulate({"x.pc2"}, {"--target", "blender"}).status, 0);
    EXPECT_THAT(read_file(in("x.obj")), HasSubstr("Z up"));
}

TEST_F(SimulateFiles, RejectsJointLimitsAndNamesBeforeItRuns) {
    Typed typed = simulate({"x.glb"}, {"--max-joints", "65536"});
    EXPECT_EQ(typed.status, 2);
    EXPECT_THAT(typed.err, HasSubstr("--max-joints: found 65536, expected 1 to 65535"));
    typed = simulate({"x.glb", "x.fbx"});
    EXPECT_EQ(typed.status, 2);
    EXPECT_THAT(typed.err, HasSubstr("x.fbx: found no kind of motion in this name"));
    EXPECT_FALSE(fs::exists(in("x.glb")));
}

}  // namespace
}  // namespace thigmo::cli
