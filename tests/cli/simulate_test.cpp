// thigmo simulate, as a user calls it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "samples/plants.h"
#include "tests/cli/run.h"
#include "tests/places.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"

namespace thigmo {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

class Simulate : public ::testing::Test {
  protected:
    Simulate() {
        std::filesystem::create_directories(folder_);
        save_plant(samples::sapling(), path("sapling.plant"));
    }
    ~Simulate() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    int run(std::vector<std::string> words) {
        words.insert(words.begin(), "simulate");
        const cli::Typed typed = cli::run_typed(words);
        out_ = typed.out;
        err_ = typed.err;
        return typed.status;
    }
    int run_scene(const std::string& text, std::vector<std::string> words) {
        write_file(path("s.toml"), text);
        words.insert(words.begin(), path("s.toml"));
        return run(words);
    }

    std::string out_, err_;

  private:
    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() /
        ("thigmo_simulate_" +
         std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
};

size_t lines_of(const std::string& file) {
    const std::string text = read_file(file);
    return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST_F(Simulate, a_plant_blows_in_the_wind_into_several_files) {
    ASSERT_EQ(run({path("sapling.plant"), "--for", "0.5", "-o", path("a.csv"), "-o", path("a.glb"),
                   "-o", path("a.pc2"), "--json"}),
              0)
        << err_;
    EXPECT_EQ(lines_of(path("a.csv")), 1 + 16u);
    EXPECT_THAT(read_file(path("a.csv")), StartsWith("time_s,tip_x_m,tip_y_m,tip_z_m\n0,"));
    EXPECT_TRUE(std::filesystem::exists(path("a.glb")));
    EXPECT_TRUE(std::filesystem::exists(path("a.obj")));
    for (const char* key : {"\"steps\": 30", "\"simulated_s\": 0.5", "\"recursions\"",
                            "\"rejected_turn\"", "\"realtime_factor\"", "\"energy_max_j\""})
        EXPECT_THAT(out_, HasSubstr(key));
}

TEST_F(Simulate, calm_air_leaves_a_standing_plant_alone) {
    ASSERT_EQ(run({path("sapling.plant"), "--wind", "0", "--for", "1", "-o", path("a.csv")}), 0)
        << err_;
    const std::string table = read_file(path("a.csv"));
    const std::string last = table.substr(table.rfind('\n', table.size() - 2) + 1);
    double time = 0, x = 0, y = 0, z = 0;
    ASSERT_EQ(std::sscanf(last.c_str(), "%lf,%lf,%lf,%lf", &time, &x, &y, &z), 4);
    EXPECT_EQ(time, 1);
    EXPECT_NEAR(x, 0.4, 1e-6);
    EXPECT_NEAR(y, 1.25, 1e-6);
    EXPECT_NEAR(z, 0, 1e-6);
}

TEST_F(Simulate, the_same_seed_gives_the_same_table_on_any_number_of_threads) {
    const auto table = [&](const char* seed, const char* threads) {
        EXPECT_EQ(run({path("sapling.plant"), "--for", "0.3", "--seed", seed, "--threads", threads,
                       "-o", path("a.csv")}),
                  0)
            << err_;
        return read_file(path("a.csv"));
    };
    EXPECT_EQ(table("5", "1"), table("5", "2"));
    EXPECT_NE(table("5", "1"), table("6", "1"));
}

TEST_F(Simulate, options_win_over_the_file) {
    ASSERT_EQ(run_scene("[time]\nfor_s = 9\nfps = 10\n[air]\nkind = \"calm\"\n[[plant]]\n"
                        "file = \"sapling.plant\"\n[[track]]\nname = \"a\"\ndomain = \"trunk\"\n",
                        {"--for", "0.2", "--fps", "20", "--dt", "0.01", "--track", "twig_1", "-o",
                         path("a.csv"), "--json"}),
              0)
        << err_;
    EXPECT_THAT(read_file(path("a.csv")), StartsWith("time_s,a_x_m,a_y_m,a_z_m,twig_1_x_m"));
    EXPECT_EQ(lines_of(path("a.csv")), 1 + 5u);
    EXPECT_THAT(out_, HasSubstr("\"steps\": 20"));
}

TEST_F(Simulate, a_twig_that_is_cut_off_lies_on_the_ground_in_the_end) {
    ASSERT_EQ(run_scene("[air]\nkind = \"calm\"\n[[plant]]\nfile = \"sapling.plant\"\n[[event]]\n"
                        "do = \"cut\"\nat_s = 0.2\ndomain = \"twig_2\"\nalong = 0\n",
                        {"--for", "4", "--track", "twig_2", "--track", "trunk", "-o", path("a.csv"),
                         "-o", path("a.glb"), "--json"}),
              0)
        << err_;
    EXPECT_THAT(out_, HasSubstr("\"actors\": 2"));
    const std::string table = read_file(path("a.csv"));
    const std::string last = table.substr(table.rfind('\n', table.size() - 2) + 1);
    double time = 0, x = 0, y = 0, z = 0, trunk_x = 0, trunk_y = 0;
    ASSERT_EQ(
        std::sscanf(last.c_str(), "%lf,%lf,%lf,%lf,%lf,%lf", &time, &x, &y, &z, &trunk_x, &trunk_y),
        6);
    EXPECT_LT(y, 0.1);
    EXPECT_GT(y, -0.01);
    EXPECT_NEAR(trunk_y, 1.2, 1e-3);
}

TEST_F(Simulate, a_loop_ends_where_it_begins) {
    ASSERT_EQ(
        run({path("sapling.plant"), "--loop", "2s", "--wind", "3", "-o", path("a.csv"), "--json"}),
        0)
        << err_;
    EXPECT_THAT(out_, HasSubstr("\"periods\""));
    const std::string table = read_file(path("a.csv"));
    const size_t second = table.find('\n') + 1;
    const std::string first = table.substr(second, table.find('\n', second) - second);
    const std::string last = table.substr(table.rfind('\n', table.size() - 2) + 1);
    EXPECT_EQ(first.substr(first.find(',')) + "\n", last.substr(last.find(',')));
    EXPECT_EQ(lines_of(path("a.csv")), 1 + 61u);
}

TEST_F(Simulate, says_once_what_was_stiffened_for_plants_alike) {
    Plant soft = samples::sapling();
    for (Material& material : soft.materials) material.young *= 1e-3;
    save_plant(soft, path("soft.plant"));
    const std::string text =
        "[[plant]]\nfile = \"soft.plant\"\nplace = [[0, 0, 0, 0], [2, 0, 0, 40], "
        "[4, 0, 0, 9]]\n[[plant]]\nfile = \"sapling.plant\"\n";
    ASSERT_EQ(run_scene(text, {"--for", "0.1", "-o", path("a.csv")}), 0) << err_;
    EXPECT_THAT(err_, StartsWith("warning: soft_1 and 2 more: "));
    EXPECT_THAT(err_, HasSubstr("too soft to stand under their weight, made stiffer; most"));
    EXPECT_EQ(err_.find("warning", 1), std::string::npos) << err_;
    ASSERT_EQ(run_scene(text, {"--for", "0.1", "-o", path("a.csv"), "--quiet"}), 0);
    EXPECT_EQ(err_, "");
}

TEST_F(Simulate, rejects_an_output_named_twice) {
    EXPECT_EQ(run({path("sapling.plant"), "-o", path("a.csv"), "-o", path("./a.csv")}), 2);
    EXPECT_THAT(err_, HasSubstr("a.csv: found twice, expected each output once"));
}

TEST_F(Simulate, stopped_by_ctrl_c_leaves_what_was_there) {
    write_file(path("a.csv"), "old");
    cli::Interrupt interrupt;
    interrupt.raised = SIGINT;
    for (const char* loop : {"", "1s"}) {
        std::vector<std::string> words = {"simulate", path("sapling.plant"), "-o", path("a.csv"),
                                          "-o",       path("a.pc2"),         "-o", path("a.glb")};
        if (*loop != 0) words.insert(words.end(), {"--loop", loop});
        const cli::Typed typed = cli::run_typed(words, &interrupt);
        EXPECT_EQ(typed.status, 130);
        EXPECT_EQ(typed.err, "thigmo: stopped\n");
        EXPECT_TRUE(interrupt.heard);
        EXPECT_EQ(read_file(path("a.csv")), "old");
        size_t files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(path(""))) {
            EXPECT_NE(entry.path().extension(), ".part") << entry.path();
            ++files;
        }
        EXPECT_EQ(files, 2u);
    }
}

/// The program itself, begun in the background and told to end once it has begun to write.
TEST_F(Simulate, told_to_end_leaves_nothing_half_written) {
    const std::string plant = path("sapling.plant"), table = path("a.csv");
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        ::execl(test_program().c_str(), "thigmo", "simulate", plant.c_str(), "-q", "--for",
                "100000", "-o", table.c_str(), static_cast<char*>(nullptr));
        ::_exit(127);
    }
    const std::string part = path(".a.csv.part");
    int status = 0;
    while (!std::filesystem::exists(part) && ::waitpid(child, &status, WNOHANG) == 0)
        std::this_thread::yield();
    ASSERT_TRUE(std::filesystem::exists(part)) << status;
    ASSERT_EQ(::kill(child, SIGTERM), 0);
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGTERM) << status;
    EXPECT_FALSE(std::filesystem::exists(part));
    EXPECT_FALSE(std::filesystem::exists(table));
}

TEST_F(Simulate, rejects_loops_that_cannot_be) {
    for (const std::string word : {"fast", "4 m", "0", "1e9"}) {
        EXPECT_EQ(run({path("sapling.plant"), "--loop", word}), 2) << word;
        EXPECT_EQ(err_, "--loop: found '" + word + "', expected seconds such as 4s\n");
    }
    write_file(path("w.csv"), "time_s,u_m_s\n0,3\n1,4\n");
    EXPECT_EQ(run_scene("[air]\nkind = \"recorded\"\nfile = \"w.csv\"\n[[plant]]\nfile = "
                        "\"sapling.plant\"\n",
                        {"--loop", "2s"}),
              2);
    EXPECT_EQ(err_, "--loop: found a recorded wind, expected one that can be periodic\n");
    EXPECT_EQ(run_scene("[[plant]]\nfile = \"sapling.plant\"\n[[event]]\ndo = \"pin\"\nat_s = 0\n",
                        {"--loop", "2s"}),
              2);
    EXPECT_EQ(err_, "--loop: found 1 events, expected none in a scene that repeats itself\n");
}

TEST_F(Simulate, rejects_what_is_no_scene) {
    EXPECT_EQ(run({path("a.obj")}), 2);
    EXPECT_EQ(err_, path("a.obj") + ": found '.obj', expected a scene (.toml) or a .plant\n");
    EXPECT_EQ(run({path("")}), 2);
    EXPECT_EQ(err_, path("") + ": found a folder, expected a scene (.toml) or a .plant\n");
    EXPECT_EQ(run({path("oak")}), 2);
    EXPECT_EQ(err_, path("oak") +
                        ": found a name without ending, expected a scene (.toml) or a .plant\n");
}

TEST_F(Simulate, rejects_what_it_cannot_do) {
    EXPECT_EQ(run({path("sapling.plant"), "--max-joints", "0"}), 2);
    EXPECT_EQ(err_, "--max-joints: found 0, expected 1 to 65535\n");
    EXPECT_EQ(run({path("sapling.plant"), "--dt", "0"}), 2);
    EXPECT_EQ(err_, "dt: found 0, expected more than 0 s, at most 10 s\n");
    EXPECT_EQ(run({path("sapling.plant"), "--for", "-1"}), 2);
    EXPECT_EQ(err_, "--for: found '-1', expected seconds such as 4s\n");
    EXPECT_EQ(run({path("sapling.plant"), "--threads", "-1"}), 2);
    EXPECT_EQ(err_, "--threads: found -1, expected 0 to 4096\n");
    EXPECT_EQ(run({path("sapling.plant"), "--loop", "fast"}), 2);
    EXPECT_EQ(err_, "--loop: found 'fast', expected seconds such as 4s\n");
    EXPECT_EQ(run({path("sapling.plant"), "--loop", ""}), 2);
    EXPECT_EQ(err_, "--loop: found '', expected seconds such as 4s\n");
    EXPECT_EQ(run({path("sapling.plant"), "--loop", "4s", "--for", "10"}), 2);
    EXPECT_EQ(err_, "--for: found 10 beside --loop 4s, expected one of them\n");
    EXPECT_EQ(run({path("sapling.plant"), "--wind", ""}), 2);
    EXPECT_THAT(err_, StartsWith("wind: found '', expected a speed in m/s or one of: "));
    EXPECT_EQ(run({path("sapling.plant"), "--size", "10", "-o", path("a.mp4")}), 2);
    EXPECT_EQ(err_, "--size: found '10', expected WIDTHxHEIGHT such as 960x540\n");
    EXPECT_EQ(run({path("sapling.plant"), "--loop", "0.51"}), 2);
    EXPECT_THAT(err_, StartsWith("--loop: found 0.51 s, which are 15.3 frames"));
    EXPECT_EQ(run({path("sapling.plant"), "--track", "twg_1", "-o", path("a.csv")}), 2);
    EXPECT_THAT(err_, StartsWith("--track: found domain 'twg_1', expected one of trunk"));
    EXPECT_EQ(run({path("sapling.plant"), "--simulator", "beem"}), 2);
    EXPECT_EQ(err_,
              "--simulator: found 'beem', expected one of articulated, beam, reduced, fem (did you "
              "mean beam?)\n");
    EXPECT_EQ(run({path("sapling.plant"), "--wind", "brise"}), 2);
    EXPECT_EQ(run({path("sapling.plant"), "-o", path("a.xyz")}), 2);
    EXPECT_FALSE(std::filesystem::exists(path("a.xyz")));
}

TEST_F(Simulate, numerics_that_fail_exit_3_with_the_command_that_repeats_it) {
    // The explicit step at 0.1 s is far beyond its limit.
    EXPECT_EQ(run_scene("[[plant]]\nfile = \"sapling.plant\"\n[plant.settings]\n"
                        "integrator = \"semi-implicit-euler\"\n",
                        {"--dt", "0.1", "--fps", "10", "-o", path("a b.csv")}),
              3);
    EXPECT_THAT(
        err_,
        MatchesRegex("sapling: at .* s: (trunk|twig_[12]|leaf_[1-4]): its motion is not finite: "
                     "semi-implicit Euler needs a smaller dt, or more substeps; .*\n"));
    EXPECT_THAT(err_, HasSubstr("; reproduce: thigmo simulate " + path("s.toml") +
                                " --dt 0.1 --fps 10 -o '" + path("a b.csv") + "'\n"));
    EXPECT_FALSE(std::filesystem::exists(path("a b.csv")));
}

}  // namespace
}  // namespace thigmo
