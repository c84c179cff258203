// How the bodies of a plant lean in a steady wind: by small angles, and as far as it takes them.
//
// Joints hold with K θ and with what bears the weight at rest. Forces F at arms ρ beyond a joint do
// not turn with it: with P = Σ (F·ρ) 1 − ρ Fᵀ, a turn τ of the joint's body and t of what bears it
// have the energy
//
//     ½ θᵀKθ + ½ τᵀPτ − ½ tᵀPt + ½ tᵀ(P − Pᵀ)τ,   θ = τ − t
//
// which couples neighbours only: one pass inwards and one outwards solve all joints.
#pragma once

#include <array>
#include <vector>

#include "thigmo/sim/beam/sway_tree.h"

namespace thigmo {

/// The small motion of all bodies by the drag of a wind along a unit vector, per squared speed.
SwayMotion slight_lean(const SwayTree& tree, const Vec3& wind);

/// Where a body is: its joint, and its turn from rest.
struct BalancedBody {
    Vec3 at = Vec3::Zero();
    Quat turn = Quat::Identity();
};

/// A plant in a steady wind: its bodies, and their small motions from there by changes of the wind
/// along three directions, per m/s at the reference height.
struct WindBalance {
    std::vector<BalancedBody> bodies;
    std::array<SwayMotion, 3> give;
};
/// `wind`: m/s at the reference height; `axes`: columns along the changes, the first along the
/// wind.
WindBalance balance_in_wind(const SwayTree& tree, const Vec3& wind, const Mat3& axes);

}  // namespace thigmo
