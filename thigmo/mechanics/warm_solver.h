// Solves with a matrix that changes little: conjugate gradients, led by the factor of an earlier
// one, which is turned with the solid: a slender body's stiffness changes by far more when it turns
// than when it bends.
#pragma once

#include "thigmo/base/vector.h"
#include "thigmo/mechanics/block_cholesky.h"

namespace thigmo {

class WarmSolver {
  public:
    WarmSolver(const BlockMatrix& pattern, std::vector<uint32_t> part_first);

    struct Report {
        bool solved = false;
        int iterations = 0;
        bool indefinite = false;  // a direction of no stiffness, or less, was met
        bool renewed = false;     // the factor, because iterations were too many or there was none
    };
    /// x = A⁻¹b until the residual r is small as the factor LDLᵀ measures it, by rᵀ(LDLᵀ)⁻¹r: at
    /// most tolerance² of b's. (By |r| the soft ways of a stiff solid would not count.) `turns` is
    /// how far the solid has turned at every row, from wherever.
    Report solve(const BlockMatrix& matrix, std::span<const Mat3> turns, std::span<const double> b,
                 std::span<double> x, double tolerance);

    /// The same with the factor as it is: not solved where that takes over `most` iterations.
    Report solve_warm(const BlockMatrix& matrix, std::span<const Mat3> turns,
                      std::span<const double> b, std::span<double> x, double tolerance, int most);

    /// The factor of this matrix leads from now on; false where it is not positive definite.
    bool renew(const BlockMatrix& matrix, std::span<const Mat3> turns);
    void forget() { warm_ = false; }
    bool is_warm() const { return warm_; }

  private:
    void precondition();
    void iterate(const BlockMatrix& matrix, std::span<const double> b, std::span<double> x,
                 double tolerance, int most, Report& report);

    BlockCholesky cholesky_;
    bool warm_ = false;
    std::vector<Mat3> factor_turns_, turns_;  // when the factor was made; from then to now
    std::vector<double> r_, z_, p_, q_;
};

/// Beyond so many iterations a new factor is cheaper.
constexpr int warm_iterations = 20;

}  // namespace thigmo
