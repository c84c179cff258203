// Motion that repeats: a scene in a periodic wind, run until it has forgotten how it began.
#pragma once

#include "thigmo/scene/record.h"

namespace thigmo {

struct Loop {
    double period = 4;
    double frames_per_second = 30;
    int most_periods = 60;
    double tolerance = 1e-3;  // of the drawn height: how far poses one period apart may differ
};

struct LoopReport {
    RunReport run;
    int periods = 0;        // before the one that was recorded
    double difference = 0;  // m, the largest at the last comparison
    bool settled = false;
};

/// InputError unless the period is a whole number of frames, and for scenes with events.
void check(const Loop& loop, const Scene& scene);

/// Runs period after period; when poses at each of eight moments differ from those of the period
/// before by less than the tolerance, records the next: frames 0 … n−1 to `sinks`, and to those of
/// `closed` the first pose once more at the end.
LoopReport record_loop(Scene& scene, const Drawing& drawing, const Loop& loop,
                       const std::vector<MotionSink*>& sinks,
                       const std::vector<MotionSink*>& closed, Progress& progress);

}  // namespace thigmo
