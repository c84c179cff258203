// The largest eigenvalues of L⁻¹ M L⁻ᵀ: Lanczos' method, or the whole matrix where it is small.
#pragma once

#include <vector>

#include "thigmo/sim/articulated/mode_operator.h"

namespace thigmo {

struct EigenPair {
    double value = 0;            // 1/ω² (s²)
    std::vector<double> vector;  // of unit length
};

/// Largest first; empty when Lanczos' method did not converge.
std::vector<EigenPair> largest_pairs(const TurnInertia& inertia, const TurnStiffness& stiffness,
                                     size_t bodies, size_t count);

}  // namespace thigmo
