// Forces and stiffness of eight tetrahedra at a time.
#include <algorithm>
#include <cstring>

#include "thigmo/base/parallel.h"
#include "thigmo/mechanics/constitutive.h"
#include "thigmo/mechanics/tetrahedra.h"

namespace thigmo {
namespace {

constexpr size_t lanes = TetrahedraPack::lanes;
typedef double Lane __attribute__((vector_size(8 * lanes)));

Lane load(const double* from) {
    Lane v;
    std::memcpy(&v, from, sizeof v);
    return v;
}

/// A 3×3 matrix per lane: m[row][column].
struct LaneMatrix {
    Lane m[3][3];
};

Lane determinant(const LaneMatrix& a, const LaneMatrix& cofactor) {
    return a.m[0][0] * cofactor.m[0][0] + a.m[0][1] * cofactor.m[0][1] +
           a.m[0][2] * cofactor.m[0][2];
}

LaneMatrix cofactors(const LaneMatrix& a) {
    LaneMatrix c;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            c.m[i][j] = a.m[i1][j1] * a.m[i2][j2] - a.m[i1][j2] * a.m[i2][j1];
        }
    return c;
}

Mat3 lane_of(const LaneMatrix& a, size_t lane) {
    Mat3 out;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) out(i, j) = a.m[i][j][lane];
    return out;
}

void set_lane(LaneMatrix& a, size_t lane, const Mat3& value) {
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) a.m[i][j][lane] = value(i, j);
}

/// Higham's iteration as in polar_rotation; a lane that it does not bring there takes the long way.
LaneMatrix rotations(const LaneMatrix& F) {
    LaneMatrix R = F;
    Lane change{};
    for (int step = 0; step < 8; ++step) {
        const LaneMatrix cofactor = cofactors(R);
        const Lane half = 0.5 / determinant(R, cofactor);
        change = Lane{};
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                const Lane next = 0.5 * R.m[i][j] + half * cofactor.m[i][j];
                const Lane d = next - R.m[i][j];
                change += d * d;
                R.m[i][j] = next;
            }
        double most = 0;
        for (size_t lane = 0; lane < lanes; ++lane) most = std::max(most, change[lane]);
        if (most < 1e-14) break;  // the error left is of the order of its square
    }
    const LaneMatrix cofactor = cofactors(F);
    const Lane volume = determinant(F, cofactor);
    for (size_t lane = 0; lane < lanes; ++lane)
        if (!(change[lane] < 1e-14 && volume[lane] > 0))
            set_lane(R, lane, polar_rotation(lane_of(F, lane)));
    return R;
}

/// What eight tetrahedra add, before it is handed out.
struct PackSum {
    Lane force[4][3];
    Lane block[10][9];
};

LaneMatrix deformation(const TetrahedraPack& pack, std::span<const Vec3> x) {
    Lane edge[3][3];
    for (size_t lane = 0; lane < lanes; ++lane) {
        const Vec3& origin = x[pack.row[0][lane]];
        for (size_t b = 0; b < 3; ++b) {
            const Vec3& end = x[pack.row[b + 1][lane]];
            for (int i = 0; i < 3; ++i) edge[b][i][lane] = end[i] - origin[i];
        }
    }
    LaneMatrix F;
    for (size_t j = 0; j < 3; ++j) {
        const Lane g0 = load(pack.gradient[0][j]), g1 = load(pack.gradient[1][j]),
                   g2 = load(pack.gradient[2][j]);
        for (size_t i = 0; i < 3; ++i)
            F.m[i][j] = edge[0][i] * g0 + edge[1][i] * g1 + edge[2][i] * g2;
    }
    return F;
}

void sum_pack(const TetrahedraPack& pack, std::span<const Vec3> x, double scale, PackSum& sum) {
    const LaneMatrix F = deformation(pack, x), R = rotations(F);
    const Lane mu = load(pack.shear), lambda = load(pack.bulk);
    Lane trace = Lane{} - 3.0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) trace += R.m[i][j] * F.m[i][j];
    Lane g[4][3], h[4][3];  // of node 0: less the sum of the others'
    for (size_t i = 0; i < 3; ++i) g[0][i] = h[0][i] = sum.force[0][i] = Lane{};
    for (size_t b = 1; b < 4; ++b)
        for (size_t i = 0; i < 3; ++i) {
            g[b][i] = load(pack.gradient[b - 1][i]);
            g[0][i] -= g[b][i];
        }
    for (size_t b = 1; b < 4; ++b)
        for (size_t i = 0; i < 3; ++i) {
            Lane f{};
            h[b][i] = Lane{};
            for (size_t j = 0; j < 3; ++j) {
                const Lane P = 2.0 * mu * (F.m[i][j] - R.m[i][j]) + lambda * trace * R.m[i][j];
                f -= P * g[b][j];
                h[b][i] += R.m[i][j] * g[b][j];
            }
            sum.force[b][i] = f;
            sum.force[0][i] -= f;
            h[0][i] -= h[b][i];
        }
    const Lane m = scale * mu, l = scale * lambda;
    size_t k = 0;
    for (size_t a = 0; a < 4; ++a)
        for (size_t b = a; b < 4; ++b, ++k) {
            const Lane gg = m * (g[a][0] * g[b][0] + g[a][1] * g[b][1] + g[a][2] * g[b][2]);
            for (size_t c = 0; c < 3; ++c)
                for (size_t r = 0; r < 3; ++r)
                    sum.block[k][3 * c + r] = l * h[a][r] * h[b][c] + m * h[b][r] * h[a][c];
            for (size_t c = 0; c < 3; ++c) sum.block[k][4 * c] += gg;
        }
}

void hand_out(const TetrahedraPack& pack, const PackSum& sum, std::span<Vec3> force,
              BlockMatrix& matrix) {
    for (size_t lane = 0; lane < lanes; ++lane) {
        for (size_t a = 0; a < 4; ++a) {
            Vec3& to = force[pack.row[a][lane]];
            for (size_t i = 0; i < 3; ++i) to[static_cast<int>(i)] += sum.force[a][i][lane];
        }
        for (size_t k = 0; k < 10; ++k) {
            if (pack.place[k][lane] == TetrahedraPack::no_place) continue;
            double* const to = matrix.block(pack.place[k][lane]);
            const double* const from = reinterpret_cast<const double*>(sum.block[k]) + lane;
            for (size_t i = 0; i < 9; ++i) to[i] += from[lanes * i];
        }
    }
}

}  // namespace

void add_tetrahedra(const Tetrahedra& solid, std::span<const Vec3> x, double scale,
                    std::span<Vec3> force, BlockMatrix& matrix) {
    for_runs(solid.colours, [&](size_t begin, size_t end) {
        PackSum sum;
        for (size_t p = begin; p < end; ++p) {
            sum_pack(solid.packs[p], x, scale, sum);
            hand_out(solid.packs[p], sum, force, matrix);
        }
    });
}

void find_turns(const Tetrahedra& solid, std::span<const Vec3> x, std::span<Mat3> turns) {
    std::ranges::fill(turns, Mat3::Zero());
    for_runs(solid.colours, [&](size_t begin, size_t end) {
        for (size_t p = begin; p < end; ++p) {
            const TetrahedraPack& pack = solid.packs[p];
            const LaneMatrix R = rotations(deformation(pack, x));
            for (size_t lane = 0; lane < lanes; ++lane) {
                const Mat3 weighted = pack.shear[lane] * lane_of(R, lane);
                for (size_t a = 0; a < 4; ++a) turns[pack.row[a][lane]] += weighted;
            }
        }
    });
    parallel_chunks(turns.size(), 1024, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) turns[i] = polar_rotation(turns[i] / turns[i].norm());
    });
}

}  // namespace thigmo
