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
        cholmod_start(&common_);
        common_.print = 0;
        common_.nmethods = 1;
        common_.method[0].ordering = CHOLMOD_NATURAL;
        common_.final_ll = 1;
        size_t entries = 0;
        visit_columns(pattern, [&](size_t, size_t, double) { ++entries; });
        const size_t n = 3 * pattern.rows();
        matrix_ = cholmod_allocate_sparse(n, n, entries, 1, 1, -1, CHOLMOD_REAL, &common_);
        if (matrix_ != nullptr) {
            fill_pattern(pattern, n);
            factor_ = cholmod_analyze(matrix_, &common_);
        }
        if (factor_ == nullptr) {
            release();
            throw std::bad_alloc();
        }
    }
    ~Factor() { release(); }
    Factor(const Factor&) = delete;
    Factor& operator=(const Factor&) = delete;

    bool factor(const BlockMatrix& matrix) {
        auto* value = static_cast<double*>(matrix_->x);
        visit_columns(matrix, [&](size_t, size_t, double x) { *value++ = x; });
        cholmod_factorize(matrix_, factor_, &common_);
        return common_.status == CHOLMOD_OK && factor_->minor == factor_->n;
    }

    void solve(std::span<double> x) {
        cholmod_dense right{};
        right.nrow = right.nzmax = right.d = x.size();
        right.ncol = 1;
        right.x = x.data();
        right.xtype = CHOLMOD_REAL;
        right.dtype = CHOLMOD_DOUBLE;
        if (cholmod_solve2(CHOLMOD_A, factor_, &right, nullptr, &solution_, nullptr, &work_[0],
                           &work_[1], &common_) == 0)
            throw std::bad_alloc();
        std::copy_n(static_cast<const double*>(solution_->x), x.size(), x.data());
    }

  private:
    void fill_pattern(const BlockMatrix& pattern, size_t n) {
        auto* const first = static_cast<int*>(matrix_->p);
        auto* row = static_cast<int*>(matrix_->i);
        std::fill_n(first, n + 1, 0);
        visit_columns(pattern, [&](size_t column, size_t r, double) {
            ++first[column + 1];
            *row++ = static_cast<int>(r);
        });
        for (size_t k = 0; k < n; ++k) first[k + 1] += first[k];
    }
    void release() {
        for (cholmod_dense** dense : {&solution_, &work_[0], &work_[1]})
            cholmod_free_dense(dense, &common_);
        cholmod_free_factor(&factor_, &common_);
        cholmod_free_sparse(&matrix_, &common_);
        cholmod_finish(&common_);
    }

    cholmod_common common_{};
    cholmod_sparse* matrix_ = nullptr;
    cholmod_factor* factor_ = nullptr;
    cholmod_dense* solution_ = nullptr;
    cholmod_dense* work_[2] = {nullptr, nullptr};
};

BlockCholesky::BlockCholesky(const BlockMatrix& pattern, std::vector<uint32_t>)
    : factor_(std::make_unique<Factor>(pattern)) {}
BlockCholesky::~BlockCholesky() = default;

bool BlockCholesky::factor(const BlockMatrix& matrix) {
    return factor_->factor(matrix);
}

void BlockCholesky::solve(std::span<double> x) {
    factor_->solve(x);
}

}  // namespace thigmo
