// thigmo export as a user types it: what it writes, says and refuses.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "samples/plants.h"
#include "tests/cli/run.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

namespace fs = std::filesystem;

class ExportVerb : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(folder_);
        save_plant(samples::sapling(), folder_ / "small.plant");
    }
    void TearDown() override { fs::remove_all(folder_); }

    /// Runs `thigmo export small.plant -o OUTPUT …`.
    Typed run_export(const std::string& output, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words = {"export", in("small.plant")};
        if (!output.empty()) words.insert(words.end(), {"-o", in(output)});
        words.insert(words.end(), more.begin(), more.end());
        return run_typed(words);
    }
    std::string in(const std::string& name) const { return (folder_ / name).string(); }

    const fs::path folder_ =
        fs::path(testing::TempDir()) /
        ("export_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(ExportVerb, WritesGlbAndSaysWhatItHolds) {
    const Typed outcome = run_export("a.glb");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out.find(in("a.glb") + ": "), 0u);
    EXPECT_NE(outcome.out.find(" in 2 meshes\n"), std::string::npos);
    EXPECT_EQ(read_file(folder_ / "a.glb").substr(0, 4), "glTF");
}

TEST_F(ExportVerb, SaysHowFarVerticesLieOffWithFewJoints) {
    Typed outcome = run_export("a.glb", {"--skin", "--max-joints", "3"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(
        outcome.out.find("\n3 joints for 7 segments, chosen by four seconds in gusts of 8 m/s: "
                         "vertices move by "),
        std::string::npos)
        << outcome.out;
    outcome = run_export("a.glb", {"--skin", "--max-joints", "3", "--json"});
    const auto json = nlohmann::json::parse(outcome.out);
    EXPECT_GT(json["moved_rms_m"], 0.0);
    EXPECT_GT(json["error_rms_m"], 0.0);
    EXPECT_GT(json["error_max_m"], json["error_rms_m"]);
}

TEST_F(ExportVerb, WarnsOfTooFewJointsAndNamesTheNumberThatWouldDo) {
    const Typed outcome = run_export("a.glb", {"--skin", "--max-joints", "1"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, testing::ContainsRegex("with 1 joints, [0-9]+ % of how far they move; "
                                                    "--max-joints [0-9]+ would do"));
}

TEST_F(ExportVerb, GivesOneJointPerSegmentWhereTheyFit) {
    const Typed outcome = run_export("a.glb", {"--skin"});
    EXPECT_NE(outcome.out.find("\n7 joints for 7 segments\n"), std::string::npos) << outcome.out;
}

TEST_F(ExportVerb, WritesGltfAsTextAndObjWithItsFiles) {
    EXPECT_EQ(run_export("a.gltf").status, 0);
    EXPECT_EQ(read_file(folder_ / "a.gltf").front(), '{');
    EXPECT_EQ(run_export("b.obj").status, 0);
    EXPECT_TRUE(fs::exists(folder_ / "b.mtl"));
    EXPECT_TRUE(fs::exists(folder_ / "b_leaf_0.png"));
}

TEST_F(ExportVerb, RejectsAnUnknownSuffixAndListsThePossible) {
    const Typed outcome = run_export("a.fbx");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, in("a.fbx") +
                               ": found suffix .fbx, expected a name that ends in .glb, "
                               ".gltf or .obj\n");
    EXPECT_FALSE(fs::exists(folder_ / "a.fbx"));
}

TEST_F(ExportVerb, RejectsANameWithoutSuffix) {
    const Typed outcome = run_export("a");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("found no suffix, expected"), std::string::npos) << outcome.err;
}

TEST_F(ExportVerb, RejectsNoOutput) {
    const Typed outcome = run_export("");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err,
              "thigmo export: found no output, expected -o FILE.glb, .gltf or .obj, or --shader "
              "FOLDER\n");
}

TEST_F(ExportVerb, RejectsASkeletonInObj) {
    const Typed outcome = run_export("a.obj", {"--skin"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, in("a.obj") +
                               ": found --skin, expected a .glb or .gltf: an OBJ file "
                               "holds no skeleton\n");
}

TEST_F(ExportVerb, RejectsALimitOfJointsWithoutASkeleton) {
    const Typed outcome = run_export("a.glb", {"--max-joints", "5"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err,
              "--max-joints: found no --skin, expected it: only a skeleton has joints\n");
}

TEST_F(ExportVerb, RejectsALimitOfJointsOutOfRange) {
    const Typed outcome = run_export("a.glb", {"--skin", "--max-joints", "-1"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, "--max-joints: found -1, expected 1 to 65535\n");
}

TEST_F(ExportVerb, NamesThePlantThatItCannotExport) {
    Plant plant = samples::sapling();
    const auto keep_leaf = [](auto& column) { column.values() = {column.back()}; };
    std::apply([&](auto&... columns) { (keep_leaf(columns), ...); }, plant.domains.columns());
    plant.segments = {};
    plant.domains.segments.back() = {};
    plant.domains.parent.back() = DomainId::none();
    plant.domains.attachment.back() = {};
    plant.domains.order.back() = 0;
    save_plant(plant, folder_ / "small.plant");
    const Typed outcome = run_export("a.glb", {"--skin"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err, "sapling: found no segments, expected some to make a skeleton of\n");
}

TEST_F(ExportVerb, RejectsAFolderThatIsNotThere) {
    const Typed outcome = run_export("none/a.glb");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("none"), std::string::npos) << outcome.err;
}

TEST_F(ExportVerb, WritesAShaderPack) {
    const Typed outcome = run_export("", {"--shader", in("pack"), "--at", "1.5"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("pack.json"), std::string::npos);
    EXPECT_TRUE(fs::exists(folder_ / "pack" / "check_full_0.bin"));
}

TEST_F(ExportVerb, WritesAPackForAWindThatRepeats) {
    const Typed outcome = run_export("", {"--shader", in("pack"), "--wind", "breeze", "--loop",
                                          "10s", "--frequency", "measured"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const auto pack = nlohmann::json::parse(read_file(folder_ / "pack" / "pack.json"));
    EXPECT_EQ(pack["uniforms"]["thigmo_wind"]["default"][0], 4.3);
    EXPECT_EQ(pack["uniforms"]["thigmo_leaf"]["default"][2], 10);
    run_export("", {"--shader", in("own")});
    EXPECT_NE(read_file(folder_ / "own" / "branches.bin"),
              read_file(folder_ / "pack" / "branches.bin"));
}

TEST_F(ExportVerb, rejects_another_law_of_frequencies) {
    EXPECT_EQ(run_export("", {"--shader", in("pack"), "--frequency", "guessed"}).err,
              "--frequency: found 'guessed', expected material or measured\n");
}

TEST_F(ExportVerb, rejects_a_shader_pack_beside_another_output) {
    const Typed outcome = run_export("a.glb", {"--shader", in("pack")});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err,
              "--shader: found -o, --skin or --max-joints beside it, expected it alone: a shader "
              "pack has files of its own\n");
}

TEST_F(ExportVerb, rejects_times_that_are_none_or_for_nothing) {
    EXPECT_EQ(run_export("", {"--shader", in("pack"), "--at", "soon"}).err,
              "--at: found 'soon', expected seconds such as 4s\n");
    EXPECT_EQ(
        run_export("a.glb", {"--at", "1"}).err,
        "--at, --wind, --loop, --frequency: found no --shader, expected it: they are of shader "
        "packs\n");
}

}  // namespace
}  // namespace thigmo::cli
