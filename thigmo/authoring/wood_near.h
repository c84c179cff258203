// The nearest wood: questions that every leaf asks.
#pragma once

#include "thigmo/authoring/limbs.h"
#include "thigmo/mesh/box_tree.h"

namespace thigmo {

class WoodNear {
  public:
    explicit WoodNear(const Limbs& limbs);

    struct Answer {
        PlaceOnLimb place;  // none where there is no wood
        double to_axis = 0;
        double to_skin = 0;  // 0 inside
    };
    /// By the distance to the axis: leaves' bases lie inside the wood, and the skins of thick limbs
    /// are near to everything.
    Answer nearest(const Vec3& point) const;

  private:
    struct Row {
        LimbId limb;
        Vec3 start, end;
        double start_reach, end_reach;
        double before;  // arc length at its start (m)
    };
    std::vector<Row> rows_;
    BoxTree tree_;
};

}  // namespace thigmo
