// A scene run for a time, its poses handed on frame by frame.
#pragma once

#include <vector>

#include "thigmo/base/progress.h"
#include "thigmo/io/tracks.h"
#include "thigmo/scene/drawing.h"
#include "thigmo/scene/scene_file.h"

namespace thigmo {

struct RunReport {
    StepReport steps;  // summed
    uint64_t grid_steps = 0;
    uint64_t frames = 0;
    double simulated = 0;   // s
    double seconds = 0;     // of stepping alone, on the clock on the wall
    double energy_max = 0;  // J, kinetic + elastic, at frames
    bool cancelled = false;
    double realtime_factor() const { return seconds > 0 ? simulated / seconds : 0; }
};

struct Take {
    double duration = 10;
    double frames_per_second = 30;
};

/// Frames of a take, the one at its beginning included.
size_t frame_count(const Take& take);

/// Steps to the next frame; the scene's dt fits a whole number into one. False when a step failed:
/// report.steps has the message.
bool run_frame(Scene& scene, double frames_per_second, RunReport& report);

/// Poses of the drawing at 0, 1/fps … to every sink, which are not finished yet. Stops early when
/// a step fails or progress is cancelled.
RunReport record(Scene& scene, const Drawing& drawing, const Take& take,
                 const std::vector<MotionSink*>& sinks, Progress& progress);

/// The tracked points of the file, or of every plant its tip where it names none.
std::vector<TrackedPoint> tracked_points(const Scene& scene, const Drawing& drawing,
                                         const std::vector<SceneTrack>& tracks);

}  // namespace thigmo
