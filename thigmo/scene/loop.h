// Motion that repeats: a scene in a periodic wind, run until it has forgotten how it began.
#pragma once

#include "thigmo/scene/record.h"

namespace thigmo {

struct Loop {
    double period = 4;
    double frames_per_second = 30;
    int most_periods = 40;
    double tolerance = 1e-3;  // of the drawn height: how far poses one period apart may differ
    int most_halvings = 3;    // of the step, where periods do not come nearer to one another
};

struct LoopReport {
    RunReport run;
    int periods = 0;        // until two were alike
    double difference = 0;  // m, the largest of poses one period apart, at the last comparison
    size_t points = 0;      // that were compared
    size_t restless = 0;    // of them, that differ by more than the tolerance
    bool settled = false;   // so far that nothing had to be blended
    double seam = 0;        // m, the farthest that a point goes from the last frame to the first
    double frame_step = 0;  // m, the same from frame to frame, on average
};

/// InputError unless the period is a whole number of frames, and for scenes with events.
void check(const Loop& loop, const Scene& scene);

/// Runs period after period until at each of eight moments every segment's end and every shape's
/// tip is where it was a period before: nearer than the tolerance, and than points go from frame to
/// frame. A motion that is resolved in time forgets its past; where periods do not come nearer, the
/// step is too long for the lightest leaves and twigs, and is halved. Then records a period that
/// begins at the stillest of the eight moments: frames 0 … n−1 to `sinks`, and to those of `closed`
/// the first pose once more at the end. Where nothing helps, or but a thousandth of all points
/// never repeat themselves (a leaf that the wind bends right back flips over at any step), the
/// period is blended into the one before it, so that the end meets the beginning all the same; what
/// repeats itself is not changed by that.
LoopReport record_loop(Scene& scene, const Drawing& drawing, const Loop& loop,
                       const std::vector<MotionSink*>& sinks,
                       const std::vector<MotionSink*>& closed, Progress& progress);

}  // namespace thigmo
