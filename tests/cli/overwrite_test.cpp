// No verb writes over what it reads, by whatever name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "samples/plants.h"
#include "tests/cli/run.h"
#include "tests/places.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class Overwrite : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(folder_ / "report");
        save_plant(samples::sapling(), folder_ / "small.plant");
        ASSERT_EQ(run_typed({"export", in("small.plant"), "-o", in("mesh.obj")}).status, 0);
        fs::copy(fs::path(test_folder()) / "../samples/lsystems/bush.l", folder_ / "g.l");
        fs::copy(fs::path(test_folder()) / "../samples/scans/sapling.csv", folder_ / "scan.csv");
        write_file(folder_ / "g.v", "angle factor: 8\n");
        write_file(folder_ / "modules.txt", "F(1)F(1)");
        write_file(folder_ / "w.csv",
                   "time_s,u_m_s,v_m_s,w_m_s\n0,3,0,0\n1,4,0,0\n2,3,0,0\n3,4,0,0\n4,3,0,0\n");
        write_file(folder_ / "sway.csv", "time_s,tip_x_m\n0,0\n1,1\n2,0\n3,1\n4,0\n");
        write_file(folder_ / "report/decisions.toml", "");
        write_file(folder_ / "match.toml", "");
        write_file(folder_ / "scene.toml",
                   "[air]\nkind = \"recorded\"\nfile = \"w.csv\"\n[[plant]]\nfile = "
                   "\"small.plant\"\n");
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string in(const std::string& name) const { return (folder_ / name).string(); }
    std::map<std::string, std::string> all() const {
        std::map<std::string, std::string> files;
        for (const auto& entry : fs::recursive_directory_iterator(folder_))
            if (entry.is_regular_file()) files[entry.path()] = read_file(entry.path());
        return files;
    }
    /// The verb writes to a name, and that name is one of the input's.
    void expect_refused(std::vector<std::string> words, const std::string& input,
                        const std::string& output) const {
        fs::create_symlink(in(input), in(output));
        words.insert(words.end(), {"-o", in(output)});
        expect_refused(words);
        EXPECT_TRUE(fs::is_symlink(in(output)));
        fs::remove(in(output));
    }
    void expect_refused(const std::vector<std::string>& words) const {
        const auto before = all();
        const Typed typed = run_typed(words);
        EXPECT_EQ(typed.status, 2) << testing::PrintToString(words);
        EXPECT_THAT(typed.err, HasSubstr("found an input of this run as its output"))
            << testing::PrintToString(words);
        EXPECT_EQ(typed.out, "");
        EXPECT_EQ(all(), before);
    }

    const fs::path folder_ =
        fs::path(testing::TempDir()) /
        ("overwrite_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(Overwrite, IsRefusedByTheSameNameAndByAHardLink) {
    expect_refused({"derive", in("g.l"), "--steps", "1", "-o", in("g.l")});
    expect_refused({"derive", in("g.l"), "--steps", "1", "-o", in("report/../g.l")});
    fs::create_hard_link(in("g.l"), in("twin.txt"));
    expect_refused({"derive", in("g.l"), "--steps", "1", "-o", in("twin.txt")});
    expect_refused({"simulate", in("scene.toml"), "--for", "0.1", "-o", in("w.csv")});
    expect_refused(
        {"simulate", in("scene.toml"), "--for", "0.1", "-o", in("a.csv"), "-o", in("w.csv")});
}

TEST_F(Overwrite, IsRefusedOfPlantsTablesAndGrammars) {
    expect_refused({"export", in("small.plant")}, "small.plant", "a.glb");
    expect_refused({"export", in("small.plant")}, "small.plant", "a.obj");
    expect_refused({"render", in("small.plant")}, "small.plant", "a.png");
    expect_refused({"prepare", in("small.plant")}, "small.plant", "a.models");
    expect_refused({"measure", "sway", in("sway.csv")}, "sway.csv", "a.svg");
    expect_refused({"import", in("scan.csv"), "--species", "oak"}, "scan.csv", "a.plant");
    expect_refused({"grow", in("g.l")}, "g.l", "a.plant");
    expect_refused({"grow", in("g.l")}, "g.v", "a.plant");
    expect_refused({"grow", "--string", in("modules.txt")}, "modules.txt", "a.plant");
}

TEST_F(Overwrite, IsRefusedOfAllThatASceneReads) {
    const std::vector<std::string> words = {"simulate", in("scene.toml"), "--for", "0.1"};
    for (const char* input : {"scene.toml", "small.plant", "w.csv"})
        for (const char* output : {"a.csv", "a.pc2", "a.glb"}) expect_refused(words, input, output);
    expect_refused({"simulate", in("small.plant"), "--for", "0.1", "--simulator", "reduced",
                    "--match", in("match.toml")},
                   "match.toml", "a.csv");
}

TEST_F(Overwrite, IsRefusedOfModelsBesideAPlant) {
    ASSERT_EQ(run_typed({"prepare", in("small.plant"), "--set", "modes=2", "-q"}).status, 0);
    expect_refused({"simulate", in("small.plant"), "--for", "0.1", "--simulator", "reduced",
                    "--set", "modes=2"},
                   "small.models", "a.csv");
}

TEST_F(Overwrite, IsRefusedOfMeshesWithAllThatTheyName) {
    const std::vector<std::string> words = {"author", in("mesh.obj"), "--decisions",
                                            in("report/decisions.toml")};
    for (const char* input : {"mesh.obj", "mesh.mtl", "mesh_leaf_0.png", "report/decisions.toml"})
        expect_refused(words, input, "a.plant");
    const std::vector<std::string> into_itself = {
        "author",   in("mesh.obj"), "-o", in("a.plant"), "--decisions", in("report/decisions.toml"),
        "--report", in("report")};
    expect_refused(into_itself);
    EXPECT_EQ(run_typed(into_itself).err,
              in("report/decisions.toml") +
                  ": found an input of this run as its output, expected another folder for "
                  "--report, which writes a decisions.toml of its own\n");
}

TEST_F(Overwrite, OfWhatWasWrittenBeforeIsFree) {
    for (int i = 0; i < 2; ++i)
        EXPECT_EQ(run_typed({"derive", in("g.l"), "--steps", "1", "-o", in("a.txt")}).status, 0);
}

}  // namespace
}  // namespace thigmo::cli
