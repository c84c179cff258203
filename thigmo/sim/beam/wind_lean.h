// How far the branches of a plant lean in the wind that it is built with.
#pragma once

#include <array>

#include "thigmo/sim/beam/beam_fit.h"
#include "thigmo/sim/beam/branch_modes.h"
#include "thigmo/sim/beam/sway.h"
#include "thigmo/sim/beam/wind_balance.h"

namespace thigmo {

/// The wind that a plant is built with; a fresh breeze where there is none to be told of.
struct BuiltWind {
    Vec3 mean;        // m/s
    double speed;     // m/s
    double kept;      // what reconfiguration leaves of the drag
    double pressure;  // squared speed, less what leaves give way
    Mat3 axes;        // columns along the wind, across it and up

    BuiltWind(const BeamSettings& settings, double vogel);
};

/// What winds along the built one, across it and up count when a branch's lean is found.
constexpr std::array<double, 3> direction_weights = {1, 0.05, 0.05};

/// The built wind, as a branch feels it in its own frame.
struct FeltWind {
    Vec3 wind = Vec3::Zero();
    double across = 0;
};
FeltWind felt_by(const Branch& branch, const BuiltWind& wind);

/// Ways of a branch's tip along its two sways, by gusts along the built wind, across it and up (m
/// per m/s of gusts at the reference height).
using WindGive = Eigen::Matrix<double, 2, 3>;

/// A branch in the built wind.
struct BuiltLean {
    BranchLean law;  // what it keeps of its small way
    WindGive give = WindGive::Zero();
    Eigen::Vector2d ahead = Eigen::Vector2d::UnitX();  // the way in which it leans, of length 1
    /// How far its tip goes by a sway along each of its axes, over what it goes upright.
    Eigen::Vector2d reach = Eigen::Vector2d::Ones();
};

class WindLean {
  public:
    WindLean(const SwayTree& tree, const BuiltWind& wind);

    /// Way of the tip along a wind's part across the branch, per squared speed, while it is small.
    /// The built wind counts most; others tell of branches that point along it.
    double small_lean(const Branch& branch, const SwayBranch& own) const;

    /// Ways in the built wind, so far as they go with the tip's.
    BentBranch bend_in_wind(const Branch& branch, const SwayBranch& own) const;

    /// Ways by gusts from where it leans in the built wind, so far as they go with the tip's.
    BentBranch bend_in_gusts(const Branch& branch, const SwayBranch& own) const;

    /// Sets by how much less the branch leans in the built wind than its small way tells; or its
    /// small way itself, where its weight helps the wind.
    void harden(const SwayBranch& own, Branch& branch) const;

    /// How it leans and gives in the built wind.
    BuiltLean built_lean(const SwayBranch& own, const Branch& branch) const;

  private:
    template <class Way>
    BentBranch bent(const Branch& branch, const SwayBranch& own, const Way& way) const;
    WindGive gust_ways(const SwayBranch& own, const Branch& branch, int body, const Vec3& at) const;
    Vec3 moved(const SwayMotion& motion, SwayTree::Range range, int body, const Vec3& at) const;
    Vec3 balanced(SwayTree::Range range, int body, const Vec3& at) const;

    const SwayTree& tree_;
    const BuiltWind& wind_;
    std::array<SwayMotion, 3> slight_;  // by winds along the built one, across it and up
    WindBalance balanced_;              // in the built wind
};

}  // namespace thigmo
