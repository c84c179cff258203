// The vertices of a plant's drawn parts in pose after pose: one list, part after part.
#pragma once

#include <span>
#include <vector>

#include "thigmo/io/drawn_parts.h"
#include "thigmo/plant/pose.h"

namespace thigmo {

class PosedParts {
  public:
    /// The parts must outlive it.
    explicit PosedParts(const std::vector<DrawnPart>& parts);

    size_t size() const { return follows_.size(); }
    /// Where the pose has every vertex; `out` has size() of them. The same positions as those of
    /// pose_vertices and place_shape, to rounding.
    void pose(const Pose& pose, std::span<Vec3f> out);

  private:
    /// A vertex follows a share of one segment's motion and the rest of another's, or its shape's.
    struct Follow {
        bool shape = false;
        uint32_t one = 0, two = 0;
        float weight = 1;
    };

    const std::vector<DrawnPart>& parts_;
    std::vector<Follow> follows_;
    std::vector<Motion34> motions_;
};

}  // namespace thigmo
