// Small turns of a plant whose bodies also resist by their inertia: (S + s M) φ = f.
#pragma once

#include "thigmo/sim/articulated/mode_operator.h"

namespace thigmo {

/// Factored once, tips first, without fill: with u the displacement of a body's joint, which its
/// parent's turn and displacement give, the body's own turn is taken out of
///
///     ½ (φ, u)ᵀ Q (φ, u) + φᵀ Cᵀ φ_parent − φᵀ f,   Q = s I + (D, 0) + Σ what children left
///
/// I is its spatial inertia, D and C are its blocks of S.
class ShiftedSolve {
  public:
    ShiftedSolve(const Bodies& bodies, const TurnInertia& inertia, const TurnBlocks& stiffness,
                 double shift);

    /// Turns of these forces; `turns` may be any size.
    void solve(const Turns& forces, Turns& turns) const;

  private:
    struct Row {
        Mat3 inverse;                      // of Q's part over turns
        Eigen::Matrix<double, 3, 6> lean;  // what the parent's turn and displacement take off φ
    };
    std::span<const BodyId> parent_;
    std::span<const Vec3> arm_;
    std::vector<Row> rows_;
    mutable std::vector<Vec6> pushed_, moved_;
};

}  // namespace thigmo
