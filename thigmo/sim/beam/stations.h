// Stations along the branches: places whose motion is found each frame, and with which whatever
// sits there moves as one rigid body.
//
// A point a little beside its station is still right to second order, since a station's motion has
// the centreline's turn: vertices, leaves and branches ride on the nearest one and nothing is
// interpolated. Single precision for vertices, double for poses.
#pragma once

#include <span>
#include <vector>

#include "thigmo/mechanics/tapered_beam.h"
#include "thigmo/sim/beam/sway.h"

namespace thigmo {

/// x ↦ turn·x + offset, from rest to now.
template <class Scalar>
struct StationMotion {
    using Vector = Eigen::Vector3<Scalar>;
    Eigen::Matrix3<Scalar> turn = Eigen::Matrix3<Scalar>::Identity();
    Vector offset = Vector::Zero();

    Vector operator*(const Vector& x) const { return turn * x + offset; }
};

struct StationKey {
    BranchId branch;
    double along = 0;
    auto operator<=>(const StationKey&) const = default;
};

/// Stations branch by branch, from base to tip.
template <class Scalar>
class Stations {
  public:
    using Motion = StationMotion<Scalar>;
    Stations() = default;
    /// Of a plant that lives as long. With the wanted ones, those that branches grow from, and as
    /// many between as it takes.
    Stations(const BeamPlant& plant, Bending bending, std::vector<StationKey> wanted);

    size_t size() const { return along_.size(); }
    /// The station of a wanted key.
    uint32_t find(const StationKey& key) const;
    double along(uint32_t station) const { return double(along_[station]); }

    /// All motions now; parents before children, level by level on all threads.
    void move(std::span<const Bend> bends, std::vector<Motion>& out) const;

  private:
    using Vector = Eigen::Vector3<Scalar>;
    /// One of two places by which the centreline is summed from the station before.
    struct Half {
        Scalar slope = 0;             // u′ there
        Vector way = Vector::Zero();  // of the rest centreline, this place's share
    };
    struct Station {
        Scalar slope = 0;                // u′ here
        Vector centre = Vector::Zero();  // of the rest centreline
        Half halves[2];
    };
    struct Run {  // of a branch
        uint32_t first = 0, end = 0;
        uint32_t holder = no_holder;  // the station it grows from
        Vector base = Vector::Zero();
    };
    static constexpr uint32_t no_holder = UINT32_MAX;

    void bend_branch(size_t branch, const Bend& bend, std::span<Motion> out) const;
    void shear_branch(const Branch& branch, const Run& run, const Bend& bend,
                      std::span<Motion> out) const;

    Bending bending_ = Bending::true_length;
    std::vector<Scalar> along_;
    std::vector<Station> stations_;
    std::vector<Run> runs_;
    std::vector<std::vector<uint32_t>> levels_;  // branches by order
    std::vector<BeamPolynomial> fits_;           // of branches; where they are sheared
    const Branches* branches_ = nullptr;         // likewise
};

}  // namespace thigmo
