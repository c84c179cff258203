// A plant of several stems in one vessel, from an OBJ file through every verb that takes a plant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "tests/authoring/made_pots.h"
#include "tests/authoring/made_soup.h"
#include "tests/cli/run.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"

namespace thigmo {
namespace {

class AuthorPotted : public testing::Test {
  protected:
    AuthorPotted() { std::filesystem::create_directories(folder_); }
    ~AuthorPotted() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    void expect_done(std::vector<std::string> typed) {
        typed.emplace_back("-q");
        const cli::Typed said = cli::run_typed(typed);
        EXPECT_EQ(said.status, 0) << typed[0] << ": " << said.err;
    }
    void author(const Soup& soup) {
        write_file(path("in.obj"), made::obj_of(soup));
        expect_done({"author", path("in.obj"), "-o", path("a.plant"), "--voxels", "40"});
        ASSERT_TRUE(std::filesystem::exists(path("a.plant")));
        EXPECT_FALSE(std::filesystem::exists(path("a_1.plant")));
    }
    /// Largest change of a column of a table of numbers.
    double most_moved(const std::string& file, size_t column) const {
        std::istringstream lines(read_file(path(file)));
        std::string line;
        std::getline(lines, line);
        double first = 0, most = 0;
        for (size_t row = 0; std::getline(lines, line); ++row) {
            std::istringstream cells(line);
            std::string cell;
            for (size_t i = 0; i <= column; ++i) std::getline(cells, cell, ',');
            if (row == 0) first = std::stod(cell);
            most = std::max(most, std::abs(std::stod(cell) - first));
        }
        return most;
    }

    const std::filesystem::path folder_ =
        std::filesystem::path(testing::TempDir()) /
        fmt::format("potted-{}-{}", testing::UnitTest::GetInstance()->current_test_info()->name(),
                    ::getpid());
};

TEST_F(AuthorPotted, APlantOfSeveralRootsRunsInEverySimulator) {
    for (const Soup& soup :
         {made::vase_of_stems(), made::planter_of_stems(), made::basket_of_vines()}) {
        SCOPED_TRACE(soup.name);
        author(soup);
        for (const char* simulator : {"articulated", "beam", "reduced"}) {
            SCOPED_TRACE(simulator);
            const std::string table = fmt::format("{}.csv", simulator);
            expect_done({"simulate", path("a.plant"), "--simulator", simulator, "--wind", "6",
                         "--for", "0.4", "-o", path(table)});
            EXPECT_GT(most_moved(table, 1), 1e-6);
        }
        std::filesystem::remove(path("a.plant"));
    }
}

TEST_F(AuthorPotted, APlantOfSeveralRootsIsDrawnAndExported) {
    author(made::planter_of_stems());
    expect_done({"render", path("a.plant"), "-o", path("a.png"), "--size", "64x64"});
    expect_done({"export", path("a.plant"), "-o", path("a.glb")});
    expect_done({"info", path("a.plant")});
    for (const char* file : {"a.png", "a.glb"})
        EXPECT_GT(std::filesystem::file_size(path(file)), 200u) << file;
}

/// Objects, groups and materials may each bear the name.
TEST_F(AuthorPotted, ObjectsGroupsAndMaterialsName) {
    const std::string named = made::obj_of(made::planter_of_stems());
    const auto with = [&](const std::string& object, const std::string& group,
                          const std::string& look) {
        std::string text;
        std::istringstream lines(named);
        bool board = false;
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("o ")) {
                board = line == "o planter box";
                line = board ? object + "\n" + group : "o x\ng y";
            }
            if (line.starts_with("usemtl")) line = board ? look : "usemtl green";
            text += line + "\n";
        }
        return text;
    };
    for (const std::string& text :
         {with("o planter", "g default", "usemtl a"), with("o m", "g PlanterBox", "usemtl a"),
          with("o m", "g n", "usemtl maceta")}) {
        write_file(path("in.obj"), text);
        expect_done({"author", path("in.obj"), "-o", path("a.plant"), "--voxels", "12"});
        ASSERT_TRUE(std::filesystem::exists(path("a.plant"))) << text.substr(0, 60);
        EXPECT_EQ(load_plant(path("a.plant")).domains.kind.back(), Kind::prop);
        std::filesystem::remove(path("a.plant"));
    }
}

}  // namespace
}  // namespace thigmo
