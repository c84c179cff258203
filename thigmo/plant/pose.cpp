// The rest pose, and motion into a sink.
#include "thigmo/plant/pose.h"

namespace thigmo {

Pose rest_pose(const Plant& plant) {
    return {Column<SegmentId, Rigid>(plant.segments.size()),
            Column<DomainId, Rigid>(plant.domains.size())};
}

void play(const Motion& motion, MotionSink& sink) {
    double frame = 0;
    for (const Pose& pose : motion.poses) sink.write(frame++ / motion.frames_per_second, pose);
    sink.finish();
}

}  // namespace thigmo
