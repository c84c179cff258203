// Row by row ("up-looking") in blocks of 3×3, after T. Davis' LDL; the parts of an elimination
// order side by side.
#include "thigmo/mechanics/block_cholesky.h"

#include <atomic>
#include <cstring>

#include "thigmo/base/parallel.h"
#include "thigmo/base/vector.h"

namespace thigmo {
namespace {

/// A column of a block: three numbers and one that nothing reads.
typedef double Column4 __attribute__((vector_size(32)));

Column4 load(const double* from) {
    Column4 c;
    std::memcpy(&c, from, sizeof c);
    return c;
}
void store(double* to, Column4 c) {
    std::memcpy(to, &c, sizeof c);
}

/// Y −= B·Z; Y and Z have four numbers a column, B three.
void subtract_product(double* Y, const double* B, const double* Z) {
    const Column4 b0 = load(B), b1 = load(B + 3), b2 = load(B + 6);
    for (int c = 0; c < 3; ++c) {
        const double* const z = Z + 4 * c;
        store(Y + 4 * c, load(Y + 4 * c) - b0 * z[0] - b1 * z[1] - b2 * z[2]);
    }
}

using Map3 = Eigen::Map<const Mat3>;
using Map3Padded = Eigen::Map<const Mat3, 0, Eigen::OuterStride<4>>;

/// D⁻¹ of a symmetric block; false where it is not positive.
bool invert(const Mat3& D, double* inverse) {
    const double a = D(0, 0), b = D(1, 0), c = D(2, 0), d = D(1, 1), e = D(2, 1), f = D(2, 2);
    const double A = d * f - e * e, B = c * e - b * f, C = b * e - c * d;
    const double minor = a * d - b * b, determinant = a * A + b * B + c * C;
    if (!(a > 0 && minor > 0 && determinant > 0)) return false;
    Mat3 m;
    m << A, B, C, B, a * f - c * c, b * c - a * e, C, b * c - a * e, minor;
    m /= determinant;
    std::memcpy(inverse, m.data(), 9 * sizeof(double));
    return m.allFinite();
}

/// What the rows from one on need: row k of L D in columns of four, and its path through the tree.
struct Workspace {
    Workspace(uint32_t begin, uint32_t end)
        : base(begin),
          y(12 * (end - begin), 0.0),
          path(end - begin),
          mark(end - begin, UINT32_MAX) {}
    double* row(uint32_t i) { return &y[12 * size_t{i - base}]; }
    uint32_t base;
    std::vector<double> y;
    std::vector<uint32_t> path, mark;
};

}  // namespace

class BlockCholesky::Factor {
  public:
    Factor(const BlockMatrix& pattern, std::vector<uint32_t> part_first);
    bool factor(const BlockMatrix& matrix);
    void solve(std::span<double> x);

  private:
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

BlockCholesky::Factor::Factor(const BlockMatrix& pattern, std::vector<uint32_t> part_first)
    : part_first_(std::move(part_first)), upper_(upper_columns(pattern)) {
    EliminationTree tree = elimination_tree(upper_);
    parent_ = std::move(tree.parent);
    first_.push_back(0);
    for (const uint32_t below : tree.below) first_.push_back(first_.back() + below);
    row_.resize(first_.back());
    filled_.resize(parent_.size());
    lower_.resize(9 * row_.size() + 3);
    inverse_.resize(9 * parent_.size() + 3);
    x_.resize(4 * parent_.size());
}

bool BlockCholesky::Factor::factor_row(uint32_t k, const BlockMatrix& matrix, Workspace& work) {
    const size_t n = work.path.size();
    size_t top = n;
    work.mark[k - work.base] = k;
    for (uint32_t p = upper_.first[k]; p < upper_.first[k + 1]; ++p) {
        uint32_t i = upper_.row[p];
        size_t length = 0;
        const double* const block = matrix.block(upper_.place[p]);
        for (size_t c = 0; c < 3; ++c)
            std::memcpy(work.row(i) + 4 * c, block + 3 * c, 3 * sizeof(double));
        for (; work.mark[i - work.base] != k; i = parent_[i]) {
            work.path[length++] = i;
            work.mark[i - work.base] = k;
        }
        while (length > 0) work.path[--top] = work.path[--length];
    }
    Mat3 D = Map3(matrix.block(matrix.first[k]));
    for (; top < n; ++top) {
        const uint32_t i = work.path[top];
        double* const y = work.row(i);
        const uint32_t end = first_[i] + filled_[i];
        for (uint32_t p = first_[i]; p < end; ++p)
            subtract_product(work.row(row_[p]), &lower_[9 * size_t{p}], y);
        const Map3Padded Y(y);  // D_i L_kiᵀ
        const Mat3 L = Y.transpose().lazyProduct(Map3(&inverse_[9 * size_t{i}]));
        D.noalias() -= L.lazyProduct(Y);
        std::memcpy(&lower_[9 * size_t{end}], L.data(), 9 * sizeof(double));
        row_[end] = k;
        ++filled_[i];
        std::memset(y, 0, 12 * sizeof(double));
    }
    return invert(D, &inverse_[9 * size_t{k}]);
}

bool BlockCholesky::Factor::factor_rows(uint32_t begin, uint32_t end, const BlockMatrix& matrix,
                                        Workspace& work) {
    for (uint32_t k = begin; k < end; ++k)
        if (!factor_row(k, matrix, work)) return false;
    return true;
}

bool BlockCholesky::Factor::factor(const BlockMatrix& matrix) {
    std::fill(filled_.begin(), filled_.end(), 0u);
    const size_t parts = part_first_.size() - 1;
    std::atomic<bool> positive = true;
    parallel_chunks(parts - 1, 1, [&](size_t p, size_t) {
        Workspace work(part_first_[p], part_first_[p + 1]);
        if (!factor_rows(part_first_[p], part_first_[p + 1], matrix, work)) positive = false;
    });
    if (!positive) return false;
    Workspace work(0, part_first_[parts]);
    return factor_rows(part_first_[parts - 1], part_first_[parts], matrix, work);
}

/// Rows of the last part gather in `above`, unless they are the ones to solve.
void BlockCholesky::Factor::solve_down(uint32_t begin, uint32_t end, double* above) {
    const uint32_t last = part_first_[part_first_.size() - 2];
    for (uint32_t i = begin; i < end; ++i) {
        const double* const x = &x_[4 * size_t{i}];
        for (uint32_t p = first_[i]; p < first_[i + 1]; ++p) {
            const double* const B = &lower_[9 * size_t{p}];
            const uint32_t row = row_[p];
            double* const to =
                row >= last && above ? above + 4 * size_t{row - last} : &x_[4 * size_t{row}];
            store(to, load(to) - load(B) * x[0] - load(B + 3) * x[1] - load(B + 6) * x[2]);
        }
    }
}

void BlockCholesky::Factor::solve_up(uint32_t begin, uint32_t end) {
    for (uint32_t i = end; i-- > begin;) {
        double* const x = &x_[4 * size_t{i}];
        const double* const D = &inverse_[9 * size_t{i}];
        const Column4 own = load(D) * x[0] + load(D + 3) * x[1] + load(D + 6) * x[2];
        Column4 s0{}, s1{}, s2{};
        for (uint32_t p = first_[i]; p < first_[i + 1]; ++p) {
            const double* const B = &lower_[9 * size_t{p}];
            const Column4 y = load(&x_[4 * size_t{row_[p]}]);
            s0 += load(B) * y;
            s1 += load(B + 3) * y;
            s2 += load(B + 6) * y;
        }
        x[0] = own[0] - (s0[0] + s0[1] + s0[2]);
        x[1] = own[1] - (s1[0] + s1[1] + s1[2]);
        x[2] = own[2] - (s2[0] + s2[1] + s2[2]);
    }
}

void BlockCholesky::Factor::solve(std::span<double> x) {
    const size_t rows = parent_.size(), parts = part_first_.size() - 2;
    for (size_t i = 0; i < rows; ++i) {
        std::memcpy(&x_[4 * i], &x[3 * i], 3 * sizeof(double));
        x_[4 * i + 3] = 0;
    }
    const uint32_t last = part_first_[parts];
    const size_t tops = 4 * (rows - last);
    sums_.assign(parts * tops, 0.0);
    parallel_chunks(parts, 1, [&](size_t p, size_t) {
        solve_down(part_first_[p], part_first_[p + 1], sums_.data() + p * tops);
    });
    for (size_t p = 0; p < parts; ++p)
        for (size_t i = 0; i < tops; ++i) x_[4 * last + i] += sums_[p * tops + i];
    const auto end = static_cast<uint32_t>(rows);
    solve_down(last, end, nullptr);
    solve_up(last, end);
    parallel_chunks(parts, 1,
                    [&](size_t p, size_t) { solve_up(part_first_[p], part_first_[p + 1]); });
    for (size_t i = 0; i < rows; ++i) std::memcpy(&x[3 * i], &x_[4 * i], 3 * sizeof(double));
}

BlockCholesky::BlockCholesky(const BlockMatrix& pattern, std::vector<uint32_t> part_first)
    : factor_(std::make_unique<Factor>(pattern, std::move(part_first))) {}
BlockCholesky::~BlockCholesky() = default;

bool BlockCholesky::factor(const BlockMatrix& matrix) {
    return factor_->factor(matrix);
}

void BlockCholesky::solve(std::span<double> x) {
    factor_->solve(x);
}

}  // namespace thigmo
