// A short run of a scene.
#include "thigmo/scene/gust_poses.h"

#include <fmt/format.h>

#include "thigmo/base/error.h"
#include "thigmo/scene/record.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {
namespace {

class Gathered final : public MotionSink {
  public:
    void write(double, const Pose& pose) override { poses.push_back(pose); }
    void finish() override {}

    std::vector<Pose> poses;
};

}  // namespace

std::vector<Pose> gust_poses(SceneFile file, Progress& progress) {
    file.frames_per_second = 4;
    file.duration = 3.75;
    Scene scene = build_scene(file, make_simulator, progress);
    const Drawing drawing = draw(scene);
    Gathered gathered;
    const RunReport run =
        record(scene, drawing, {file.duration, file.frames_per_second}, {&gathered}, progress);
    if (run.steps.status == StepReport::Status::failed)
        throw InputError(fmt::format("{}: {}", file.plants.front().name, run.steps.message));
    return std::move(gathered.poses);
}

}  // namespace thigmo
