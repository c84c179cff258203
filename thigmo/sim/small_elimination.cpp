// Elimination of one body's coordinates: a Cholesky factor in blocks of four columns.
//
// B̂ and p̂_q stand as eight more rows below D, the last 0, so that the factor's columns pass over
// them too and leave W = B̂ L⁻ᵀ there. Sizes are padded to blocks with ones on the diagonal.
#include "thigmo/sim/small_elimination.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "thigmo/base/assert.h"

namespace thigmo {
namespace {

using Pack = Four::Pack;
constexpr int rows_below = 2;  // blocks

/// D, and below it B̂ and p̂_q, column by column.
template <int blocks>
struct Columns {
    static constexpr int height = blocks + rows_below;
    std::array<Four, 4 * blocks * height> fours;
    std::array<double, 4 * blocks> inverse;  // of the factor's diagonal

    explicit Columns(const EliminatedBody& body) {
        constexpr int n = 4 * blocks;
        const int r = body.r;
        for (int k = 0; k < r; ++k) {
            double* const to = column(k);
            for (int i = 4 * (k / 4); i < r; ++i) to[i] = body.D[k * r + i];
            for (int i = r; i < n; ++i) to[i] = 0;
            for (int i = 0; i < 6; ++i) to[n + i] = body.B[6 * k + i];
            to[n + 6] = body.u[k];
            to[n + 7] = 0;
        }
        for (int k = r; k < n; ++k) {
            std::fill_n(&pack(k, k / 4), height - k / 4, Pack{});
            column(k)[k] = 1;
        }
    }
    Pack& pack(int k, int block) { return fours[size_t(k * height + block)].v; }
    double* column(int k) { return reinterpret_cast<double*>(&fours[size_t(k * height)]); }
    Pack& below(int k, int half) { return pack(k, blocks + half); }
};

/// Block `i` of the columns from k on, less what the columns before them contribute.
template <int blocks>
[[gnu::always_inline]] inline void reduce_block(Columns<blocks>& all, int k, int i, Pack* out) {
    for (int c = 0; c < 4; ++c) out[c] = all.pack(k + c, i);
    for (int before = 0; before < k; ++before) {
        const Pack left = all.pack(before, i);
        const double* const right = all.column(before) + k;
        for (int c = 0; c < 4; ++c) out[c] -= left * right[c];
    }
}

/// The factor's 4×4 block on the diagonal, in place.
template <int blocks>
bool factor_diagonal(Columns<blocks>& all, int k) {
    Pack block[4];
    double least[4];
    for (int c = 0; c < 4; ++c)
        least[c] = 4 * std::numeric_limits<double>::epsilon() * all.column(k + c)[k + c];
    reduce_block(all, k, k / 4, block);
    for (int c = 0; c < 4; ++c) {
        for (int before = 0; before < c; ++before) block[c] -= block[before] * block[before][c];
        if (!(block[c][c] > least[c] && least[c] > 0)) return false;
        const double inverse = 1 / std::sqrt(block[c][c]);
        all.inverse[size_t(k + c)] = inverse;
        block[c] *= inverse;
    }
    for (int c = 0; c < 4; ++c) all.pack(k + c, k / 4) = block[c];
    return true;
}

template <int blocks>
bool factor(Columns<blocks>& all) {
    for (int k = 0; k < 4 * blocks; k += 4) {
        if (!factor_diagonal(all, k)) return false;
        for (int i = k / 4 + 1; i < all.height; ++i) {
            Pack block[4];
            reduce_block(all, k, i, block);
            for (int c = 0; c < 4; ++c) {
                for (int before = 0; before < c; ++before)
                    block[c] -= block[before] * all.column(k + before)[k + c];
                all.pack(k + c, i) = block[c] *= all.inverse[size_t(k + c)];
            }
        }
    }
    return true;
}

/// The rows below the factor, W ← W L⁻¹.
template <int blocks>
void solve_below(Columns<blocks>& all) {
    for (int k = 4 * blocks - 4; k >= 0; k -= 4) {
        Pack block[4][rows_below];
        for (int c = 0; c < 4; ++c)
            for (int half = 0; half < rows_below; ++half) block[c][half] = all.below(k + c, half);
        for (int after = k + 4; after < 4 * blocks; ++after)
            for (int c = 0; c < 4; ++c)
                for (int half = 0; half < rows_below; ++half)
                    block[c][half] -= all.below(after, half) * all.column(k + c)[after];
        for (int c = 3; c >= 0; --c)
            for (int half = 0; half < rows_below; ++half) {
                for (int after = c + 1; after < 4; ++after)
                    block[c][half] -= block[after][half] * all.column(k + c)[k + after];
                block[c][half] *= all.inverse[size_t(k + c)];
                all.below(k + c, half) = block[c][half];
            }
    }
}

template <int blocks>
bool eliminate(const EliminatedBody& body, Eigen::Matrix<double, 6, 6>& inertia,
               Eigen::Matrix<double, 6, 1>& reaction) {
    Columns<blocks> all(body);
    if (!factor(all)) return false;
    Four squares[7][rows_below] = {};
    for (int k = 0; k < body.r; ++k) {
        const double* const W = all.column(k) + 4 * blocks;
        each<7>([&](auto c) {
            for (int half = 0; half < rows_below; ++half)
                squares[c][half].v += all.below(k, half) * W[c];
        });
    }
    for (int c = 0; c < 7; ++c)
        for (int a = 0; a < 6; ++a)
            (c < 6 ? inertia(a, c) : reaction[a]) -= squares[c][a / 4].v[a % 4];
    solve_below(all);
    for (int k = 0; k < body.r; ++k) {
        const double* const W = all.column(k) + 4 * blocks;
        for (int a = 0; a < 6; ++a) body.B[6 * k + a] = W[a];
        body.u[k] = W[6];
    }
    return true;
}

}  // namespace

bool eliminate(const EliminatedBody& body, Eigen::Matrix<double, 6, 6>& inertia,
               Eigen::Matrix<double, 6, 1>& reaction) {
    THIGMO_ASSERT(body.r >= 1 && body.r <= most_eliminated);
    return with_blocks((body.r + 3) / 4,
                       [&]<int B>() { return eliminate<B>(body, inertia, reaction); });
}

void add_rider(const EliminatedBody& body, const double* J,
               const Eigen::Matrix<double, 6, 6>& inertia,
               const Eigen::Matrix<double, 6, 1>& force) {
    THIGMO_ASSERT(body.r >= 1 && body.r <= most_eliminated);
    const int r = body.r, blocks = (r + 3) / 4;
    Four rows[6][most_blocks] = {};  // of J, over its columns
    for (int k = 0; k < r; ++k)
        for (int a = 0; a < 6; ++a) rows[a][k / 4].v[k % 4] = J[6 * k + a];
    for (int k = 0; k < r; ++k) {
        const Eigen::Map<const Eigen::Matrix<double, 6, 1>> column(J + 6 * k);
        const Eigen::Matrix<double, 6, 1> pushed = inertia * column;
        Eigen::Map<Eigen::Matrix<double, 6, 1>>(body.B + 6 * k) += pushed;
        body.u[k] += column.dot(force);
        for (int b = k / 4; b < blocks; ++b) {
            Pack product = rows[0][b].v * pushed[0];
            for (int a = 1; a < 6; ++a) product += rows[a][b].v * pushed[a];
            for (int i = 4 * b; i < std::min(r, 4 * b + 4); ++i)
                body.D[k * r + i] += product[i - 4 * b];
        }
    }
}

}  // namespace thigmo
