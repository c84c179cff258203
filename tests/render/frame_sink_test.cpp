// Films and numbered pictures.
#include "thigmo/render/frame_sink.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "samples/plants.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/render/turntable.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;

/// An empty folder that goes away with the test.
class FrameSinkTest : public testing::Test {
  protected:
    const std::string programs = std::getenv("PATH");
    FrameSinkTest() {
        std::string name = (fs::temp_directory_path() / "thigmo frames $x.XXXXXX").string();
        folder = ::mkdtemp(name.data());
    }
    ~FrameSinkTest() override {
        fs::remove_all(folder);
        ::setenv("PATH", programs.c_str(), 1);
    }

    size_t count_files() const {
        return static_cast<size_t>(
            std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
    }
    std::string message(const fs::path& path, int frames = 3) const {
        try {
            const auto sink = open_frames(path, 10);
            for (int i = 0; i < frames; ++i) sink->write(make_image(33, 17, {200, 10, 10, 255}));
            sink->finish();
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    }
    /// A program named ffmpeg that is found instead of the real one.
    void fake_ffmpeg(const char* script) const {
        fs::create_directory(folder / "bin");
        const fs::path program = folder / "bin" / "ffmpeg";
        std::ofstream(program) << "#!/bin/sh\n" << script;
        fs::permissions(program, fs::perms::owner_all);
        ::setenv("PATH", (folder / "bin").c_str(), 1);
    }
    fs::path folder;
};

}  // namespace

TEST_F(FrameSinkTest, WritesFilmsOfEveryKindAtOddSizes) {
    const std::vector<std::pair<const char*, std::string>> starts = {
        {"a b'c.mp4", std::string("\0\0\0\x1c"
                                  "ftyp",
                                  8)},
        {"a.mov", std::string("\0\0\0\x14"
                              "ftyp",
                              8)},
        {"a.webm", "\x1a\x45\xdf\xa3"},
        {"a.gif", "GIF89a"},
        {"a.webp", "RIFF"},
        {"a.apng", "\x89PNG"}};
    for (const auto& [name, start] : starts) {
        EXPECT_EQ(message(folder / name), "");
        const std::string bytes = read_file(folder / name);
        if (start.size() == 8)  // the size of the first box is ffmpeg's affair
            EXPECT_EQ(bytes.substr(4, 4), "ftyp") << name;
        else
            EXPECT_EQ(bytes.substr(0, start.size()), start) << name;
    }
    EXPECT_EQ(count_files(), starts.size()) << "nothing is left beside";
}

TEST_F(FrameSinkTest, NumbersPicturesInAFolderOrByPattern) {
    EXPECT_EQ(message(folder / "turn" / "", 2), "");
    EXPECT_TRUE(fs::exists(folder / "turn" / "frame-0001.png"));
    EXPECT_FALSE(fs::exists(folder / "turn" / "frame-0002.png"));
    EXPECT_EQ(message(folder / "x-%03d.png", 2), "");
    EXPECT_TRUE(fs::exists(folder / "x-001.png"));
    const Image frame = decode_image(read_file(folder / "x-000.png"), "frame");
    EXPECT_EQ(frame, make_image(33, 17, {200, 10, 10, 255}));
}

TEST_F(FrameSinkTest, UnfinishedFilmLeavesNothing) {
    open_frames(folder / "a.mp4", 10)->write(make_image(16, 16));
    EXPECT_EQ(count_files(), 0u);
}

TEST_F(FrameSinkTest, ClearsWhatAKilledFilmLeftAndKeepsTheOldFilmsMode) {
    std::ofstream(folder / ".a.gif.part") << "half a film";
    std::ofstream(folder / "a.gif") << "old";
    fs::permissions(folder / "a.gif", fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(message(folder / "a.gif"), "");
    EXPECT_EQ(read_file(folder / "a.gif").substr(0, 6), "GIF89a");
    EXPECT_EQ(fs::status(folder / "a.gif").permissions(),
              fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(count_files(), 1u);
}

TEST_F(FrameSinkTest, NumbersJpgAsItDoesPng) {
    EXPECT_EQ(message(folder / "a-%03d.jpg"), "");
    EXPECT_EQ(read_file(folder / "a-000.jpg").substr(0, 2), "\xff\xd8");
}

TEST_F(FrameSinkTest, RejectsANameThatIsNoFilm) {
    EXPECT_THAT(message(folder / "a.avi"),
                testing::EndsWith("a.avi: found no kind of film in this name, expected .mp4 .mov "
                                  ".webm .gif .webp .apng, a folder, or a pattern such as "
                                  "frame-%04d.png or .jpg"));
    EXPECT_THAT(message(folder / "a%s.png"), testing::HasSubstr("no kind of film"));
}

TEST_F(FrameSinkTest, RejectsAFolderThatIsNotThere) {
    EXPECT_THAT(message(folder / "no" / "a.mp4"), testing::HasSubstr("a.mp4: there is no folder "));
    std::ofstream(folder / "file") << "x";
    EXPECT_THAT(message(folder / "file" / ""), testing::HasSubstr("cannot make the folder"));
}

TEST_F(FrameSinkTest, RejectsAFilmWithoutFrames) {
    EXPECT_THAT(message(folder / "a.mp4", 0), testing::EndsWith("a.mp4: a film without frames"));
}

TEST_F(FrameSinkTest, NamesThePackageWhenFfmpegIsMissing) {
    ::setenv("PATH", folder.c_str(), 1);
    EXPECT_THAT(message(folder / "a.mp4"),
                testing::EndsWith("a.mp4: films need the program ffmpeg, which was not found; "
                                  "install the package ffmpeg, or name a folder for numbered "
                                  "pictures"));
    EXPECT_EQ(count_files(), 0u);
}

TEST_F(FrameSinkTest, PassesOnTheLastLineOfAFailingFfmpeg) {
    fake_ffmpeg("echo first >&2\necho 'no such encoder' >&2\nexit 1\n");
    // Enough frames that the reader is gone before all are sent: no signal may end the program.
    EXPECT_THAT(message(folder / "a.mp4", 1000),
                testing::EndsWith("a.mp4: ffmpeg failed: no such encoder"));
    EXPECT_EQ(count_files(), 1u) << "only the fake program";
    fake_ffmpeg("while read -r line; do :; done\nexit 3\n");
    EXPECT_THAT(message(folder / "a.mp4"), testing::EndsWith("ffmpeg failed: it said nothing"));
}

TEST_F(FrameSinkTest, TurntableGoesOnceRound) {
    struct Frames : FrameSink {
        std::vector<Image> images;
        bool finished = false;
        void write(const Image& frame) override { images.push_back(frame); }
        void finish() override { finished = true; }
    } frames;
    const Plant plant = samples::sapling();
    PictureSettings settings;
    settings.width = 48;
    settings.height = 32;
    settings.samples = 1;
    Progress progress;
    render_turntable(Renderer(plant), settings, {1, 4}, frames, progress);
    ASSERT_EQ(frames.images.size(), 4u);
    EXPECT_TRUE(frames.finished);
    EXPECT_NE(frames.images[0], frames.images[1]);
    struct Impatient : Progress {
        bool cancelled() const override { return true; }
    } impatient;
    frames.finished = false;
    render_turntable(Renderer(plant), settings, {1, 4}, frames, impatient);
    EXPECT_FALSE(frames.finished);
}

TEST(Turntable, RejectsLengthsOutOfRange) {
    EXPECT_EQ(frame_count({6, 25}), 150);
    const auto message = [](const Turntable& turntable) -> std::string {
        try {
            frame_count(turntable);
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(message({6, 0}), "turntable: 0 frames per second, expected 1 to 240");
    EXPECT_EQ(message({0, 25}),
              "turntable: 0 s at 25 frames per second, expected 1 to 100000 frames");
}

}  // namespace thigmo
