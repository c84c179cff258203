// The kind of file that a name asks for.
#include "thigmo/scene/motion_file.h"

#include <gmock/gmock.h>

#include "samples/plants.h"
#include "tests/io/motion_files.h"
#include "tests/message.h"
#include "thigmo/base/file.h"
#include "thigmo/mesh/image.h"

namespace thigmo {
namespace {

using testing::HasSubstr;

class MotionFileNames : public MotionFiles {
  protected:
    MotionFileNames() {
        settings_.frames = 3;
        settings_.picture.width = 32;
        settings_.picture.height = 24;
        settings_.picture.samples = 1;
    }
    void write(const char* name) {
        play(swinging(plant_, 3, 0.2, 0.2),
             *open_motion(folder_ / name, plant_, settings_, progress_));
    }
    std::string refusal(const char* name) {
        return message([&] { open_motion(folder_ / name, plant_, settings_, progress_); });
    }

    const Plant plant_ = samples::sapling();
    MotionFileSettings settings_;
    Progress progress_;
};

TEST_F(MotionFileNames, EverySuffixHasItsKind) {
    write("x.glb");
    EXPECT_TRUE(read_file(folder_ / "x.glb").starts_with("glTF"));
    write("x.gltf");
    EXPECT_TRUE(read_file(folder_ / "x.gltf").starts_with("{"));
    write("x.pc2");
    EXPECT_TRUE(read_file(folder_ / "x.pc2").starts_with("POINTCACHE2"));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "x.obj"));
    write("x.mdd");
    EXPECT_TRUE(read_file(folder_ / "x.mdd").starts_with(std::string_view("\0\0\0\3", 4)));
    write("x.csv");
    EXPECT_TRUE(read_file(folder_ / "x.csv").starts_with("time_s,tip_x_m"));
    write("x-%d.png");
    EXPECT_TRUE(std::filesystem::exists(folder_ / "x-2.png"));
    write("x.mp4");
    EXPECT_EQ(read_file(folder_ / "x.mp4").substr(4, 4), "ftyp");
}

TEST_F(MotionFileNames, TheCameraStandsStill) {
    settings_.picture.width = settings_.picture.height = 64;
    Motion motion;
    motion.poses.resize(2, rest_pose(plant_));
    samples::carry({Quat::Identity(), Vec3(2, 0, 0)}, motion.poses[1]);
    play(motion, *open_motion(folder_ / "f-%d.png", plant_, settings_, progress_));
    EXPECT_NE(read_file(folder_ / "f-0.png"), read_file(folder_ / "f-1.png"));
    const auto corner = [&](const char* name) {
        return decode_image(read_file(folder_ / name), name).pixels[63 * 64];
    };
    EXPECT_EQ(corner("f-0.png"), corner("f-1.png")) << "the ground lies still";
    motion.poses[1] = motion.poses[0];
    play(motion, *open_motion(folder_ / "f-%d.png", plant_, settings_, progress_));
    EXPECT_EQ(read_file(folder_ / "f-0.png"), read_file(folder_ / "f-1.png"));
}

TEST_F(MotionFileNames, ACancelledFilmIsLeftOut) {
    struct Stop : Progress {
        bool cancelled() const override { return true; }
    } stop;
    play(swinging(plant_, 3, 0.2, 0.2), *open_motion(folder_ / "x.mp4", plant_, settings_, stop));
    EXPECT_EQ(entries(), 0u);
}

TEST_F(MotionFileNames, RejectsOtherNames) {
    EXPECT_THAT(refusal("x.fbx"),
                HasSubstr("x.fbx: found no kind of motion in this name, expected .glb .gltf .pc2 "
                          ".mdd .csv, a film such as .mp4, a folder, or a pattern such as "
                          "frame-%04d.png or .jpg"));
    EXPECT_THAT(refusal("x"), HasSubstr("found no kind of motion"));
}

TEST_F(MotionFileNames, RejectsRatesThatCannotBe) {
    settings_.frames_per_second = 0;
    EXPECT_THAT(refusal("x.glb"),
                HasSubstr("x.glb: found 0 frames per second, expected more than 0"));
    settings_.frames_per_second = 29.97;
    EXPECT_THAT(refusal("x.mp4"),
                HasSubstr("x.mp4: found 29.97 frames per second, expected a whole "
                          "number up to 240 for a film"));
}

}  // namespace
}  // namespace thigmo
