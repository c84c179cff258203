// thigmo derive: what it prints, writes and refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/cli/run.h"
#include "thigmo/base/file.h"

namespace thigmo {
namespace {

using testing::HasSubstr;

class DeriveVerb : public testing::Test {
  protected:
    DeriveVerb() {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  ("derive-" +
                   std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
        std::filesystem::create_directories(folder_);
    }
    ~DeriveVerb() override { std::filesystem::remove_all(folder_); }

    std::string write(const char* name, std::string_view text) const {
        const std::string path = (folder_ / name).string();
        write_file(path, text);
        return path;
    }

    int derive(std::vector<std::string> options) {
        options.insert(options.begin(), "derive");
        const cli::Typed typed = cli::run_typed(options);
        out_ = typed.out;
        err_ = typed.err;
        return typed.status;
    }

    std::filesystem::path folder_;
    std::string out_, err_;
};

constexpr const char* bush =
    "#define N 2\nLsystem: 1\nderivation length: N\nEnd: {printf(\"done\\n\");}\nAxiom: F\n"
    "F --> F[+F]F\nhomomorphism\nF --> G\nendlsystem\n";

TEST_F(DeriveVerb, PrintsTheString) {
    const std::string file = write("bush.l", bush);
    ASSERT_EQ(derive({file}), 0);
    EXPECT_EQ(out_, "F[+F]F[+F[+F]F]F[+F]F\n");
    EXPECT_EQ(err_, "done\n");
    ASSERT_EQ(derive({file, "--steps", "1"}), 0);
    EXPECT_EQ(out_, "F[+F]F\n");
    ASSERT_EQ(derive({file, "-D", "N=1", "--interpreted"}), 0);
    EXPECT_EQ(out_, "G[+G]G\n");
}

TEST_F(DeriveVerb, CountsAsJson) {
    ASSERT_EQ(derive({write("bush.l", bush), "--json"}), 0);
    EXPECT_THAT(out_, HasSubstr("\"modules\": 21"));
    EXPECT_THAT(out_, HasSubstr("\"F\": 9"));
    EXPECT_THAT(out_, HasSubstr("\"[\": 4"));
}

TEST_F(DeriveVerb, WritesAFile) {
    const std::string output = (folder_ / "bush.txt").string();
    ASSERT_EQ(derive({write("bush.l", bush), "--steps", "1", "-o", output}), 0);
    EXPECT_EQ(out_, "");
    EXPECT_EQ(read_file(output), "F[+F]F\n");
}

TEST_F(DeriveVerb, StopsARunawayGrammar) {
    const std::string file = write("bush.l", bush);
    EXPECT_EQ(derive({file, "--steps", "100", "--limit", "1000"}), 2);
    EXPECT_EQ(out_, "");
    EXPECT_THAT(err_, HasSubstr("step 6: found a string of more than 1000 modules"));
}

TEST_F(DeriveVerb, RejectsBadRequests) {
    const std::string file = write("bush.l", bush);
    EXPECT_EQ(derive({file, "--steps", "-1"}), 2);
    EXPECT_THAT(err_, HasSubstr("--steps: found -1, expected 0 or more"));
    EXPECT_EQ(derive({file, "--limit", "0"}), 2);
    EXPECT_THAT(err_, HasSubstr("--limit: found 0, expected 1 or more"));
    EXPECT_EQ(derive({file, "-D", "N=x"}), 2);
    EXPECT_THAT(err_, HasSubstr("--define: found 'N=x', expected NAME=VALUE"));
    EXPECT_EQ(derive({(folder_ / "none.l").string()}), 2);
    EXPECT_THAT(err_, HasSubstr("none.l"));
    EXPECT_EQ(derive({write("bad.l", "Lsystem: 1\nAxiom: A\nA -> B\nendlsystem\n")}), 2);
    EXPECT_THAT(err_,
                HasSubstr("bad.l:3:7: found the end of the line, expected '-->' (the arrow of a "
                          "production is -->)"));
    EXPECT_EQ(derive({}), 2);
}

}  // namespace
}  // namespace thigmo
