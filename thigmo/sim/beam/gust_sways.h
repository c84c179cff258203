// How far the branches of a beam plant sway in the gusts of the wind that it is built with.
#pragma once

#include "thigmo/sim/beam/plant_gusts.h"
#include "thigmo/sim/beam/wind_lean.h"

namespace thigmo {

class GustSways {
  public:
    GustSways(const SwayTree& tree, const BuiltWind& wind, size_t branches)
        : tree_(tree), wind_(wind), gusty_(branches), faster_(branches, 1.0), held_(branches) {}

    /// Takes the modes of a branch, and tells how strong gusts are where its drag is. `along`: its
    /// two sways; `faster`: than its modes.
    double add(BranchId id, const BranchModes& modes, SwayTree::Range range,
               const std::array<Vec3, 2>& along, double faster);

    /// Sets the sways of all branches beside those of one oscillator, as `make_gale` takes them.
    /// `leans`: in the built wind.
    void set(const Column<BranchId, BuiltLean>& leans, double reference_height, Branches& branches);

  private:
    void set_steady(const BuiltLean& lean, BranchId id);

    const SwayTree& tree_;
    const BuiltWind& wind_;
    Column<BranchId, GustyBranch> gusty_;
    Column<BranchId, double> faster_;
    Column<BranchId, std::vector<Mat6X>> held_;  // bases of the next branches, in the modes of one
};

}  // namespace thigmo
