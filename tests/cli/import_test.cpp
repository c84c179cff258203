// thigmo import: what it writes, says and refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/cli/run.h"
#include "tests/io/qsm_table.h"
#include "thigmo/base/file.h"
#include "thigmo/materials/species.h"
#include "thigmo/plant/file.h"

namespace thigmo {
namespace {

using testing::HasSubstr;

/// A folder of its own with the small table in it, and what the last command said.
class ImportVerb : public testing::Test {
  protected:
    ImportVerb() {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  ("import-" +
                   std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        std::filesystem::create_directories(folder_);
        write_file(path("ash.csv"), qsm_test::by_axis);
    }
    ~ImportVerb() override { std::filesystem::remove_all(folder_); }

    std::string path(const char* name) const { return (folder_ / name).string(); }

    int import(std::vector<std::string> options) {
        options.insert(options.begin(), "import");
        const cli::Typed typed = cli::run_typed(options);
        out_ = typed.out;
        err_ = typed.err;
        return typed.status;
    }

    Material wood(const char* name) const {
        return load_plant(path(name)).materials[MaterialId{0}];
    }

    std::filesystem::path folder_;
    std::string out_, err_;
};

TEST_F(ImportVerb, WritesAPlantAndSaysWhatItIs) {
    ASSERT_EQ(
        import({path("ash.csv"), "--young", "9.5e9", "--density", "801", "-o", path("a.plant")}),
        0);
    EXPECT_EQ(out_,
              "ash: 3 cylinders in 2 domains, 2.00 m high, 0.05215 m³ of wood, 41.77 kg\n"
              "gaps closed: none over 1 mm\n"
              "origin: (10, 20, 5) of the table, whose z is now y\n"
              "written: " +
                  path("a.plant") + "\n");
    EXPECT_EQ(err_, "");
    EXPECT_EQ(load_plant(path("a.plant")).name, "ash");
    EXPECT_EQ(wood("a.plant").young, 9.5e9);
    EXPECT_EQ(wood("a.plant").density, 801);
    EXPECT_EQ(wood("a.plant").shear, 9.5e9 / 16);
}

TEST_F(ImportVerb, PrintsTheLargestGap) {
    std::string table(qsm_test::by_axis);
    table.replace(table.find("20,6,0"), 6, "20,6.25,0");
    write_file(path("ash.csv"), table);
    ASSERT_EQ(
        import({path("ash.csv"), "--young", "1e10", "--density", "800", "-o", path("a.plant")}), 0);
    EXPECT_THAT(out_,
                HasSubstr("gaps closed: 1 over 1 mm, largest 0.25 m before cylinder 2; wood +"));
}

TEST_F(ImportVerb, TakesTheShearModulusGiven) {
    ASSERT_EQ(import({path("ash.csv"), "--young", "1e10", "--density", "800", "--shear", "7e8",
                      "-o", path("a.plant")}),
              0);
    EXPECT_EQ(wood("a.plant").shear, 7e8);
}

TEST_F(ImportVerb, TakesTheWoodOfASpecies) {
    ASSERT_EQ(import({path("ash.csv"), "--species", "oak", "-o", path("a.plant")}), 0);
    const Palette oak = find_species("oak").palette;
    EXPECT_EQ(wood("a.plant"), oak.materials[oak.wood[0].material]);
    EXPECT_EQ(load_plant(path("a.plant")).shapes.size(), 0u);
}

TEST_F(ImportVerb, WarnsWhenTheWoodIsNotGiven) {
    ASSERT_EQ(import({path("ash.csv"), "-o", path("a.plant")}), 0);
    EXPECT_EQ(err_,
              "warning: no --species and no --young, so the wood is hardwood: --young 9.5e+09 "
              "--density 800 --shear 5.9375e+08\n");
    ASSERT_EQ(import({path("ash.csv"), "-q", "-o", path("a.plant")}), 0);
    EXPECT_EQ(err_, "");
}

TEST_F(ImportVerb, ReportsAsJson) {
    ASSERT_EQ(import({path("ash.csv"), "-q", "--json", "-o", path("a.plant")}), 0);
    for (const char* part : {"\"cylinders\": 3", "\"roots\": 1", "\"domains\": 2", "\"gaps\": 0",
                             "\"largest_gap_m\": 0.0", "\"height_m\": 2.0", "\"mass_kg\": "})
        EXPECT_THAT(out_, HasSubstr(part));
}

TEST_F(ImportVerb, RejectsHalfAndDoubleMaterials) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{"--young", "1e10"}, "thigmo import: found no --density, expected one\n"},
        {{"--density", "800"}, "thigmo import: found no --young, expected one\n"},
        {{"--shear", "1e9"}, "thigmo import: found no --young, expected one\n"},
        {{"--young", "-1", "--density", "800"},
         "thigmo import: found --young -1, expected a number over 0\n"},
        {{"--young", "1e10", "--density", "nan"},
         "thigmo import: found --density nan, expected a number over 0\n"},
        {{"--species", "oak", "--young", "1e10"},
         "thigmo import: found --species beside --young, --density or --shear, expected one way to "
         "name the wood\n"}};
    for (auto [options, message] : cases) {
        options.insert(options.begin(), {path("ash.csv"), "-o", path("a.plant")});
        EXPECT_EQ(import(options), 2);
        EXPECT_EQ(err_, message);
        EXPECT_EQ(out_, "");
    }
    EXPECT_EQ(import({path("ash.csv"), "--species", "kelp", "-o", path("a.plant")}), 2);
    EXPECT_THAT(err_, HasSubstr("kelp"));
    EXPECT_FALSE(std::filesystem::exists(path("a.plant")));
}

TEST_F(ImportVerb, RejectsBadTablesInOneLineAndLeavesTheOldPlant) {
    write_file(path("a.plant"), "old");
    write_file(path("bad.csv"), "cyl,radius\n1,2\n");
    EXPECT_EQ(import({path("bad.csv"), "-o", path("a.plant")}), 2);
    EXPECT_THAT(err_, HasSubstr("bad.csv:1:1: found columns 'cyl, radius', expected start_x"));
    EXPECT_EQ(std::count(err_.begin(), err_.end(), '\n'), 1);
    EXPECT_EQ(read_file(path("a.plant")), "old");
    EXPECT_EQ(import({path("none.csv"), "-o", path("a.plant")}), 2);
    EXPECT_THAT(err_, HasSubstr("none.csv: cannot open"));
}

}  // namespace
}  // namespace thigmo
