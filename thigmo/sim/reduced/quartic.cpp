// Evaluation of a domain's quartic energy; see the header for the algebra.
#include "thigmo/sim/reduced/quartic.h"

#include <algorithm>
#include <array>

#include "thigmo/base/assert.h"

namespace thigmo {
namespace {

using Pack = Four::Pack;
constexpr int most_quartic_blocks = Quartic::most / 4 + 1;

/// x = (0…, 1, q) and the matrix T, both of the full padded length.
struct Work {
    int blocks;
    alignas(32) std::array<double, 4 * most_quartic_blocks> x;
    std::array<Four, 4 * most_quartic_blocks * most_quartic_blocks> T;

    Work(const Quartic& quartic, std::span<const double> q) : blocks(quartic.blocks()) {
        THIGMO_ASSERT(int(q.size()) == quartic.size);
        const int one = quartic.one();
        std::fill_n(x.begin(), one, 0.0);
        x[size_t(one)] = 1;
        std::copy(q.begin(), q.end(), x.begin() + one + 1);
        std::fill_n(T.begin(), 4 * blocks * blocks, Four{});
    }
    Pack pack(int b) const { return reinterpret_cast<const Four*>(x.data())[b].v; }
    Four* row(int k) { return &T[size_t(k * blocks)]; }
    double& T_at(int k, int l) { return reinterpret_cast<double*>(row(k))[l]; }
};

/// One triangle C_ij, of N blocks: y = (C + Cᵀ) x and T += s C; `x` and `T` begin at the triangle's
/// first block, whose rows before `first` do not exist. Two or more i at once were no faster.
template <int N>
[[gnu::always_inline]] inline void sweep(const Four* c, int first, const double* x, double s,
                                         Four* T, int stride, Pack* y) {
    const auto* const packs = reinterpret_cast<const Four*>(x);
    Pack across[N] = {};
    each<N>([&](auto block) __attribute__((always_inline)) {
        constexpr int b = decltype(block)::value;
        Pack along[4] = {};
        each<4>([&](auto row) __attribute__((always_inline)) {
            constexpr int k = decltype(row)::value;
            if (b == 0 && k < first) return;
            Four* const t = T + (4 * b + k) * stride;
            each<N - b>([&](auto column) __attribute__((always_inline)) {
                constexpr int l = b + decltype(column)::value;
                const Pack value = c[l - b].v;
                along[k] += value * packs[l].v;
                across[l] += value * x[4 * b + k];
                t[l].v += value * s;
            });
            c += N - b;
        });
        y[b] = across[b] + sums(along[0], along[1], along[2], along[3]);
    });
}

/// All triangles C_ij of one j, of N blocks each; gives where those of the next begin.
template <int N>
const Four* sweep_column(const Four* c, Work& work, int one, int j) {
    const int b = work.blocks - N, first = j % 4;
    const double* const x = &work.x[size_t(4 * b)];
    const int length = row_start(N, 4 * N) - row_start(N, first);
    const double xj = work.x[size_t(j)];
    Pack own[N] = {};
    for (int i = one; i <= j; ++i, c += length) {
        const double xi = work.x[size_t(i)];
        Pack y[N];
        sweep<N>(c, first, x, xi * xj, work.row(4 * b) + b, work.blocks, y);
        Four* const row = work.row(i) + b;
        Pack twice = {};
        for (int l = 0; l < N; ++l) {
            own[l] += y[l] * xi;
            row[l].v += y[l] * xj;
            twice += y[l] * work.pack(b + l);
        }
        work.T_at(i, j) += 0.5 * sum(twice);
    }
    for (int l = 0; l < N; ++l) work.row(j)[b + l].v += own[l];
    return c;
}

const Four* sweep_column(int n, const Four* c, Work& work, int one, int j) {
    using Sweep = const Four* (*)(const Four*, Work&, int, int);
    static constexpr Sweep sweeps[most_quartic_blocks] = {
        sweep_column<1>, sweep_column<2>, sweep_column<3>, sweep_column<4>, sweep_column<5>,
        sweep_column<6>, sweep_column<7>, sweep_column<8>, sweep_column<9>};
    return sweeps[n - 1](c, work, one, j);
}

/// T ← T + Tᵀ.
void symmetrise(Work& work, int one) {
    for (int k = one; k < 4 * work.blocks; ++k)
        for (int l = one; l <= k; ++l)
            work.T_at(k, l) = work.T_at(l, k) = work.T_at(k, l) + work.T_at(l, k);
}

/// T x, of the coordinates.
void gradient_of(Work& work, int one, std::span<double> gradient) {
    for (size_t k = 0; k < gradient.size(); ++k) {
        const Four* const row = work.row(one + 1 + int(k));
        Pack product = {};
        for (int b = 0; b < work.blocks; ++b) product += row[b].v * work.pack(b);
        gradient[k] = sum(product);
    }
}

}  // namespace

Quartic make_zero_quartic(int r) {
    THIGMO_ASSERT(r >= 1 && r <= Quartic::most);
    Quartic quartic{r, {}};
    const int n = quartic.blocks(), one = quartic.one();
    int length = 0;
    for (int j = one; j < 4 * n; ++j)
        length += (j - one + 1) * (row_start(n, 4 * n) - row_start(n, j));
    quartic.coefficients.assign(size_t(length), Four{});
    return quartic;
}

double& coefficient(Quartic& quartic, int i, int j, int k, int l) {
    std::array<int, 4> index = {i, j, k, l};
    std::sort(index.begin(), index.end());
    const int n = quartic.blocks(), one = quartic.one(), end = row_start(n, 4 * n);
    for (int& a : index) a += one;
    int at = (index[0] - one) * (end - row_start(n, index[1]));
    for (int before = one; before < index[1]; ++before)
        at += (before - one + 1) * (end - row_start(n, before));
    at += row_start(n, index[2]) - row_start(n, index[1]);
    at += index[3] / 4 - index[2] / 4;
    return reinterpret_cast<double*>(&quartic.coefficients[size_t(at)])[index[3] % 4];
}

void force_and_tangent(const Quartic& quartic, std::span<const double> q, std::span<Four> gradient,
                       std::span<Four> hessian) {
    const int one = quartic.one(), r = quartic.size, blocks = (r + 3) / 4;
    THIGMO_ASSERT(int(gradient.size()) == blocks && int(hessian.size()) == r * blocks);
    Work work(quartic, q);
    const Four* c = quartic.coefficients.data();
    for (int j = one; j < 4 * work.blocks; ++j)
        c = sweep_column(row_length(work.blocks, j), c, work, one, j);
    const int first = one + 1, width = 4 * blocks;
    auto* const slope = reinterpret_cast<double*>(gradient.data());
    auto* const K = reinterpret_cast<double*>(hessian.data());
    gradient.back() = Four{};
    for (int k = 0; k < r; ++k) {
        hessian[size_t((k + 1) * blocks - 1)] = Four{};
        for (int l = 0; l <= k; ++l)
            K[k * width + l] = K[l * width + k] =
                work.T_at(first + k, first + l) + work.T_at(first + l, first + k);
        slope[k] = work.T_at(first + k, one) + work.T_at(one, first + k);
    }
    for (int b = 0; b < blocks; ++b) {
        Pack sum_of_rows = gradient[size_t(b)].v;
        for (int k = 0; k < r; ++k) sum_of_rows += hessian[size_t(k * blocks + b)].v * q[size_t(k)];
        gradient[size_t(b)].v = sum_of_rows * (1.0 / 3);
    }
}

Eigen::MatrixXd tangent(const Quartic& quartic, std::span<const double> q) {
    const int r = quartic.size, blocks = (r + 3) / 4;
    std::vector<Four> gradient(size_t(blocks), Four{}), rows(size_t(r * blocks), Four{});
    force_and_tangent(quartic, q, gradient, rows);
    using Whole = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Eigen::Map<const Whole> all(reinterpret_cast<const double*>(rows.data()), r, 4 * blocks);
    return all.leftCols(r);
}

namespace {

/// x_k x_l in the order of a triangle's storage.
int fill_pairs(const Work& work, Four* pairs) {
    int at = 0;
    for (int k = 0; k < 4 * work.blocks; ++k)
        for (int b = k / 4; b < work.blocks; ++b) pairs[at++].v = work.pack(b) * work.x[size_t(k)];
    return at;
}

constexpr int most_pairs = row_start(most_quartic_blocks, 4 * most_quartic_blocks);

}  // namespace

double energy(const Quartic& quartic, std::span<const double> q) {
    const Work work(quartic, q);
    Four pairs[most_pairs];
    const int one = quartic.one(), end = fill_pairs(work, pairs);
    const Four* c = quartic.coefficients.data();
    Pack total = {};
    for (int j = one; j < 4 * work.blocks; ++j)
        for (int i = one; i <= j; ++i) {
            Pack sum_of_pairs = {};
            for (int at = row_start(work.blocks, j); at < end; ++at)
                sum_of_pairs += (c++)->v * pairs[at].v;
            total += sum_of_pairs * (work.x[size_t(i)] * work.x[size_t(j)]);
        }
    return sum(total);
}

void force(const Quartic& quartic, std::span<const double> q, std::span<double> gradient) {
    THIGMO_ASSERT(int(gradient.size()) == quartic.size);
    Work work(quartic, q);
    Four pairs[most_pairs], weights[most_pairs];
    const int one = quartic.one(), end = fill_pairs(work, pairs);
    std::fill_n(weights, end, Four{});
    const Four* c = quartic.coefficients.data();
    for (int j = one; j < 4 * work.blocks; ++j)
        for (int i = one; i <= j; ++i) {
            const double s = work.x[size_t(i)] * work.x[size_t(j)];
            Pack sum_of_pairs = {};
            for (int at = row_start(work.blocks, j); at < end; ++at, ++c) {
                sum_of_pairs += c->v * pairs[at].v;
                weights[at].v += c->v * s;
            }
            work.T_at(i, j) += sum(sum_of_pairs);
        }
    const Four* weight = weights;
    for (int k = 0; k < 4 * work.blocks; ++k)
        for (int b = k / 4; b < work.blocks; ++b) work.row(k)[b].v += (weight++)->v;
    symmetrise(work, one);
    gradient_of(work, one, gradient);
}

}  // namespace thigmo
