// CHOLMOD's factor, in supernodes where that is the quicker way, in the order that the rows have.
#include <cholmod.h>

#include <algorithm>
#include <new>

#include "thigmo/mechanics/block_cholesky.h"

namespace thigmo {
namespace {

/// A column of the scalar matrix on and below the diagonal is a row of ours on and right of it.
template <class Visit>
void visit_columns(const BlockMatrix& matrix, const Visit& visit) {
    for (uint32_t i = 0; i < matrix.rows(); ++i)
        for (size_t r = 0; r < 3; ++r)
            for (uint32_t p = matrix.first[i]; p < matrix.first[i + 1]; ++p)
                for (size_t c = matrix.column[p] == i ? r : 0; c < 3; ++c)
                    visit(3 * i + r, 3 * size_t{matrix.column[p]} + c, matrix.block(p)[3 * c + r]);
}

}  // namespace

class BlockCholesky::Factor {
  public:
    explicit Factor(const BlockMatrix& pattern) {
        cholmod_start(&common);
        common.print = 0;
        common.nmethods = 1;
        common.method[0].ordering = CHOLMOD_NATURAL;
        common.final_ll = 1;
        size_t entries = 0;
        visit_columns(pattern, [&](size_t, size_t, double) { ++entries; });
        const size_t n = 3 * pattern.rows();
        matrix = cholmod_allocate_sparse(n, n, entries, 1, 1, -1, CHOLMOD_REAL, &common);
        if (matrix != nullptr) {
            fill_pattern(pattern, n);
            factor = cholmod_analyze(matrix, &common);
        }
        if (factor == nullptr) {
            release();
            throw std::bad_alloc();
        }
    }
    ~Factor() { release(); }
    Factor(const Factor&) = delete;
    Factor& operator=(const Factor&) = delete;

    cholmod_common common{};
    cholmod_sparse* matrix = nullptr;
    cholmod_factor* factor = nullptr;
    cholmod_dense* solution = nullptr;
    cholmod_dense* work[2] = {nullptr, nullptr};

  private:
    void fill_pattern(const BlockMatrix& pattern, size_t n) {
        auto* const first = static_cast<int*>(matrix->p);
        auto* row = static_cast<int*>(matrix->i);
        std::fill_n(first, n + 1, 0);
        visit_columns(pattern, [&](size_t column, size_t r, double) {
            ++first[column + 1];
            *row++ = static_cast<int>(r);
        });
        for (size_t k = 0; k < n; ++k) first[k + 1] += first[k];
    }
    void release() {
        for (cholmod_dense** dense : {&solution, &work[0], &work[1]})
            cholmod_free_dense(dense, &common);
        cholmod_free_factor(&factor, &common);
        cholmod_free_sparse(&matrix, &common);
        cholmod_finish(&common);
    }
};

BlockCholesky::BlockCholesky(const BlockMatrix& pattern, std::vector<uint32_t>)
    : factor_(std::make_unique<Factor>(pattern)) {}
BlockCholesky::~BlockCholesky() = default;

bool BlockCholesky::factor(const BlockMatrix& matrix) {
    auto& [common, sparse, factor, solution, work] = *factor_;
    auto* value = static_cast<double*>(sparse->x);
    visit_columns(matrix, [&](size_t, size_t, double x) { *value++ = x; });
    cholmod_factorize(sparse, factor, &common);
    return common.status == CHOLMOD_OK && factor->minor == factor->n;
}

void BlockCholesky::solve(std::span<double> x) {
    auto& [common, sparse, factor, solution, work] = *factor_;
    cholmod_dense right{};
    right.nrow = right.nzmax = right.d = x.size();
    right.ncol = 1;
    right.x = x.data();
    right.xtype = CHOLMOD_REAL;
    right.dtype = CHOLMOD_DOUBLE;
    if (cholmod_solve2(CHOLMOD_A, factor, &right, nullptr, &solution, nullptr, &work[0], &work[1],
                       &common) == 0)
        throw std::bad_alloc();
    std::copy_n(static_cast<const double*>(solution->x), x.size(), x.data());
}

}  // namespace thigmo
