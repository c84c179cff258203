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

/// The pairs that these forces, one per column of turns, excite most, largest value first, and
/// where all of their weight lies: see heaviest_pairs of lanczos.h. `whole` is Σ over them of
/// fᵀM⁻¹f.
struct ExcitedPairs {
    std::vector<EigenPair> pairs;
    std::vector<WeightedValue> spectrum;
};
ExcitedPairs excited_pairs(const Bodies& bodies, const TurnInertia& inertia,
                           const TurnStiffness& stiffness, const std::vector<Turns>& forces,
                           double whole, size_t count);

}  // namespace thigmo
