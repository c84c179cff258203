// The factor of a sparse block matrix: L D Lᵀ by blocks; or CHOLMOD's, where THIGMO_CHOLMOD is set.
#pragma once

#include <memory>

#include "thigmo/mechanics/elimination_order.h"

namespace thigmo {

class BlockCholesky {
  public:
    /// Where the factor of a matrix has blocks; its rows stand in the order whose parts are given.
    BlockCholesky(const BlockMatrix& pattern, std::vector<uint32_t> part_first);
    ~BlockCholesky();

    /// False for a matrix that is not positive definite, whose factor is then of no use.
    bool factor(const BlockMatrix& matrix);
    /// x ← A⁻¹x, three numbers a row.
    void solve(std::span<double> x);

  private:
    class Factor;
    std::unique_ptr<Factor> factor_;
};

}  // namespace thigmo
