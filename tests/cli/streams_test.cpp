// The program with standard streams that are closed or full.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "samples/plants.h"
#include "tests/places.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class Streams : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(folder_);
        save_plant(samples::sapling(), folder_ / "small.plant");
    }
    void TearDown() override { fs::remove_all(folder_); }

    /// The exit status of `thigmo WORDS` in the folder, as a shell runs it.
    int run(const std::string& words) const {
        const std::string line =
            "cd '" + folder_.string() + "' && exec '" + test_program() + "' " + words;
        const int status = std::system(line.c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    std::string said(const char* name) const { return read_file(folder_ / name); }

    const fs::path folder_ =
        fs::path(testing::TempDir()) /
        ("streams_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

TEST_F(Streams, NoFileGetsTheNumberOfAClosedStream) {
    const std::string grammar = folder_ / "g.l";
    ASSERT_EQ(::mkfifo(grammar.c_str(), 0600), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        for (const int number : {0, 1, 2}) ::close(number);
        ::execl(test_program().c_str(), "thigmo", "derive", grammar.c_str(), nullptr);
        ::_exit(1);
    }
    // Opens when the program does, which then waits for the grammar to end.
    const int to_child = ::open(grammar.c_str(), O_WRONLY | O_CLOEXEC);
    for (const char* number : {"0", "1", "2"})
        EXPECT_EQ(fs::read_symlink(fs::path("/proc") / std::to_string(child) / "fd" / number),
                  "/dev/null");
    ::close(to_child);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
}

TEST_F(Streams, ErrorsWithNobodyToHearThemKeepTheirStatus) {
    for (const char* closed :
         {"2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full", ">/dev/full 2>&-"}) {
        EXPECT_EQ(run(std::string("info none.plant ") + closed), 2) << closed;
        EXPECT_EQ(run(std::string("frobnicate ") + closed), 2) << closed;
    }
}

TEST_F(Streams, WorkGoesOnWithNobodyToHearOfIt) {
    EXPECT_EQ(run("export small.plant -o a.glb >out 2>&-"), 0);
    EXPECT_EQ(run("export small.plant -o a.glb >out 2>/dev/full"), 0);
    EXPECT_EQ(run("export small.plant -o a.glb >out <&-"), 0);
    // Without a species or moduli, import warns.
    EXPECT_EQ(run("import " + test_folder() +
                  "/../samples/scans/sapling.csv -o b.plant >out 2>/dev/full"),
              0);
}

TEST_F(Streams, ResultsThatReachNobodyAreNoSuccess) {
    for (const char* lost : {">/dev/full", ">&-", ">&- <&-"}) {
        for (const char* verb : {"info small.plant", "species", "--help", "export --help"}) {
            EXPECT_EQ(run(std::string(verb) + " 2>err " + lost), 2) << verb << lost;
            EXPECT_THAT(said("err"), HasSubstr("cannot write the results: ")) << verb << lost;
        }
        EXPECT_EQ(run(std::string("info small.plant 2>&- ") + lost), 2) << lost;
    }
}

}  // namespace
}  // namespace thigmo::cli
