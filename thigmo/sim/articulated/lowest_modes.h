// The largest eigenvalues of L⁻¹ M L⁻ᵀ: Lanczos' method, or the whole matrix where it is small.
#pragma once

#include <vector>

#include "thigmo/mechanics/lanczos.h"
#include "thigmo/sim/articulated/mode_operator.h"

namespace thigmo {

struct EigenPair {
    double value = 0;            // 1/ω² (s²)
    std::vector<double> vector;  // of unit length
    double residual = 0;         // relative, where it is not rounding
};

/// Largest first; empty when Lanczos' method did not converge.
std::vector<EigenPair> largest_pairs(const TurnInertia& inertia, const TurnStiffness& stiffness,
                                     size_t bodies, size_t count);

/// Forces that act on a plant at rest, and what of the motion counts. With φ a mode of modal mass
/// 1, it has the weight (φᵀf)²/ω^(2 − 2p): for p = 1 its share in what the forces' own moment does,
/// for p = 0 its share in how far their points go when they are let go.
struct Excitation {
    std::vector<Turns> forces;
    double power = 1;  // p
    double whole = 1;  // Σ over the forces of all modes' weights
};

/// The pairs that the forces excite most, largest value first, and where all of their weight lies:
/// see heaviest_pairs of lanczos.h.
struct ExcitedPairs {
    std::vector<EigenPair> pairs;
    std::vector<WeightedValue> spectrum;
};
ExcitedPairs excited_pairs(const Bodies& bodies, const TurnInertia& inertia,
                           const TurnStiffness& stiffness, const Excitation& excitation,
                           size_t count);

}  // namespace thigmo
