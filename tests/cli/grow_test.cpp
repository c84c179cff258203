// thigmo grow, as a user calls it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/cli/run.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"
#include "thigmo/plant/summary.h"
#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Grow : public ::testing::Test {
  protected:
    Grow() { std::filesystem::create_directories(folder_); }
    ~Grow() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    void write(const std::string& name, const std::string& text) const {
        write_file(path(name), text);
    }

    int run(std::vector<std::string> words) {
        words.insert(words.begin(), "grow");
        const cli::Typed typed = cli::run_typed(words);
        out_ = typed.out;
        err_ = typed.err;
        return typed.status;
    }

    std::string out_, err_;

  private:
    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() /
        ("thigmo_grow_" +
         std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
};

constexpr const char* bush =
    "Lsystem: 1\nderivation length: 2\nAxiom: F\nF --> F[+F]F\nendlsystem\n";

TEST_F(Grow, a_grammar_with_its_view_file_and_options) {
    write("bush.l", bush);
    write("bush.v", "angle factor: 4\ninitial line width: 0.5\nline wdth: 1\n");
    ASSERT_EQ(run({path("bush.l"), "--step", "0.1", "-o", path("a.plant")}), 0) << err_;
    EXPECT_EQ(err_,
              "warning: " + path("bush.v") + ":3:1: 'line wdth' is no field of a view file\n");
    // Level branches 0.1 m and 0.3 m up reach 0.25 m down and up. Four cylinders and five frusta to
    // 0.6 of the radius: π 0.25² 0.1 (4 + 5 · 1.96/3) m³ of 800 kg/m³.
    EXPECT_EQ(out_, path("a.plant") + ": bush, 0.7 m high, 5 domains, 114.1 kg\n");
    const Plant plant = load_plant(path("a.plant"));
    EXPECT_EQ(plant.name, "bush");
    EXPECT_EQ(plant.domains.size(), 5u);
    EXPECT_DOUBLE_EQ(plant.segments.start_radius[SegmentId(0u)], 0.25);
    ASSERT_EQ(run({path("bush.l"), "--width", "0.01", "--steps", "0", "-o", path("a.plant")}), 0);
    EXPECT_EQ(load_plant(path("a.plant")).segments.size(), 1u);
}

TEST_F(Grow, a_string_of_another_program) {
    write("bodies.txt",
          "B(1,0.1,500)[J(1e9,0,0,0.7854,0,0,0,0.1)B(0.001,0.1,500)]\n"
          "J(1e9,0,0,0,0,0,0,0.1)B(1,0.1,500)");
    ASSERT_EQ(run({"--string", path("bodies.txt"), "--min-length", "0.01", "-o", path("b.plant")}),
              0)
        << err_;
    EXPECT_THAT(out_, HasSubstr("1 of 3 bodies merged into their parents"));
    EXPECT_EQ(load_plant(path("b.plant")).articulations.size(), 2u);
    write("bodies.txt", "B(1,0.1,500)\nB(1,0.1,500)");
    EXPECT_EQ(run({"--string", path("bodies.txt")}), 2);
    EXPECT_EQ(err_, path("bodies.txt") +
                        ":2:1: found B after B, expected a joint J between two bodies\n");
}

TEST_F(Grow, a_string_with_the_shapes_of_a_species) {
    write("hip.txt", "F(0.1)~h(1)");
    const auto triangles = [&] { return summarize(load_plant(path("h.plant"))).triangles; };
    ASSERT_EQ(run({"--string", path("hip.txt"), "-o", path("h.plant")}), 0);
    EXPECT_THAT(err_, HasSubstr("~h draws nothing"));
    const auto without = triangles();
    ASSERT_EQ(run({"--string", path("hip.txt"), "--palette", "rose", "-o", path("h.plant")}), 0);
    EXPECT_EQ(err_, "");
    EXPECT_GT(triangles(), without);
}

TEST_F(Grow, gives_json) {
    write("bush.l", bush);
    ASSERT_EQ(run({path("bush.l"), "--json", "-o", path("a.plant")}), 0) << err_;
    EXPECT_THAT(out_, HasSubstr("\"domains\": 5"));
    EXPECT_THAT(out_, HasSubstr("\"mass_kg\": "));
}

TEST_F(Grow, defines_win_over_the_grammar) {
    write("d.l", "#define N 3\nLsystem: 1\nderivation length: 0\nAxiom: F(N)F(M)\nendlsystem\n");
    ASSERT_EQ(run({path("d.l"), "--define", "N=0.5", "-D", "M=1", "-o", path("d.plant")}), 0)
        << err_;
    EXPECT_NEAR(load_plant(path("d.plant")).segments.end.back().y(), 1.5, 1e-12);
}

TEST_F(Grow, rejects_bad_requests) {
    write("bush.l", bush);
    const auto refusal = [&](std::vector<std::string> words) {
        EXPECT_EQ(run(words), 2);
        EXPECT_EQ(out_, "");
        return err_;
    };
    EXPECT_THAT(refusal({}), StartsWith("thigmo grow: expected a species, a grammar file or"));
    EXPECT_THAT(refusal({"oak", "--string", "x"}), StartsWith("thigmo grow: expected a species"));
    EXPECT_THAT(refusal({"triffid"}), HasSubstr("oak"));
    EXPECT_THAT(refusal({path("none.l")}), HasSubstr("none.l"));
    EXPECT_EQ(refusal({"oak", "--age", "1e9"}),
              "oak: found an age of 1e+09 years, expected 3 to 150\n");
    EXPECT_EQ(refusal({path("bush.l"), "--tropism", "1,2"}),
              "--tropism: found '1,2', expected x,y,z\n");
    EXPECT_EQ(refusal({path("bush.l"), "--tropism", "1,2,z"}),
              "--tropism: found 'z', expected a number\n");
    EXPECT_EQ(refusal({path("bush.l"), "--define", "N"}),
              "--define: found 'N', expected NAME=VALUE[,NAME=VALUE…]\n");
    EXPECT_EQ(refusal({path("bush.l"), "--steps", "-1"}),
              "--steps: found -1, expected 0 or more\n");
    EXPECT_EQ(refusal({path("bush.l"), "--limit", "0"}), "--limit: found 0, expected 1 or more\n");
    EXPECT_THAT(refusal({path("bush.l"), "--width", "-1"}), HasSubstr("found width -1"));
    EXPECT_THAT(refusal({path("bush.l"), "--dialect", "lpfg"}), HasSubstr("--dialect"));
    EXPECT_THAT(refusal({"--string", path("bush.l"), "--steps", "2"}),
                StartsWith("--string: found"));
    EXPECT_THAT(refusal({"--string", path("bush.l")}), HasSubstr("bush.l: found a grammar"));
    EXPECT_EQ(refusal({"oak", "-D", "AGE=1000"}),
              "oak: found AGE among the defines, expected it as the age\n");
    EXPECT_EQ(refusal({"oak", "--dialect", "abop"}),
              "--dialect: found abop, expected cpfg, in which oak is written\n");
    EXPECT_THAT(refusal({"oak", "-o", path("oak.glb")}),
                HasSubstr("oak.glb: found '.glb', expected .plant"));
    EXPECT_EQ(refusal({path("bush.l"), "--min-mass", "-1"}),
              "--min-mass: found -1, expected 0 or more\n");
}

}  // namespace
}  // namespace thigmo
