// thigmo prepare, and simulate with what it leaves, as a user calls them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "samples/plants.h"
#include "tests/cli/run.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"

namespace thigmo {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Prepare : public ::testing::Test {
  protected:
    Prepare() {
        std::filesystem::create_directories(folder_);
        save_plant(samples::sapling(), path("s.plant"));
    }
    ~Prepare() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    cli::Typed prepare(std::vector<std::string> words) {
        words.insert(words.begin(), {"prepare", path("s.plant")});
        words.insert(words.end(), {"--set", "modes=2", "--set", "derivatives=1"});
        return cli::run_typed(words);
    }
    cli::Typed simulate(const std::string& output) {
        return cli::run_typed({"simulate", path("s.plant"), "--simulator", "reduced", "--set",
                               "modes=2", "--set", "derivatives=1", "--wind", "gale", "--for",
                               "0.1", "-o", path(output)});
    }

  private:
    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() /
        ("thigmo_prepare_" +
         std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
};

}  // namespace

// Three domains in two pieces each, of three shapes.
TEST_F(Prepare, leaves_the_models_beside_the_plant) {
    const cli::Typed typed = prepare({"--json"});
    ASSERT_EQ(typed.status, 0) << typed.err;
    EXPECT_TRUE(std::filesystem::exists(path("s.models")));
    for (const char* text : {"\"domains\": 7", "\"flexible_domains\": 3", "\"models\": 6",
                             "\"dofs\": 18", "\"seconds\"", "\"kb_per_model\"", "\"mb\""})
        EXPECT_THAT(typed.out, HasSubstr(text));
    EXPECT_THAT(prepare({}).out, HasSubstr("DOFs                     18\n"));
}

TEST_F(Prepare, a_run_with_models_gives_the_bytes_of_one_without) {
    ASSERT_EQ(simulate("without.csv").status, 0);
    ASSERT_EQ(prepare({}).status, 0);
    const cli::Typed with = simulate("with.csv");
    ASSERT_EQ(with.status, 0) << with.err;
    EXPECT_THAT(with.err, Not(HasSubstr("models")));
    EXPECT_EQ(read_file(path("with.csv")), read_file(path("without.csv")));
}

TEST_F(Prepare, a_run_uses_the_models_that_it_finds) {
    ASSERT_EQ(prepare({}).status, 0);
    std::string bytes = read_file(path("s.models"));
    bytes[bytes.size() / 2] ^= 1;
    write_file(path("s.models"), bytes);
    const cli::Typed typed = simulate("a.csv");
    EXPECT_EQ(typed.status, 2);
    EXPECT_THAT(typed.err, HasSubstr("s.models: found checksum"));
}

TEST_F(Prepare, models_of_another_version_are_left_alone_with_a_warning) {
    ASSERT_EQ(prepare({}).status, 0);
    std::string bytes = read_file(path("s.models"));
    bytes[4] = 99;
    write_file(path("s.models"), bytes);
    const cli::Typed typed = simulate("a.csv");
    EXPECT_EQ(typed.status, 0);
    EXPECT_THAT(typed.err, HasSubstr("s.models: found models of another Thigmo, which are made "
                                     "anew; thigmo prepare renews the file"));
}

TEST_F(Prepare, the_paper_s_basis_is_another_file) {
    ASSERT_EQ(prepare({"--basis", "paper", "-o", path("paper.models")}).status, 0);
    EXPECT_TRUE(std::filesystem::exists(path("paper.models")));
    EXPECT_FALSE(std::filesystem::exists(path("s.models")));
}

TEST_F(Prepare, rejects_other_files_and_leaves_them_alone) {
    const std::string before = read_file(path("s.plant"));
    const cli::Typed typed = prepare({"-o", path("s.plant")});
    EXPECT_EQ(typed.status, 2);
    EXPECT_THAT(typed.err, HasSubstr("s.plant', expected a .models file"));
    EXPECT_EQ(read_file(path("s.plant")), before);
}

TEST_F(Prepare, rejects_a_species_which_has_no_file) {
    EXPECT_EQ(cli::run_typed({"prepare", "rose"}).err,
              "rose: found a species, expected a .plant, beside which simulate finds the models; "
              "thigmo grow rose writes one\n");
    EXPECT_THAT(cli::run_typed({"prepare", "rosee"}).err, HasSubstr("(did you mean rose?)"));
}

TEST_F(Prepare, stops_when_asked) {
    cli::Interrupt interrupt;
    interrupt.raised = 2;
    const cli::Typed typed = cli::run_typed({"prepare", path("s.plant")}, &interrupt);
    EXPECT_EQ(typed.status, 130);
    EXPECT_FALSE(std::filesystem::exists(path("s.models")));
}

TEST_F(Prepare, rejects_settings_that_are_none) {
    for (const char* text : {"modes", "=2"}) {
        const cli::Typed typed = cli::run_typed({"prepare", path("s.plant"), "--set", text});
        EXPECT_EQ(typed.status, 2);
        EXPECT_THAT(typed.err, HasSubstr("expected KEY=VALUE"));
    }
    const cli::Typed unknown = cli::run_typed({"prepare", path("s.plant"), "--set", "moods=2"});
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("--set:1:1: unknown key moods"));
    std::string parts;
    for (int i = 0; i < 50000; ++i) parts += "a.";
    const cli::Typed deep = cli::run_typed({"prepare", path("s.plant"), "--set", parts + "a=2"});
    EXPECT_EQ(deep.status, 2);
    EXPECT_THAT(deep.err, HasSubstr("--set:1:64: found a key of parts in parts, over 32 deep"));
}

TEST_F(Prepare, rejects_threads_out_of_range) {
    EXPECT_THAT(cli::run_typed({"prepare", path("s.plant"), "--threads", "-1"}).err,
                HasSubstr("--threads: found -1, expected 0 to 4096"));
}

}  // namespace thigmo
