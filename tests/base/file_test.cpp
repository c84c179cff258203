// Whole files: what a reader sees, whatever happens to the writer.
#include "thigmo/base/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "tests/message.h"
#include "thigmo/base/error.h"
#include "thigmo/base/part_file.h"
#include "thigmo/base/random.h"

namespace thigmo {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

/// A folder of its own for each test, removed at its end.
class File : public testing::Test {
  protected:
    void SetUp() override {
        std::string name = testing::TempDir() + "thigmo_file_XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path path(const char* name) const { return folder_ / name; }
    size_t entries() const {
        return static_cast<size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    fs::path folder_;
};

mode_t mode(const fs::path& path) {
    struct stat info {};
    ::stat(path.c_str(), &info);
    return info.st_mode & 07777;
}

}  // namespace

TEST_F(File, ReadsWhatWasWritten) {
    const std::string bytes("a\0b\nc", 5);
    write_file(path("x"), bytes);
    EXPECT_EQ(read_file(path("x")), bytes);
    const MappedFile mapped(path("x"));
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(mapped.bytes().data()), 5), bytes);
    write_file(path("x"), "");
    EXPECT_EQ(read_file(path("x")), "");
    EXPECT_TRUE(MappedFile(path("x")).bytes().empty());
    EXPECT_EQ(entries(), 1u);
}

TEST_F(File, ReadsLongFiles) {
    std::string bytes(300000, '\0');
    for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(mix(i));
    write_file(path("x"), bytes);
    EXPECT_EQ(read_file(path("x")), bytes);
}

TEST_F(File, ReadsAPipeUntilItEnds) {
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    const std::string bytes(200000, 'p');
    std::thread writer([&] { write_file(path("pipe"), bytes); });
    EXPECT_EQ(read_file(path("pipe")), bytes);
    writer.join();
    EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

TEST_F(File, ModeComesFromTheUmaskOrTheOldFile) {
    const mode_t before = ::umask(027);
    write_file(path("new"), "1");
    ::umask(before);
    EXPECT_EQ(mode(path("new")), 0640u);
    ::chmod(path("new").c_str(), 0604);
    write_file(path("new"), "2");
    EXPECT_EQ(mode(path("new")), 0604u);
}

TEST_F(File, LinksStayLinks) {
    fs::create_directory(path("deep"));
    write_file(path("deep/target"), "old");
    fs::create_symlink("deep/target", path("link"));
    fs::create_symlink("link", path("link2"));
    write_file(path("link2"), "new");
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_TRUE(fs::is_symlink(path("link2")));
    EXPECT_EQ(read_file(path("deep/target")), "new");
    fs::create_symlink("deep/absent", path("dangling"));
    write_file(path("dangling"), "made");
    EXPECT_EQ(read_file(path("deep/absent")), "made");
}

TEST_F(File, ClearsWhatAKilledWriterLeft) {
    write_file(path(".x.part"), "half a fi");
    write_file(path("x"), "whole");
    EXPECT_EQ(read_file(path("x")), "whole");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(File, TwoWritersLeaveOneOfTheirFiles) {
    const std::string a(100000, 'a'), b(70000, 'b');
    const auto write = [&](const std::string& bytes) {
        for (int i = 0; i < 50; ++i) write_file(path("x"), bytes);
    };
    std::thread first(write, a), second(write, b);
    first.join();
    second.join();
    const std::string left = read_file(path("x"));
    EXPECT_TRUE(left == a || left == b);
    EXPECT_EQ(entries(), 1u);
}

TEST_F(File, AKillAtAnyMomentLeavesTheOldFileOrTheNewOne) {
    const std::string a(400000, 'a'), b(300000, 'b');
    write_file(path("x"), a);
    Random random(5);
    for (int round = 0; round < 40; ++round) {
        int ends[2];
        ASSERT_EQ(::pipe(ends), 0);
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            for (;;) {
                write_file(path("x"), b);
                if (::write(ends[1], "w", 1) != 1) ::_exit(1);
                write_file(path("x"), a);
                if (::write(ends[1], "w", 1) != 1) ::_exit(1);
            }
        }
        // Wait for a few writes, then spin for a random share of the next one.
        char word = 0;
        for (uint64_t i = random.below(3) + 1; i > 0; --i) ASSERT_EQ(::read(ends[0], &word, 1), 1);
        uint64_t spun = 1;
        for (uint64_t spin = random.below(1000000); spin > 0; --spin) spun = mix(spun);
        ASSERT_NE(spun, 0u);
        ::kill(child, SIGKILL);
        ASSERT_EQ(::waitpid(child, nullptr, 0), child);
        ::close(ends[0]);
        ::close(ends[1]);
        const std::string left = read_file(path("x"));
        ASSERT_TRUE(left == a || left == b) << "round " << round << ": " << left.size() << " bytes";
        ASSERT_LE(entries(), 2u);
    }
    write_file(path("x"), b);
    EXPECT_EQ(entries(), 1u);
}

TEST_F(File, APartThatIsNotCommittedLeavesTheOldFile) {
    write_file(path("x"), "old");
    {
        PartFile part(path("x"));
        part.write("new");
        EXPECT_EQ(part.path(), path(".x.part"));
        EXPECT_EQ(read_file(part.path()), "new");
    }
    EXPECT_EQ(read_file(path("x")), "old");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(File, APartIsPatchedAndShortened) {
    PartFile part(path("x"));
    part.write("0123456789");
    part.overwrite(2, "ab");
    part.write("!");
    part.shorten(5);
    part.write("end");
    part.commit();
    EXPECT_EQ(read_file(path("x")), "01ab4end");
}

TEST_F(File, RejectsAPartThatCannotBeCleared) {
    write_file(path(".x.part"), "another's");
    ::chmod(path(".x.part").c_str(), 0666);
    ::chmod(folder_.c_str(), 0555);
    const uid_t self = ::geteuid();
    if (self == 0) {
        ASSERT_EQ(::seteuid(65534), 0);  // nothing stops root
    }
    const std::string said = message([&] { write_file(path("x"), "1"); });
    if (self == 0) {
        ASSERT_EQ(::seteuid(0), 0);
    }
    ::chmod(folder_.c_str(), 0755);
    EXPECT_THAT(said, HasSubstr("x: cannot clear "));
    EXPECT_THAT(said, HasSubstr(".x.part: Permission denied"));
}

TEST_F(File, RejectsWhatCannotBeRead) {
    EXPECT_THAT(message([&] { read_file(path("absent")); }),
                HasSubstr("absent: cannot open: No such file"));
    EXPECT_THAT(message([&] { MappedFile file(path("absent")); }),
                HasSubstr("absent: cannot open: No such file"));
    EXPECT_THAT(message([&] { read_file(folder_); }), HasSubstr("found a folder, expected a file"));
    EXPECT_THAT(message([&] { MappedFile file(folder_); }),
                HasSubstr("found a folder, expected a file"));
    ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
    EXPECT_THAT(message([&] { MappedFile file(path("pipe")); }),
                HasSubstr("pipe: found a stream, expected a file"));
}

TEST_F(File, RejectsMoreThanTheLimit) {
    write_file(path("x"), "12345");
    EXPECT_EQ(read_file(path("x"), 5), "12345");
    EXPECT_THAT(message([&] { read_file(path("x"), 4); }),
                HasSubstr("x: more than 4 bytes, expected less"));
}

TEST_F(File, RejectsWhatCannotBeWritten) {
    EXPECT_THAT(message([&] { write_file(path("absent/x"), "1"); }),
                HasSubstr("absent/x: cannot write: No such file"));
    EXPECT_THAT(message([&] { write_file(folder_, "1"); }),
                HasSubstr("found a folder, expected a file"));
    EXPECT_THAT(message([&] { write_file(folder_ / "", "1"); }), HasSubstr("expected a file"));
    fs::create_symlink("loop", path("loop"));
    EXPECT_THAT(message([&] { write_file(path("loop"), "1"); }),
                HasSubstr("cannot write: Too many levels"));
    EXPECT_THAT(message([&] { write_file("/dev/full", "1"); }),
                HasSubstr("/dev/full: cannot write: No space left"));
}

}  // namespace thigmo
