// How far skinned vertices lie from where a motion has them.
#pragma once

#include <vector>

#include "thigmo/io/export_report.h"
#include "thigmo/io/posed_parts.h"
#include "thigmo/io/vertex_joints.h"

namespace thigmo {

/// Vertex by vertex, pose after pose: blends of joints' motions against the plant as it is drawn.
class SkinErrorMeter {
  public:
    /// Both must outlive it.
    SkinErrorMeter(const std::vector<DrawnPart>& parts, const Joints& joints);

    /// A pose, and how the joints move in it.
    void add(const Pose& pose, const Column<JointId, Rigid>& motions);
    SkinError result() const;

  private:
    struct Sums {
        double moved = 0, error = 0, largest = 0, wood_moved = 0, wood_error = 0;
        void add(const Sums& other);
    };
    Sums sums_of(size_t begin, size_t end) const;

    PosedParts posed_;
    std::vector<Vec3f> rest_, now_;
    std::vector<VertexJoints> follows_;
    std::vector<uint8_t> wood_;  // by vertex: it follows segments
    std::vector<Motion34> motions_;
    Sums sums_;
    size_t poses_ = 0, wood_count_ = 0;
};

}  // namespace thigmo
