// Files that belong together: all come or none, and none over what was read.
#include "thigmo/base/file_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/message.h"
#include "thigmo/base/file.h"
#include "thigmo/base/part_file.h"
#include "thigmo/base/part_folder.h"

namespace thigmo {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class Files : public testing::Test {
  protected:
    void SetUp() override { fs::create_directories(folder_); }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path path(const char* name) const { return folder_ / name; }
    /// Its bytes, read without a word to the set.
    std::string text(const char* name) const {
        std::ostringstream all;
        all << std::ifstream(path(name)).rdbuf();
        return all.str();
    }
    size_t entries() const {
        return static_cast<size_t>(
            std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
    }

    const fs::path folder_ =
        fs::path(testing::TempDir()) /
        ("files_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

bool all_own(std::string_view) {
    return true;
}

/// What an output over an input is told.
const char* const refused = ": found an input of this run as its output, expected another name";

}  // namespace

TEST_F(Files, ComeTogetherWhenTheSetIsCommitted) {
    write_file(path("a"), "old");
    {
        FileSet files;
        write_file(path("a"), "new");
        write_file(path("b"), "new");
        PartFolder folder(path("c"), all_own);
        folder.write("d", "new");
        folder.commit();
        EXPECT_EQ(text("a"), "old");
        EXPECT_FALSE(fs::exists(path("b")));
        EXPECT_FALSE(fs::exists(path("c")));
        files.commit();
        EXPECT_EQ(text("a"), "new");
        EXPECT_EQ(text("b"), "new");
        EXPECT_EQ(text("c/d"), "new");
    }
    EXPECT_EQ(entries(), 3u);
}

TEST_F(Files, AreNotThereWhenTheSetIsNotCommitted) {
    write_file(path("a"), "old");
    {
        FileSet files;
        write_file(path("a"), "new");
        write_file(path("b"), "new");
        PartFolder folder(path("new/c"), all_own);
        folder.write("d", "new");
        folder.commit();
    }
    EXPECT_EQ(read_file(path("a")), "old");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(Files, InAFolderThatIsReplacedStandInTheNewOne) {
    fs::create_directories(path("c"));
    write_file(path("c/d"), "old");
    write_file(path("c/mine"), "old");
    FileSet files;
    PartFolder folder(path("c"), [](std::string_view name) { return name == "d"; });
    folder.write("d", "new");
    write_file(path("c/mine"), "new");
    folder.commit();
    write_file(path("c/later"), "new");
    files.commit();
    for (const char* name : {"c/d", "c/mine", "c/later"}) EXPECT_EQ(text(name), "new") << name;
    EXPECT_EQ(std::distance(fs::directory_iterator(path("c")), fs::directory_iterator()), 3);
    EXPECT_EQ(entries(), 1u);
}

TEST_F(Files, OfASetWithinAnotherWaitForTheOuterOne) {
    FileSet outer;
    {
        FileSet inner;
        write_file(path("a"), "1");
        inner.commit();
    }
    EXPECT_FALSE(fs::exists(path("a")));
    outer.commit();
    EXPECT_EQ(text("a"), "1");
}

TEST_F(Files, WrittenTwiceInASetAreThoseOfTheSecondTime) {
    FileSet files;
    write_file(path("a"), "1");
    write_file(path("a"), "2");
    files.commit();
    EXPECT_EQ(text("a"), "2");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(Files, ArePutInPlaceInTheOrderInWhichTheyAreFinished) {
    FileSet files;
    write_file(path("picture"), "1");
    write_file(path("names it"), "1");
    fs::create_directories(path("picture/in the way"));
    EXPECT_THAT(message([&] { files.commit(); }), HasSubstr("picture: cannot write: "));
    EXPECT_FALSE(fs::exists(path("names it")));
}

TEST_F(Files, OfAnotherThreadAreNoneOfTheSet) {
    FileSet files;
    std::thread([&] { write_file(path("a"), "1"); }).join();
    EXPECT_EQ(read_file(path("a")), "1");
}

TEST_F(Files, RejectsAnOutputOverAnInput) {
    write_file(path("a"), "1");
    fs::create_symlink("a", path("link"));
    fs::create_hard_link(path("a"), path("twin"));
    FileSet files;
    read_file(path("a"));
    for (const char* name : {"a", "link", "twin", "../files_RejectsAnOutputOverAnInput/a"}) {
        EXPECT_EQ(message([&] { write_file(path(name), "2"); }),
                  path(name).string() + refused + " to write to");
        EXPECT_THAT(message([&] { PartFile part(path(name)); }), HasSubstr(refused));
    }
    EXPECT_THAT(message([&] { PartFolder(folder_, all_own).write("a", "2"); }), HasSubstr(refused));
    write_file(path("b"), "2");
    files.commit();
    EXPECT_EQ(text("a"), "1");
    EXPECT_EQ(entries(), 4u);
}

TEST_F(Files, RejectsAnInputThatWasNamedAsAnOutput) {
    write_file(path("a"), "1");
    fs::create_symlink("a", path("link"));
    FileSet files;
    FileSet::note_output(path("link"));
    EXPECT_EQ(message([&] { read_file(path("a")); }),
              path("a").string() + refused + " to write to");
    EXPECT_THAT(message([&] { MappedFile mapped(path("a")); }), HasSubstr(refused));
    EXPECT_THAT(message([&] { write_file(path("link"), "2"); }), HasSubstr(refused));
}

TEST_F(Files, AreInputsByTheirNamesAndByWhatTheyAre) {
    // The file that was read is gone, yet its name is an input's.
    write_file(path("a"), "1");
    FileSet files;
    read_file(path("a"));
    fs::rename(path("a"), path("b"));
    EXPECT_THAT(message([&] { write_file(path("a"), "2"); }), HasSubstr(refused));
    EXPECT_THAT(message([&] { write_file(path("b"), "2"); }), HasSubstr(refused));
}

TEST_F(Files, DevicesAreReadAndWrittenInOneRun) {
    FileSet files;
    read_file("/dev/null");
    write_file("/dev/null", "1");
    read_file("/dev/null");
}

TEST_F(Files, OfNoSetAreFree) {
    write_file(path("a"), "1");
    {
        FileSet files;
        read_file(path("a"));
    }
    write_file(path("a"), read_file(path("a")) + "2");
    EXPECT_EQ(read_file(path("a")), "12");
}

}  // namespace thigmo
