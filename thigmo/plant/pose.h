// Pose and motion: where a plant's segments and shapes are now, and over time.
#pragma once

#include <vector>

#include "thigmo/plant/plant.h"

namespace thigmo {

/// Rigid motions from rest to now, in the plant's space: of every segment, and of every domain's
/// shape (identity where a domain has none). A shape that bends follows its segments instead, see
/// shape_binding.h.
struct Pose {
    Column<SegmentId, Rigid> segments;
    Column<DomainId, Rigid> shapes;
};

Pose rest_pose(const Plant& plant);

/// Poses at equal steps of time from 0.
struct Motion {
    double frames_per_second = 30;
    std::vector<Pose> poses;
};

/// Takes poses one by one and writes them somewhere.
class MotionSink {
  public:
    virtual ~MotionSink() = default;
    virtual void write(double time, const Pose& pose) = 0;
    /// Whether it reads the motions of shapes: those of a crown are many.
    virtual bool reads_shapes() const { return true; }
    /// Nothing is left unwritten after this.
    virtual void finish() = 0;
};

/// Sends every pose of the motion to the sink and finishes it.
void play(const Motion& motion, MotionSink& sink);

}  // namespace thigmo
