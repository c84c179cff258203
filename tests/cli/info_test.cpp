// thigmo info, and what every verb shares: usage errors, help, one line for a bad file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "samples/plants.h"
#include "tests/cli/run.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

using testing::HasSubstr;

class InfoVerb : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "thigmo_info_XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
        plant_ = folder_ + "/sapling.plant";
        save_plant(samples::sapling(), plant_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    Typed info(const std::string& path) const { return run_typed({"info", path}); }

    std::string folder_, plant_;
};

void expect_one_line(const Typed& typed) {
    EXPECT_EQ(typed.status, 2);
    EXPECT_EQ(typed.out, "");
    EXPECT_EQ(std::count(typed.err.begin(), typed.err.end(), '\n'), 1) << typed.err;
}

TEST_F(InfoVerb, TakesASpeciesByItsName) {
    EXPECT_THAT(run_typed({"info", "reed"}).out, HasSubstr("reed, "));
    const Typed typed = run_typed({"info", "brich"});
    EXPECT_EQ(typed.status, 2);
    EXPECT_THAT(typed.err, HasSubstr("brich: found no file and no species of that name"));
    EXPECT_THAT(typed.err, HasSubstr("(did you mean birch?)"));
}

TEST_F(InfoVerb, RejectsAGrammarAsSuch) {
    const std::string grammar = folder_ + "/tree.l";
    write_file(grammar, "Lsystem: 1\n");
    const Typed typed = run_typed({"info", grammar});
    expect_one_line(typed);
    EXPECT_EQ(typed.err, grammar +
                             ": found a grammar, which is text, expected a .plant; thigmo grow " +
                             grammar + " writes one\n");
}

}  // namespace

TEST_F(InfoVerb, SaysWhatThePlantHolds) {
    const Typed typed = info(plant_);
    EXPECT_EQ(typed.status, 0);
    EXPECT_EQ(typed.err, "");
    EXPECT_THAT(typed.out, HasSubstr("sapling, "));
    EXPECT_THAT(typed.out, HasSubstr("7 domains (3 flexible) in 3 orders, 7 segments\n"));
    EXPECT_THAT(typed.out, HasSubstr("4 instances of 1 shapes"));
}

TEST_F(InfoVerb, JsonHasTheAgreedMembers) {
    const Typed typed = run_typed({"info", plant_, "--json"});
    EXPECT_EQ(typed.status, 0);
    for (const char* member :
         {"\"domains\": 7,", "\"flexible_domains\": 3,", "\"segments\": 7,", "\"shapes\": 1,",
          "\"instances\": 4,", "\"triangles\": ", "\"vertices\": ", "\"orders\": 3,",
          "\"height_m\": ", "\"mass_kg\": ", "\"bounds\": {", "\"min\": [", "\"max\": ["})
        EXPECT_THAT(typed.out, HasSubstr(member));
}

TEST_F(InfoVerb, RejectsFilesWithOneLine) {
    for (const auto& [bytes, expected] : {std::pair{"", "found an empty file"},
                                          std::pair{"v 0 0 0\nv 1 0 0\nf", "found no mark"}}) {
        write_file(folder_ + "/bad.plant", bytes);
        const Typed typed = info(folder_ + "/bad.plant");
        expect_one_line(typed);
        EXPECT_THAT(typed.err, HasSubstr("bad.plant: "));
        EXPECT_THAT(typed.err, HasSubstr(expected));
    }
    std::string damaged = read_file(plant_);
    damaged[1000] = static_cast<char>(damaged[1000] ^ 4);
    write_file(plant_, damaged);
    expect_one_line(info(plant_));
    EXPECT_THAT(info(plant_).err, HasSubstr("sapling.plant: found checksum"));
    expect_one_line(info(folder_ + "/absent.plant"));
    EXPECT_THAT(info(folder_ + "/absent.plant").err, HasSubstr("cannot open: No such file"));
    expect_one_line(info(folder_));
    EXPECT_THAT(info(folder_).err, HasSubstr("found a folder, expected a file"));
}

TEST_F(InfoVerb, RejectsWrongUsageWithOneLine) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{},
                                                  {"info"},
                                                  {"info", plant_, "--nonsense"},
                                                  {"info", plant_, "two.plant"},
                                                  {"nonsense"}}) {
        const Typed typed = run_typed(words);
        expect_one_line(typed);
        EXPECT_THAT(typed.err, HasSubstr("see thigmo"));
    }
}

}  // namespace thigmo::cli
