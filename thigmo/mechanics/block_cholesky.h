// The factor A = L D Lᵀ of a sparse block matrix.
#pragma once

#include "thigmo/mechanics/elimination_order.h"

namespace thigmo {

/// Row by row ("up-looking"), the parts of an elimination order side by side.
class BlockCholesky {
  public:
    /// Where the factor of a matrix has blocks; its rows stand in the order whose parts are given.
    BlockCholesky(const BlockMatrix& pattern, std::vector<uint32_t> part_first);

    /// False for a matrix that is not positive definite, whose factor is then of no use.
    bool factor(const BlockMatrix& matrix);
    /// x ← A⁻¹x, three numbers a row.
    void solve(std::span<double> x);
    size_t blocks() const { return row_.size(); }

  private:
    struct Workspace;
    bool factor_rows(uint32_t begin, uint32_t end, const BlockMatrix& matrix, Workspace& work);
    bool factor_row(uint32_t k, const BlockMatrix& matrix, Workspace& work);
    void solve_down(uint32_t begin, uint32_t end, double* above);
    void solve_up(uint32_t begin, uint32_t end);

    std::vector<uint32_t> part_first_;
    UpperColumns upper_;
    std::vector<uint32_t> parent_;                // in the elimination tree
    std::vector<uint32_t> first_, row_, filled_;  // of L below the diagonal, by column
    std::vector<double> lower_;                   // nine for every block
    std::vector<double> inverse_;                 // of D, nine a row
    std::vector<double> x_, sums_;                // of a solve, four numbers a row
};

}  // namespace thigmo
