// Patterns and products of block matrices.
#include "thigmo/mechanics/block_matrix.h"

#include <algorithm>

#include "thigmo/base/assert.h"

namespace thigmo {

uint32_t BlockMatrix::place(uint32_t i, uint32_t j) const {
    const auto begin = column.begin() + first[i], end = column.begin() + first[i + 1];
    const auto found = std::lower_bound(begin, end, j);
    THIGMO_ASSERT(found != end && *found == j);
    return static_cast<uint32_t>(found - column.begin());
}

BlockMatrix block_pattern(size_t rows, const ElementRows& elements) {
    std::vector<std::vector<uint32_t>> right(rows);
    for (uint32_t i = 0; i < rows; ++i) right[i].push_back(i);
    for (size_t e = 0; e < elements.size(); ++e)
        for (const uint32_t i : elements[e])
            for (const uint32_t j : elements[e])
                if (j > i) right[i].push_back(j);
    BlockMatrix matrix;
    matrix.first.push_back(0);
    for (std::vector<uint32_t>& row : right) {
        std::ranges::sort(row);
        row.erase(std::unique(row.begin(), row.end()), row.end());
        matrix.column.insert(matrix.column.end(), row.begin(), row.end());
        matrix.first.push_back(static_cast<uint32_t>(matrix.column.size()));
    }
    matrix.values.assign(9 * matrix.column.size() + 3, 0.0);
    return matrix;
}

void multiply(const BlockMatrix& a, std::span<const double> x, std::span<double> y) {
    std::ranges::fill(y, 0.0);
    for (size_t i = 0; i < a.rows(); ++i) {
        const double* const own = &x[3 * i];
        double sum[3] = {0, 0, 0};
        for (uint32_t p = a.first[i]; p < a.first[i + 1]; ++p) {
            const double* const b = a.block(p);
            const size_t j = 3 * size_t{a.column[p]};
            for (size_t r = 0; r < 3; ++r)
                sum[r] += b[r] * x[j] + b[3 + r] * x[j + 1] + b[6 + r] * x[j + 2];
            if (p == a.first[i]) continue;
            for (size_t c = 0; c < 3; ++c)
                y[j + c] += b[3 * c] * own[0] + b[3 * c + 1] * own[1] + b[3 * c + 2] * own[2];
        }
        for (size_t r = 0; r < 3; ++r) y[3 * i + r] += sum[r];
    }
}

}  // namespace thigmo
