// thigmo render, as typed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "samples/plants.h"
#include "tests/cli/run.h"
#include "thigmo/base/file.h"
#include "thigmo/mesh/image.h"
#include "thigmo/plant/file.h"

namespace thigmo::cli {
namespace {

namespace fs = std::filesystem;

/// A folder with sapling.plant in it, in which the program runs.
class RenderVerb : public testing::Test {
  protected:
    RenderVerb() {
        std::string name = (fs::temp_directory_path() / "thigmo.XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
        before_ = fs::current_path();
        fs::current_path(folder_);
        save_plant(samples::sapling(), "sapling.plant");
    }
    ~RenderVerb() override {
        fs::current_path(before_);
        fs::remove_all(folder_);
    }

    static Typed render(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"render", "sapling.plant"});
        return run_typed(arguments);
    }
    static void expect_refusal(std::vector<std::string> arguments, const std::string& line) {
        const Typed outcome = render(std::move(arguments));
        EXPECT_EQ(outcome.status, 2);
        EXPECT_EQ(outcome.err, line + "\n");
        EXPECT_EQ(outcome.out, "");
    }

  private:
    fs::path folder_, before_;
};

}  // namespace

TEST_F(RenderVerb, WritesAPictureNamedAfterThePlant) {
    const Typed outcome = render({"--size", "40x30", "--samples", "1"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "sapling.png\n");
    const Image image = decode_image(read_file("sapling.png"), "picture");
    EXPECT_EQ(image.width, 40);
    EXPECT_EQ(image.height, 30);
}

TEST_F(RenderVerb, ThreadsDoNotChangeThePicture) {
    render({"--size", "40x30", "--samples", "2", "-o", "a.png", "--threads", "1"});
    render({"--size", "40x30", "--samples", "2", "-o", "b.png", "--threads", "2"});
    EXPECT_EQ(read_file("a.png"), read_file("b.png"));
    render({"--size", "40x30", "--samples", "2", "-o", "b.png", "--seed", "2"});
    EXPECT_NE(read_file("a.png"), read_file("b.png"));
}

TEST_F(RenderVerb, EveryOptionOfTheViewChangesThePicture) {
    const std::vector<std::string> base = {"--size", "40x30", "--samples", "1", "-o"};
    const auto draw = [&](std::vector<std::string> more) {
        std::vector<std::string> arguments = base;
        arguments.push_back("x.png");
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Typed outcome = render(arguments);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return read_file("x.png");
    };
    const std::string plain = draw({});
    for (const std::vector<std::string>& change :
         std::vector<std::vector<std::string>>{{"--azimuth", "80"},
                                               {"--elevation", "40"},
                                               {"--fov", "60"},
                                               {"--zoom", "2"},
                                               {"--sun", "200,20"},
                                               {"--color", "order"},
                                               {"--color", "kind"},
                                               {"--color", "domain"}})
        EXPECT_NE(draw(change), plain) << change.front();
}

TEST_F(RenderVerb, TurntableWritesAFilmOrNumberedPictures) {
    const Typed film = render(
        {"--turntable", "--size", "32x18", "--samples", "1", "--seconds", "1", "--fps", "4"});
    EXPECT_EQ(film.status, 0) << film.err;
    EXPECT_EQ(film.out, "sapling.mp4\n");
    EXPECT_EQ(read_file("sapling.mp4").substr(4, 4), "ftyp");
    render({"--turntable", "--size", "32x18", "--samples", "1", "--seconds", "1", "--fps", "4",
            "-o", "turn/"});
    EXPECT_TRUE(fs::exists("turn/frame-0003.png"));
    EXPECT_FALSE(fs::exists("turn/frame-0004.png"));
}

TEST_F(RenderVerb, RejectsSizes) {
    expect_refusal({"--size", "0x0"}, "picture: width 0, expected 1 to 16384");
    expect_refusal({"--size", "100000x100000"}, "picture: width 100000, expected 1 to 16384");
    for (const char* size : {"big", "10", "10x", "x10", "10x10x10", "10 x 10", "99999999999x1", ""})
        expect_refusal({"--size", size}, std::string("--size: found '") + size +
                                             "', expected WIDTHxHEIGHT such as 960x540");
}

TEST_F(RenderVerb, RejectsSuns) {
    expect_refusal({"--sun", "90"},
                   "--sun: found '90', expected AZIMUTH,ELEVATION in degrees such as 120,35");
    expect_refusal({"--sun", "90,100"}, "picture: sun elevation 100, expected 0 to 90");
}

TEST_F(RenderVerb, RejectsOtherSettings) {
    expect_refusal({"--samples", "0"}, "picture: samples 0, expected 1 to 65536");
    expect_refusal({"--threads", "-1"}, "--threads: found -1, expected 0 to 4096");
    expect_refusal({"--color", "red"},
                   "--colour: found 'red', expected one of order, domain, kind");
}

TEST_F(RenderVerb, WritesJpgByItsName) {
    EXPECT_EQ(render({"--size", "40x30", "--samples", "1", "-o", "a.jpg"}).status, 0);
    EXPECT_EQ(read_file("a.jpg").substr(0, 2), "\xff\xd8");
    EXPECT_EQ(decode_image(read_file("a.jpg"), "picture").width, 40);
}

TEST_F(RenderVerb, LooksFromWhereTheCameraIsPut) {
    const auto pixels = [&](std::vector<std::string> words) {
        words.insert(words.end(), {"--size", "40x30", "--samples", "1", "-o", "a.png"});
        EXPECT_EQ(render(words).status, 0);
        return decode_image(read_file("a.png"), "picture").pixels;
    };
    const auto middle = pixels({"--camera", "0,1,6"});
    EXPECT_NE(middle, pixels({"--camera", "6,1,0"}));
    EXPECT_NE(middle, pixels({"--camera", "0,1,6", "--look-at", "3,1,0"}));
    EXPECT_EQ(middle, pixels({"--camera", "0,1,6", "--sun", "-25,42"}))
        << "the direction is the camera's own";
}

TEST_F(RenderVerb, RejectsCamerasThatAreNone) {
    expect_refusal({"--camera", "1,2"},
                   "--camera: found '1,2', expected X,Y,Z in metres such as 4,1.7,12");
    expect_refusal({"--camera", "1,2,3", "--look-at", "1,2,x"},
                   "--look-at: found '1,2,x', expected X,Y,Z in metres such as 4,1.7,12");
    expect_refusal({"--look-at", "1,2,3"},
                   "--look-at: found no --camera, expected it: where the camera stands");
    for (const std::string option : {"--azimuth", "--elevation", "--zoom"})
        expect_refusal({"--camera", "1,2,3", option, "2"},
                       option +
                           ": found --camera beside it, expected one of them: --camera and "
                           "--look-at say where it stands and looks");
    expect_refusal({"--camera", "1,2,3", "--look-at", "1,2,3"},
                   "--look-at: found the camera's own place, expected another point");
}

TEST_F(RenderVerb, RejectsOutputs) {
    expect_refusal({"-o", "a.bmp"},
                   "a.bmp: found '.bmp', expected .png or .jpg, or --turntable for a film");
    expect_refusal({"-o", "no/a.png"}, "no/a.png: there is no folder no");
    expect_refusal({"-o", "no/a.mp4", "--turntable"}, "no/a.mp4: there is no folder no");
    expect_refusal({"-o", "c%d%d.jpg", "--turntable"},
                   "c%d%d.jpg: found a second %, expected one number in the name, such as "
                   "frame-%04d.png");
    expect_refusal({"--turntable", "--fps", "0"},
                   "turntable: 0 frames per second, expected 1 to 240");
}

}  // namespace thigmo::cli
