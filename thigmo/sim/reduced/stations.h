// Where the sections of a moving body are: what segments, shapes and leaves are posed by.
#pragma once

#include "thigmo/sim/reduced/tree.h"

namespace thigmo {

/// Motions of all sections of every body from rest, in the plant's space, to now, in the world; of
/// a rigid body one.
class Stations {
  public:
    void read(const ReducedBodies& bodies, const ReducedTree& tree);
    /// At a share of a body's length, between its sections; body −1 is the base.
    Rigid at(int body, double along) const;

  private:
    struct Station {
        Rigid motion;
        Vec3 rest = Vec3::Zero(), centre = Vec3::Zero();  // of the section, at rest and now
    };
    Station read_rigid(const ReducedBody& body, const BodyFrame& frame) const;
    Station read_section(const ReducedBody& body, const MovingFace& face, const BodyFrame& frame,
                         std::span<const double> q) const;

    Rigid base_;
    std::vector<Station> stations_;
    std::vector<size_t> first_;  // of every body
};

/// How a section moves, in the world.
struct MovingStation {
    Vec3 centre = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();

    Vec3 velocity_at(const Vec3& point) const { return velocity + spin.cross(point - centre); }
};
MovingStation moving_station(const ReducedBodies& bodies, const ReducedTree& tree, int body,
                             double along);

}  // namespace thigmo
