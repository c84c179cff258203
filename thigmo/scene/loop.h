// Motion that repeats: a scene in a periodic wind, run until it has forgotten how it began.
#pragma once

#include "thigmo/scene/record.h"

namespace thigmo {

struct Loop {
    double period = 4;
    double frames_per_second = 30;
    int most_periods = 40;
    double tolerance = 1e-3;  // of the drawn height: how far poses one period apart may differ
    double most = 0.95;  // share of all points that must have settled so far; others are blended
};

struct LoopReport {
    RunReport run;
    int periods = 0;        // before the one that was recorded
    double difference = 0;  // m, the largest of poses one period apart, at the last comparison
    double alike = 0;       // share of all points that differ by less than the tolerance
    bool settled = false;   // all of them
    double seam = 0;        // m, the farthest that a point goes from the last frame to the first
    double frame_step = 0;  // m, the same from frame to frame, on average
};

/// InputError unless the period is a whole number of frames, and for scenes with events.
void check(const Loop& loop, const Scene& scene);

/// Runs period after period until poses at each of eight moments differ from those of the period
/// before by less than the tolerance, or most points do and the rest no longer come nearer: leaves
/// and thin twigs in a wind need not repeat themselves. Records the next period, blended into the
/// one before, so that the end meets the beginning: frames 0 … n−1 to `sinks`, and to those of
/// `closed` the first pose once more at the end.
LoopReport record_loop(Scene& scene, const Drawing& drawing, const Loop& loop,
                       const std::vector<MotionSink*>& sinks,
                       const std::vector<MotionSink*>& closed, Progress& progress);

}  // namespace thigmo
