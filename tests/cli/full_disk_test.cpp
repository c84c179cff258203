// Every writer on a disk that is full at some byte of some file: nothing is left behind, and what
// stood there stays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include "apps/cli/page_site.h"
#include "samples/plants.h"
#include "tests/cli/run.h"
#include "tests/message.h"
#include "tests/places.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

namespace fs = std::filesystem;

/// While it lives, no file can grow beyond so many bytes: writing fails as on a full disk.
class SmallDisk {
  public:
    explicit SmallDisk(size_t bytes) : heard_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit small = {bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, heard_);
    }
    SmallDisk(const SmallDisk&) = delete;

  private:
    rlimit before_{};
    void (*heard_)(int);
};

class FullDisk : public testing::Test {
  protected:
    void SetUp() override {
        fs::create_directories(folder_ / "out");
        save_plant(samples::sapling(), folder_ / "small.plant");
    }
    void TearDown() override { fs::remove_all(folder_); }

    std::string in(const std::string& name) const { return (folder_ / name).string(); }
    std::string out(const std::string& name) const { return (folder_ / "out" / name).string(); }
    /// Names and contents below `out`; folders end in a slash.
    std::map<std::string, std::string> all() const {
        std::map<std::string, std::string> files;
        for (const auto& entry : fs::recursive_directory_iterator(folder_ / "out"))
            if (entry.is_directory())
                files[entry.path() / ""] = "";
            else
                files[entry.path()] = read_file(entry.path());
        return files;
    }

    /// Fails at the first byte, and at the last one of the smallest, of a middle and of the largest
    /// file; `work` gives the line of its error.
    void expect_all_or_nothing(const std::function<std::string()>& work) const {
        ASSERT_EQ(work(), "");
        const auto whole = all();
        std::set<size_t> sizes;
        for (const auto& [name, text] : whole)
            if (!text.empty()) sizes.insert(text.size());
        ASSERT_FALSE(sizes.empty());
        const std::set<size_t> limits = {0, *sizes.begin() - 1,
                                         *std::next(sizes.begin(), std::ssize(sizes) / 2) - 1,
                                         *sizes.rbegin() - 1};
        for (const auto& [name, text] : whole)
            if (!name.ends_with('/')) write_file(name, "old");
        const auto old = all();
        for (const size_t limit : limits) expect_left(work, limit, old);
        for (const auto& entry : fs::directory_iterator(folder_ / "out"))
            fs::remove_all(entry.path());
        for (const size_t limit : limits) expect_left(work, limit, {});
    }
    void expect_typed(std::vector<std::string> words) const {
        words.emplace_back("-q");
        expect_all_or_nothing([&] {
            const Typed typed = run_typed(words);
            EXPECT_EQ(typed.status, typed.err.empty() ? 0 : 2) << words[0];
            EXPECT_LE(std::ranges::count(typed.err, '\n'), 1) << typed.err;
            return typed.err;
        });
    }

    const fs::path folder_ =
        fs::path(testing::TempDir()) /
        ("full_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));

  private:
    void expect_left(const std::function<std::string()>& work, size_t limit,
                     const std::map<std::string, std::string>& left) const {
        std::string said;
        {
            const SmallDisk disk(limit);
            said = work();
        }
        EXPECT_NE(said, "") << "with " << limit << " bytes";
        const auto found = all();
        EXPECT_TRUE(found == left)
            << said << "with " << limit
            << " bytes: " << (found.empty() ? "nothing" : found.begin()->first);
    }
};

TEST_F(FullDisk, Plants) {
    const std::string scan = test_folder() + "/../samples/scans/sapling.csv";
    expect_typed({"import", scan, "--species", "oak", "-o", out("a.plant")});
}

TEST_F(FullDisk, Models) {
    expect_typed({"prepare", in("small.plant"), "--set", "modes=2", "-o", out("a.models")});
}

TEST_F(FullDisk, Meshes) {
    for (const char* name : {"a.glb", "a.gltf", "a.obj"}) {
        expect_typed({"export", in("small.plant"), "-o", out(name)});
        fs::remove_all(folder_ / "out");
        fs::create_directory(folder_ / "out");
    }
}

TEST_F(FullDisk, ShaderPacks) {
    expect_typed({"export", in("small.plant"), "--at", "1", "--shader", out("deep/pack")});
}

TEST_F(FullDisk, AuthoredPlantsWithTheirReportAndDecisions) {
    ASSERT_EQ(run_typed({"export", in("small.plant"), "-o", in("mesh.obj")}).status, 0);
    expect_typed({"author", in("mesh.obj"), "--voxels", "12", "-o", out("a.plant"), "--report",
                  out("report")});
}

TEST_F(FullDisk, MotionInSeveralFilesAtOnce) {
    expect_typed({"simulate", in("small.plant"), "--for", "0.2", "-o", out("a.csv"), "-o",
                  out("b.pc2"), "-o", out("c.mdd"), "-o", out("d.glb"), "-o", out("e.gltf")});
}

TEST_F(FullDisk, Pictures) {
    for (const char* name : {"a.png", "a.jpg"})
        expect_typed(
            {"render", in("small.plant"), "--size", "64x48", "--samples", "1", "-o", out(name)});
}

TEST_F(FullDisk, FilmsAndNumberedPictures) {
    for (const char* name : {"a.mp4", "a.gif", "f-%03d.png", "frames/"}) {
        expect_typed({"render", in("small.plant"), "--size", "64x48", "--samples", "1",
                      "--turntable", "--seconds", "0.2", "-o", out(name)});
        fs::remove_all(folder_ / "out");
        fs::create_directory(folder_ / "out");
    }
}

TEST_F(FullDisk, StringsAndPlots) {
    expect_typed({"derive", test_folder() + "/../samples/lsystems/bush.l", "--steps", "3", "-o",
                  out("a.txt")});
    ASSERT_EQ(run_typed({"simulate", in("small.plant"), "--for", "8", "-o", in("s.csv")}).status,
              0);
    expect_typed({"measure", "sway", in("s.csv"), "-o", out("a.svg")});
}

TEST_F(FullDisk, ThePageAsAFolder) {
    constexpr PageFile page[] = {{"index.html", "<head>\n</head>page"}, {"page.js", "script"}};
    const PageSite site(page, {{"motion.bin", "waves"}}, folder_ / "small.plant");
    expect_all_or_nothing([&] {
        const std::string said = message([&] { site.write(folder_ / "out" / "site"); });
        return said == "no error" ? "" : said;
    });
}

}  // namespace
}  // namespace thigmo::cli
