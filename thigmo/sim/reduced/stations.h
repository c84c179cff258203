// Where the sections of a moving body are: what segments, shapes and leaves are posed by.
#pragma once

#include "thigmo/sim/reduced/tree.h"

namespace thigmo {

/// A section's motion from rest in the plant's space to now in the world, and how it moves now.
struct Station {
    Rigid motion;
    Vec3 centre = Vec3::Zero();  // in the world
    Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();

    Vec3 velocity_at(const Vec3& point) const { return velocity + spin.cross(point - centre); }
};

/// All sections of every body; of a rigid body one.
class Stations {
  public:
    void read(const ReducedBodies& bodies, const ReducedTree& tree);
    /// At a share of a body's length, between two sections; body −1 is the base.
    Station at(int body, double along) const;
    /// How a point at rest in the plant's space is moved there.
    Vec3 moved(int body, double along, const Vec3& at_rest) const;

  private:
    Station base_;
    std::vector<Station> stations_;
    std::vector<size_t> first_;  // of every body
};

}  // namespace thigmo
