// Symmetric sparse matrices of 3×3 blocks, one row for each node of a solid.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace thigmo {

/// Blocks on and right of the diagonal, row by row; the diagonal one comes first in its row and the
/// others ascend. A block's nine numbers run down its columns.
struct BlockMatrix {
    std::vector<uint32_t> first;   // of every row's blocks, and the end
    std::vector<uint32_t> column;  // of every block
    std::vector<double> values;    // nine for every block, and a few more that nothing reads

    size_t rows() const { return first.empty() ? 0 : first.size() - 1; }
    size_t blocks() const { return column.size(); }
    double* block(size_t place) { return values.data() + 9 * place; }
    const double* block(size_t place) const { return values.data() + 9 * place; }
    /// Of the block in row i and column j ≥ i, which must be there.
    uint32_t place(uint32_t i, uint32_t j) const;
};

/// The pairs of rows that meet in an element: its rows are listed from first[e] to first[e+1].
struct ElementRows {
    std::vector<uint32_t> first, row;

    size_t size() const { return first.empty() ? 0 : first.size() - 1; }
    std::span<const uint32_t> operator[](size_t e) const {
        return std::span(row).subspan(first[e], first[e + 1] - first[e]);
    }
};

/// A matrix of zeros with a place for every pair of rows that meet in an element.
BlockMatrix block_pattern(size_t rows, const ElementRows& elements);

/// y = A x, both with three numbers a row.
void multiply(const BlockMatrix& a, std::span<const double> x, std::span<double> y);

}  // namespace thigmo
