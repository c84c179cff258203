// What moves of a drawn plant, each piece as one rigid body: segments and rigid shapes.
#pragma once

#include <span>

#include "thigmo/io/drawn_parts.h"
#include "thigmo/io/joints.h"
#include "thigmo/io/rigid_fit.h"

namespace thigmo {

/// How the vertices that follow each body lie about it at rest. A vertex between two segments
/// counts for both, by its shares.
struct DrawnBodies {
    Column<SegmentId, Spread> segments;
    Column<DomainId, Spread> shapes;  // 0 where a domain has no rigid shape
};

DrawnBodies drawn_bodies(const Plant& plant, const std::vector<DrawnPart>& parts);

/// How many rigid shapes are drawn.
size_t rigid_shapes(const std::vector<DrawnPart>& parts);

/// Motions of the joints in pose after pose. A joint of one body moves as that does; one that is
/// shared moves as fits the vertices best of all segments, or else all shapes, that follow it
/// first. All arguments must outlive it.
class JointMotions {
  public:
    JointMotions(const Joints& joints, const DrawnBodies& bodies);
    /// Valid until the next call.
    const Column<JointId, Rigid>& at(const Pose& pose);

  private:
    struct Member {
        JointId joint;
        uint32_t row;
    };
    const Joints& joints_;
    const DrawnBodies& bodies_;
    std::vector<Member> segments_, shapes_;  // of shared joints
    Column<JointId, uint8_t> shared_;
    Column<JointId, Spread> rest_;
    Column<JointId, Matrix34> moved_;
    Column<JointId, Rigid> motions_;
};

}  // namespace thigmo
