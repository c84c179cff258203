// Every writer where something fails beneath it: nothing is left behind, and what stood there
// stays.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>

#include "apps/cli/page_site.h"
#include "samples/plants.h"
#include "tests/cli/faults.h"
#include "tests/cli/run.h"
#include "tests/places.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

namespace fs = std::filesystem;

/// Says what went wrong, nothing where all went well. Between begin() and end() of the fault it
/// does nothing but the work.
using Work = std::function<std::string(Fault&)>;

struct NoFault final : Fault {
    void begin() override {}
    void end() override {}
    bool is_met() const override { return false; }
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

    /// Whatever fails, files that stood there stay as they are, and in an empty folder none is
    /// left.
    void expect_all_or_nothing(const Work& work) {
        NoFault none;
        ASSERT_EQ(work(none), "");
        const auto whole = all();
        std::set<size_t> sizes;
        for (const auto& [name, text] : whole)
            if (!text.empty()) sizes.insert(text.size());
        ASSERT_FALSE(sizes.empty());
        try_faults(work, sizes, [&] { clear(); });
        try_faults(work, sizes, [&] {
            clear();
            for (const auto& [name, text] : whole)
                if (name.ends_with('/'))
                    fs::create_directories(name);
                else
                    fs::create_directories(fs::path(name).parent_path()), write_file(name, "old");
        });
        clear();
    }
    void expect_typed(std::vector<std::string> words) {
        words.insert(words.begin(), "thigmo");
        words.emplace_back("-q");
        std::vector<const char*> typed;
        for (const std::string& word : words) typed.push_back(word.c_str());
        expect_all_or_nothing([&](Fault& fault) {
            MemoryStream out, err;
            Terminal terminal;
            terminal.out = out.file;
            terminal.err = err.file;
            fault.begin();
            const int status = run(static_cast<int>(typed.size()), typed.data(), terminal);
            fault.end();
            out.take();
            const std::string said = err.take();
            EXPECT_EQ(status, said.empty() ? 0 : 2) << words[1] << said;
            EXPECT_LE(std::ranges::count(said, '\n'), 1) << said;
            return said;
        });
    }

    const fs::path folder_ =
        fs::path(testing::TempDir()) /
        ("full_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));

  private:
    void clear() const {
        fs::remove_all(folder_ / "out");
        fs::create_directory(folder_ / "out");
    }
    /// A disk that is full at the first byte, and at the last one of the smallest, of a middle and
    /// of the largest file; one that fails at some call; memory that is short at some allocation.
    void try_faults(const Work& work, const std::set<size_t>& sizes,
                    const std::function<void()>& begin) const {
        for (const size_t bytes : std::set<size_t>{
                 0, *sizes.begin() - 1, *std::next(sizes.begin(), std::ssize(sizes) / 2) - 1,
                 *sizes.rbegin() - 1}) {
            SmallDisk disk(bytes);
            begin();
            expect_nothing(work, disk, fmt::format("no room beyond {} bytes", bytes));
        }
        try_each<WrongDisk>(work, begin, "call");
        try_each<ShortMemory>(work, begin, "allocation");
    }
    /// Later and later, until the work ends before it.
    template <class Kind>
    void try_each(const Work& work, const std::function<void()>& begin, const char* what) const {
        for (int number = 0; !HasFailure(); number = 3 * number + 1) {
            Kind fault(number);
            begin();
            if (!expect_nothing(work, fault, fmt::format("{} {} fails", what, number))) return;
        }
    }
    /// False where the fault was not met.
    bool expect_nothing(const Work& work, Fault& fault, const std::string& what) const {
        const auto before = all();
        const std::string said = work(fault);
        if (said.empty() && !fault.is_met()) return false;
        const bool is_late = said.empty() && fault.may_be_survived();
        EXPECT_TRUE(is_late || !said.empty()) << what;
        const auto after = all();
        if (is_late)
            for (const auto& [name, text] : before) EXPECT_NE(after.at(name), "old") << what;
        else
            EXPECT_TRUE(after == before) << what << ": " << said;
        return true;
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
    for (const char* name : {"a.glb", "a.gltf", "a.obj"})
        expect_typed({"export", in("small.plant"), "-o", out(name)});
}

TEST_F(FullDisk, ShortMemoryIsNotThePlantsFault) {
    const std::vector<std::string> ways[] = {{"-o", out("a.glb")}, {"--shader", out("pack")}};
    for (const std::vector<std::string>& way : ways)
        for (size_t most = 1000; most < 2'000'000; most += most / 3) {
            SmallMemory fault(most);
            fault.begin();
            const Typed typed = run_typed({"export", in("small.plant"), way[0], way[1]});
            fault.end();
            EXPECT_TRUE(typed.status == 0 || typed.err.find("not enough memory") != typed.err.npos)
                << most << ": " << typed.err;
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
    const fs::path folder = folder_ / "out" / "site";
    expect_all_or_nothing([&](Fault& fault) -> std::string {
        fault.begin();
        try {
            site.write(folder);
        } catch (const std::exception& error) {
            fault.end();
            return error.what();
        }
        fault.end();
        return "";
    });
}

}  // namespace
}  // namespace thigmo::cli
