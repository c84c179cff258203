// From one period of a motion into the one before it, so that the end meets the beginning.
#pragma once

#include <array>

#include "thigmo/plant/plant.h"
#include "thigmo/plant/pose.h"

namespace thigmo {

/// Keeps poses and blends others into them. The turns of joints are blended; what hangs on
/// something stays on it, so nothing is stretched however far the two poses differ.
class Crossfade {
  public:
    Crossfade(const Plant& plant, size_t frames);
    void keep(size_t frame, const Pose& pose);
    /// A share of 0 leaves the pose as it is; one of 1 makes it the one kept for that frame.
    void blend(size_t frame, double share, Pose& pose) const;

  private:
    struct Row {
        uint32_t row = 0, on = 0;  // a segment, or a shape behind all segments; on itself: a root
        Vec3 joint;                // at rest
    };
    /// How a row is turned against what it hangs on, and how far its joint is from that (m).
    struct Relative {
        Quat turn;
        Vec3 gap;
    };
    Relative relative(const Row& row, const Pose& pose) const;
    using Kept = std::array<float, 7>;

    std::vector<Row> rows_;  // what each hangs on before it
    size_t segments_ = 0;
    std::vector<std::vector<Kept>> frames_;
};

}  // namespace thigmo
