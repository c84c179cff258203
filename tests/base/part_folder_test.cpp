// Whole folders: what a reader sees, whatever happens to the writer.
#include "thigmo/base/part_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <map>

#include "tests/message.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/base/random.h"

namespace thigmo {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
namespace fs = std::filesystem;

bool is_own(std::string_view name) {
    return name == "index" || name.starts_with("sheet_") || name == "deep/sheet";
}

class Folder : public testing::Test {
  protected:
    void SetUp() override { fs::create_directories(folder_); }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path path(const char* name) const { return folder_ / name; }
    /// Names and contents of all files below the test's folder.
    std::map<std::string, std::string> all() const {
        std::map<std::string, std::string> files;
        for (const auto& entry : fs::recursive_directory_iterator(folder_))
            if (entry.is_regular_file())
                files[entry.path().lexically_relative(folder_)] = read_file(entry.path());
        return files;
    }
    /// A work of several files, the last of which names the others.
    static void write(const fs::path& to, const std::string& text, int sheets = 1) {
        PartFolder part(to, is_own);
        for (int i = 0; i < sheets; ++i) part.write("sheet_" + std::to_string(i), text);
        part.write("deep/sheet", text);
        part.write("index", text);
        part.commit();
    }

    const fs::path folder_ =
        fs::path(testing::TempDir()) /
        ("folder_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

ino_t number_of(const fs::path& path) {
    struct stat info {};
    ::stat(path.c_str(), &info);
    return info.st_ino;
}

}  // namespace

TEST_F(Folder, IsMadeWithThoseAboveIt) {
    write(path("a/b/out/"), "1");
    EXPECT_THAT(all(), ElementsAre(Pair("a/b/out/deep/sheet", "1"), Pair("a/b/out/index", "1"),
                                   Pair("a/b/out/sheet_0", "1")));
    EXPECT_EQ(std::distance(fs::directory_iterator(path("a/b")), fs::directory_iterator()), 1);
}

TEST_F(Folder, IsReplacedWholeAndKeepsItsMode) {
    write(path("out"), "1", 3);
    fs::permissions(path("out"), fs::perms::owner_all);
    const ino_t before = number_of(path("out"));
    write(path("out"), "2");
    EXPECT_NE(number_of(path("out")), before);
    EXPECT_EQ(fs::status(path("out")).permissions(), fs::perms::owner_all);
    EXPECT_THAT(all(), ElementsAre(Pair("out/deep/sheet", "2"), Pair("out/index", "2"),
                                   Pair("out/sheet_0", "2")));
}

TEST_F(Folder, OtherFilesAreCarriedOverAsItIsReplacedWhole) {
    write(path("out"), "1", 3);
    write_file(path("out/mine"), "mine");
    fs::create_directories(path("out/deep/er/empty"));
    write_file(path("out/deep/er/mine"), "mine");
    fs::permissions(path("out/deep/er"), fs::perms::owner_all);
    fs::create_symlink("nowhere", path("out/link"));
    const ino_t before = number_of(path("out")), mine = number_of(path("out/mine"));
    write(path("out"), "2");
    EXPECT_NE(number_of(path("out")), before);
    EXPECT_EQ(number_of(path("out/mine")), mine);
    EXPECT_EQ(fs::status(path("out/deep/er")).permissions(), fs::perms::owner_all);
    EXPECT_TRUE(fs::is_directory(path("out/deep/er/empty")));
    EXPECT_EQ(fs::read_symlink(path("out/link")), "nowhere");
    EXPECT_FALSE(fs::exists(path(".out.part")));
    EXPECT_THAT(all(), ElementsAre(Pair("out/deep/er/mine", "mine"), Pair("out/deep/sheet", "2"),
                                   Pair("out/index", "2"), Pair("out/mine", "mine"),
                                   Pair("out/sheet_0", "2")));
}

/// Has the call of the system fail in this process from now on.
void forbid(int call) {
    sock_filter steps[] = {
        {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
        {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, static_cast<uint32_t>(call)},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EPERM},
        {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
    };
    const sock_fprog program = {4, steps};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        ::_exit(2);
}

TEST_F(Folder, OtherFilesAreCopiedWhereThereAreNoHardLinks) {
    write(path("out"), "1", 3);
    write_file(path("out/mine"), "mine");
    fs::permissions(path("out/mine"), fs::perms::owner_all);
    fs::create_symlink("nowhere", path("out/link"));
    const fs::file_time_type time = fs::last_write_time(path("out/mine"));
    const ino_t before = number_of(path("out"));
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        forbid(SYS_linkat);
        ::_exit(message([&] { write(path("out"), "2"); }) == "no error" ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_NE(number_of(path("out")), before);
    EXPECT_EQ(fs::status(path("out/mine")).permissions(), fs::perms::owner_all);
    EXPECT_EQ(fs::last_write_time(path("out/mine")), time);
    EXPECT_EQ(fs::read_symlink(path("out/link")), "nowhere");
    EXPECT_THAT(all(), ElementsAre(Pair("out/deep/sheet", "2"), Pair("out/index", "2"),
                                   Pair("out/mine", "mine"), Pair("out/sheet_0", "2")));
}

TEST_F(Folder, TakesFileByFileWhereFoldersCannotBeExchanged) {
    write(path("out"), "1", 3);
    write_file(path("out/mine"), "mine");
    const ino_t before = number_of(path("out"));
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        forbid(SYS_renameat2);
        ::_exit(message([&] { write(path("out"), "2"); }) == "no error" ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(number_of(path("out")), before);
    EXPECT_FALSE(fs::exists(path(".out.part")));
    EXPECT_THAT(all(), ElementsAre(Pair("out/deep/sheet", "2"), Pair("out/index", "2"),
                                   Pair("out/mine", "mine"), Pair("out/sheet_0", "2")));
}

TEST_F(Folder, WhatAWriterOfItLeftWithinGoesAway) {
    write(path("out"), "1");
    fs::create_directories(path("out/.out.part/deep"));
    write_file(path("out/.out.part/deep/half"), "half");
    write(path("out"), "2");
    EXPECT_FALSE(fs::exists(path("out/.out.part")));
}

TEST_F(Folder, OtherFilesThatComeMeanwhileStay) {
    write(path("out"), "1");
    PartFolder part(path("out"), is_own);
    part.write("index", "2");
    write_file(path("out/mine"), "mine");
    part.commit();
    EXPECT_THAT(all(), ElementsAre(Pair("out/index", "2"), Pair("out/mine", "mine")));
}

TEST_F(Folder, OfSomeoneWhoWorksInItStaysThatFolder) {
    write(path("out"), "1");
    const fs::path before = fs::current_path();
    fs::current_path(path("out"));
    const ino_t number = number_of(".");
    write(".", "2");
    EXPECT_EQ(number_of(path("out")), number);
    fs::current_path(before);
    EXPECT_EQ(all().at("out/index"), "2");
}

TEST_F(Folder, BehindALinkIsReplacedThere) {
    write(path("out"), "1");
    fs::create_directory_symlink("out", path("link"));
    write(path("link"), "2");
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(read_file(path("out/index")), "2");
}

TEST_F(Folder, WithALabelTakesFileByFile) {
    write_file(path("a_1"), "old");
    const ino_t before = number_of(folder_);
    PartFolder part(folder_, "a_%d");
    part.write("a_0", "new");
    part.write("a_1", "new");
    EXPECT_EQ(read_file(path("a_1")), "old");
    part.commit();
    EXPECT_EQ(number_of(folder_), before);
    EXPECT_THAT(all(), ElementsAre(Pair("a_0", "new"), Pair("a_1", "new")));
}

TEST_F(Folder, ThatIsNotCommittedLeavesTheOldOne) {
    write(path("out"), "1");
    {
        PartFolder part(path("out"), is_own), other(path("x/y/z"), is_own);
        part.write("index", "2");
        other.write("index", "2");
    }
    EXPECT_EQ(all().size(), 3u);
    EXPECT_EQ(all().at("out/index"), "1");
    EXPECT_FALSE(fs::exists(path("x")));
}

TEST_F(Folder, ClearsWhatAKilledWriterLeft) {
    fs::create_directories(path(".out.part/deep"));
    write_file(path(".out.part/deep/half"), "half");
    write(path("out"), "1");
    EXPECT_EQ(all().size(), 3u);
    EXPECT_FALSE(fs::exists(path(".out.part")));
}

TEST_F(Folder, AKillAtAnyMomentLeavesTheOldFolderOrTheNewOneAndOtherFiles) {
    const std::string a(100000, 'a'), b(80000, 'b');
    write(path("out"), a, 3);
    write_file(path("out/mine"), "mine");
    fs::create_directories(path("out/deep/er"));
    write_file(path("out/deep/er/mine"), "mine");
    Random random(7);
    for (int round = 0; round < 25; ++round) {
        int ends[2];
        ASSERT_EQ(::pipe(ends), 0);
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            for (;;) {
                write(path("out"), b, 1);
                if (::write(ends[1], "w", 1) != 1) ::_exit(1);
                write(path("out"), a, 3);
                if (::write(ends[1], "w", 1) != 1) ::_exit(1);
            }
        }
        char word = 0;
        for (uint64_t i = random.below(2) + 1; i > 0; --i) ASSERT_EQ(::read(ends[0], &word, 1), 1);
        uint64_t spun = 1;
        for (uint64_t spin = random.below(3000000); spin > 0; --spin) spun = mix(spun);
        ASSERT_NE(spun, 0u);
        ::kill(child, SIGKILL);
        ASSERT_EQ(::waitpid(child, nullptr, 0), child);
        ::close(ends[0]);
        ::close(ends[1]);
        const bool old = read_file(path("out/index")) == a;
        size_t files = 0, others = 0;
        for (const auto& [name, text] : all())
            if (name.ends_with("mine") && name.starts_with("out/")) {
                ASSERT_EQ(text, "mine");
                ++others;
            } else if (name.starts_with("out/")) {
                ASSERT_EQ(text, old ? a : b) << name << " in round " << round;
                ++files;
            }
        ASSERT_EQ(files, old ? 5u : 3u);
        ASSERT_EQ(others, 2u);
    }
    write(path("out"), b);
    EXPECT_EQ(all().size(), 5u);
}

TEST_F(Folder, RejectsWhatCannotBeWritten) {
    write_file(path("file"), "x");
    EXPECT_EQ(message([&] { write(path("file"), "1"); }),
              path("file").string() + ": cannot make the folder: Not a directory");
    EXPECT_THAT(message([&] { write(path("file/out"), "1"); }),
                HasSubstr("file/out: cannot make the folder: Not a directory"));
    EXPECT_THAT(message([&] { write("/proc/none/out", "1"); }),
                HasSubstr("/proc/none/out: cannot make the folder: No such file"));
    PartFolder part(path("out"), is_own);
    part.write("index", "1");
    EXPECT_THAT(message([&] { part.write("index/x", "1"); }),
                HasSubstr("out/index/x: cannot write: Not a directory"));
}

TEST_F(Folder, RejectsWhatCannotBeCarriedOverBeforeAnyWork) {
    write(path("out"), "1");
    ASSERT_EQ(::mkfifo(path("out/pipe").c_str(), 0600), 0);
    EXPECT_EQ(message([&] { PartFolder(path("out"), is_own); }),
              path("out/pipe").string() +
                  ": found a stream or a device, expected files, links and folders alone in a "
                  "folder that is written anew");
    EXPECT_EQ(all().at("out/index"), "1");
    EXPECT_FALSE(fs::exists(path(".out.part")));
}

TEST_F(Folder, RejectsAFileWhereAFolderIsToBe) {
    write_file(path("deep"), "mine");
    fs::create_directories(path("out"));
    fs::rename(path("deep"), path("out/deep"));
    EXPECT_EQ(message([&] { write(path("out"), "1"); }),
              path("out/deep").string() + ": cannot carry it over: File exists");
    EXPECT_THAT(all(), ElementsAre(Pair("out/deep", "mine")));
}

TEST_F(Folder, RejectsAPartThatCannotBeCleared) {
    write_file(path(".out.part"), "no folder");
    EXPECT_THAT(message([&] { write(path("out"), "1"); }), HasSubstr(".out.part: Not a directory"));
    EXPECT_EQ(read_file(path(".out.part")), "no folder");
}

}  // namespace thigmo
