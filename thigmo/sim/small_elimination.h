// The tree recursion's two costly steps for bodies of many coordinates, in blocks of four: taking
// a body's own coordinates out, and what a child adds to its parent's. See tree_recursion_passes.h.
#pragma once

#include "thigmo/base/vector.h"
#include "thigmo/sim/four.h"

namespace thigmo {

/// Up to how many coordinates.
constexpr int most_eliminated = 4 * most_blocks;

/// One body's arrays, each column by column.
struct EliminatedBody {
    int r;
    double* D;  // r×r, its lower triangle is read
    double* B;  // 6×r: B̂, becomes B̂ D⁻¹
    double* u;  // r: p̂_q, becomes D⁻¹ p̂_q
};

/// Î −= B̂ D⁻¹ B̂ᵀ, symmetric bit by bit, and p̂ −= B̂ D⁻¹ p̂_q. False where D is not positive definite
/// beyond rounding.
bool eliminate(const EliminatedBody& body, Eigen::Matrix<double, 6, 6>& inertia,
               Eigen::Matrix<double, 6, 1>& reaction);

/// D += JᵀĨJ (its lower triangle), B̂ += ĨJ, p̂_q += Jᵀf̃; J is 6×r.
void add_rider(const EliminatedBody& body, const double* J,
               const Eigen::Matrix<double, 6, 6>& inertia,
               const Eigen::Matrix<double, 6, 1>& force);

}  // namespace thigmo
