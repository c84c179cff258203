// Elimination of one body's coordinates: a Cholesky factor in blocks of four columns.
//
// B̂ and p̂_q stand as eight more rows below D, the last 0, so that the factor's columns pass over
// them too and leave W = B̂ L⁻ᵀ there. Sizes are padded to blocks with ones on the diagonal.
#include "thigmo/sim/small_elimination.h"

#include <array>
#include <cmath>
#include <limits>

#include "thigmo/base/assert.h"
#include "thigmo/sim/four.h"

namespace thigmo {
namespace {

using Pack = Four::Pack;
constexpr int most_blocks = most_eliminated / 4;
constexpr int rows_below = 2;  // blocks

/// D, and below it B̂ and p̂_q, column by column.
struct Columns {
    int blocks, height;
    std::array<Four, 4 * most_blocks*(most_blocks + rows_below)> fours;
    std::array<double, 4 * most_blocks> inverse;  // of the factor's diagonal

    explicit Columns(const EliminatedBody& body)
        : blocks((body.r + 3) / 4), height(blocks + rows_below) {
        const int n = 4 * blocks;
        for (int k = 0; k < n; ++k) {
            double* const to = column(k);
            const bool real = k < body.r;
            for (int i = 4 * (k / 4); i < n; ++i)
                to[i] = real && i < body.r ? body.D[k * body.r + i] : double(i == k);
            for (int i = 0; i < 6; ++i) to[n + i] = real ? body.B[6 * k + i] : 0;
            to[n + 6] = real ? body.u[k] : 0;
            to[n + 7] = 0;
        }
    }
    Pack& pack(int k, int block) { return fours[size_t(k * height + block)].v; }
    double* column(int k) { return reinterpret_cast<double*>(&fours[size_t(k * height)]); }
    Pack& below(int k, int half) { return pack(k, blocks + half); }
};

/// Block `i` of the columns from k on, less what the columns before them contribute.
[[gnu::always_inline]] inline void reduce_block(Columns& all, int k, int i, Pack* out) {
    for (int c = 0; c < 4; ++c) out[c] = all.pack(k + c, i);
    for (int before = 0; before < k; ++before) {
        const Pack left = all.pack(before, i);
        const double* const right = all.column(before) + k;
        for (int c = 0; c < 4; ++c) out[c] -= left * right[c];
    }
}

/// The factor's 4×4 block on the diagonal, in place.
bool factor_diagonal(Columns& all, int k) {
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

bool factor(Columns& all) {
    for (int k = 0; k < 4 * all.blocks; k += 4) {
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
void solve_below(Columns& all) {
    for (int k = 4 * all.blocks - 4; k >= 0; k -= 4) {
        Pack block[4][rows_below];
        for (int c = 0; c < 4; ++c)
            for (int half = 0; half < rows_below; ++half) block[c][half] = all.below(k + c, half);
        for (int after = k + 4; after < 4 * all.blocks; ++after)
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

}  // namespace

bool eliminate(const EliminatedBody& body, Eigen::Matrix<double, 6, 6>& inertia,
               Eigen::Matrix<double, 6, 1>& reaction) {
    THIGMO_ASSERT(body.r >= 1 && body.r <= most_eliminated);
    Columns all(body);
    if (!factor(all)) return false;
    Four squares[7][rows_below] = {};
    for (int k = 0; k < body.r; ++k) {
        const double* const W = all.column(k) + 4 * all.blocks;
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
        const double* const W = all.column(k) + 4 * all.blocks;
        for (int a = 0; a < 6; ++a) body.B[6 * k + a] = W[a];
        body.u[k] = W[6];
    }
    return true;
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
