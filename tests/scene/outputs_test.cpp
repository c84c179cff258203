// Sizes of files, known before they are written.
#include "thigmo/scene/outputs.h"

#include <gmock/gmock.h>

#include "samples/plants.h"
#include "tests/io/motion_files.h"
#include "tests/scene/puppet.h"
#include "thigmo/scene/motion_file.h"

namespace thigmo {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::IsEmpty;

class OutputSizes : public MotionFiles {
  protected:
    /// What is said of these files before a run of so many frames.
    std::vector<std::string> said(const std::vector<std::string>& names, size_t frames) const {
        Scene scene;
        scene.make = make_puppet;
        add_plant(scene, "a", make_part(samples::sapling()), ArticulatedSettings{}, {});
        const Drawing drawing = draw(scene);
        OutputSettings settings;
        settings.frames = frames;
        std::vector<std::string> paths;
        for (const std::string& name : names) paths.push_back((folder_ / name).string());
        Progress progress;
        return Outputs(paths, settings, scene, drawing, {}, progress).large_files().warnings;
    }
};

TEST_F(OutputSizes, AreThoseOfTheFiles) {
    const Plant plant = samples::sapling();
    const Motion motion = swinging(plant, 40, 0.2, 0.2);
    MotionFileSettings settings;
    settings.frames = motion.poses.size();
    Progress progress;
    for (const char* name : {"x.pc2", "x.mdd", "x.glb"}) {
        play(motion, *open_motion(folder_ / name, plant, settings, progress));
        const auto found = static_cast<double>(std::filesystem::file_size(folder_ / name));
        const auto expected = static_cast<double>(expected_bytes(folder_ / name, plant, settings));
        EXPECT_NEAR(expected / found, 1, name[2] == 'g' ? 0.35 : 0.01) << name;
    }
    EXPECT_EQ(expected_bytes("x.csv", plant, settings), 0u);
    EXPECT_EQ(expected_bytes("x.mp4", plant, settings), 0u);
}

TEST_F(OutputSizes, OverTwoHundredMegabytesAreToldWithWhatWouldBeSmaller) {
    EXPECT_THAT(said({"x.pc2", "x.glb", "x.csv"}, 300), IsEmpty());
    EXPECT_THAT(said({"x.pc2", "x.glb", "x.csv"}, 300000),
                ElementsAre(ContainsRegex("x.pc2: about [0-9.]+ [MG]B will be written for 300000 "
                                          "frames; smaller: a lower --fps, a shorter --for, or a "
                                          ".glb \\(about [0-9]+ MB\\)")));
    EXPECT_EQ(entries(), 0u);
}

}  // namespace
}  // namespace thigmo
