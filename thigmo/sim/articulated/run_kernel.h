// One body of a long run, tips to base: `reduce` of kernel.h where bodies depend on each other, so
// that the rows of a body's own matrices go through the lanes instead. A row holds three numbers of
// a matrix and one of the bias that goes with it: [B | pn], [M | pf].
#pragma once

#include "thigmo/sim/articulated/engine.h"

namespace thigmo {

using MatrixRow = Lanes<4>;
struct MatrixRows {
    MatrixRow x, y, z;
};

/// xx, yy, zz, xy; xz, yz.
struct SymmetricRows {
    MatrixRow first, second;
};

/// What hangs on a body, as Hung.
struct HungRows {
    Sym<double> A;
    MatrixRows B, M;
    Vec<double> F;
    double pull;
};

/// What a body brings, as Own.
struct OwnRows {
    MatrixRows B, M, H;           // [B | pn − τ₀], [M | pf], [H | 0]
    SymmetricRows J, JH, across;  // inertia, the same with H, 1 − ttᵀ
    MatrixRow gam, r;             // and 1, and the pull
    MatrixRow s, tau0, F;         // s across the axis
};

inline void operator+=(MatrixRows& a, const MatrixRows& b) {
    a.x += b.x;
    a.y += b.y;
    a.z += b.z;
}
inline MatrixRows rows(const Mat<double>& m, const Vec<double>& last) {
    using Pack = MatrixRow::Pack;
    return {MatrixRow(Pack{m.x.x, m.x.y, m.x.z, last.x}),
            MatrixRow(Pack{m.y.x, m.y.y, m.y.z, last.y}),
            MatrixRow(Pack{m.z.x, m.z.y, m.z.z, last.z})};
}
inline Mat<double> plain(const MatrixRows& m) {
    return {{m.x[0], m.x[1], m.x[2]}, {m.y[0], m.y[1], m.y[2]}, {m.z[0], m.z[1], m.z[2]}};
}
inline Vec<double> last_of(const MatrixRows& m) {
    return {m.x[3], m.y[3], m.z[3]};
}

inline HungRows nothing_hung() {
    const MatrixRow zero(0.);
    return {.A = {}, .B = {zero, zero, zero}, .M = {zero, zero, zero}, .F = {}, .pull = 0};
}
inline void add(HungRows& hung, const Hung<double>& side) {
    hung.A = hung.A + side.A;
    hung.B += rows(side.B, side.pn);
    hung.M += rows(full(side.M), side.pf);
    hung.F = hung.F + side.F;
    hung.pull += side.pull;
}
inline Hung<double> plain(const HungRows& hung) {
    const MatrixRows& M = hung.M;
    return {hung.A,          plain(hung.B), {M.x[0], M.y[1], M.z[2], M.x[1], M.x[2], M.y[2]},
            last_of(hung.B), last_of(M),    hung.F,
            hung.pull};
}

inline Vec<double> vec(const MatrixRow& m) {
    return {m[0], m[1], m[2]};
}
inline Sym<double> plain(const SymmetricRows& m) {
    return {m.first[0], m.first[1], m.first[2], m.first[3], m.second[0], m.second[1]};
}

/// Four of the lanes.
template <size_t W>
Lanes<4> four_of(const Lanes<W>& a, size_t first) {
    if constexpr (W == 4)
        return a;
    else if (first == 0)
        return Lanes<4>(__builtin_shufflevector(a.v, a.v, 0, 1, 2, 3));
    else
        return Lanes<4>(__builtin_shufflevector(a.v, a.v, 4, 5, 6, 7));
}

/// The bodies' numbers, a row of each body's.
template <size_t W>
struct Transposed {
    MatrixRow of[W];
    Transposed(const Lanes<W>& a, const Lanes<W>& b, const Lanes<W>& c, const Lanes<W>& d) {
        for (size_t i = 0; i < W; i += 4) {
            const Lanes<4> four[] = {four_of(a, i), four_of(b, i), four_of(c, i), four_of(d, i)};
            transpose(four, of + i);
        }
    }
    Transposed(const Vec<Lanes<W>>& v, const Lanes<W>& last) : Transposed(v.x, v.y, v.z, last) {}
};
template <size_t W>
void put(OwnRows (&to)[W], MatrixRow OwnRows::*where, const Transposed<W>& rows) {
    for (size_t i = 0; i < W; ++i) to[i].*where = rows.of[i];
}
template <size_t W>
void put(OwnRows (&to)[W], MatrixRows OwnRows::*where, const Mat<Lanes<W>>& m,
         const Vec<Lanes<W>>& last) {
    const Transposed<W> x(m.x, last.x), y(m.y, last.y), z(m.z, last.z);
    for (size_t i = 0; i < W; ++i) to[i].*where = {x.of[i], y.of[i], z.of[i]};
}
template <size_t W>
void put(OwnRows (&to)[W], SymmetricRows OwnRows::*where, const Sym<Lanes<W>>& m) {
    const Transposed<W> a(m.xx, m.yy, m.zz, m.xy), b(m.xz, m.yz, m.yz, m.yz);
    for (size_t i = 0; i < W; ++i) to[i].*where = {a.of[i], b.of[i]};
}

template <bool rod, size_t W>
void split(const Own<Lanes<W>>& own, const Vec<Lanes<W>>& s, OwnRows (&to)[W]) {
    using L = Lanes<W>;
    const Sym<L> tt = square(own.t), none{L(0), L(0), L(0), L(0), L(0), L(0)};
    const Sym<L> across = plus_axial(none, L(1), L(-1), tt);
    Sym<L> J, H;
    if constexpr (rod) {
        J = plus_axial(none, own.jp, own.ja - own.jp, tt);
        H = plus_axial(none, own.hb, own.hd, tt);
    } else {
        J = plus_axial(own.J, own.jp, -own.jp, tt);
        H = own.H;
    }
    const Vec<L>& mc = own.mc;
    const L zero(0);
    const Mat<L> B{{zero, -mc.z, mc.y}, {mc.z, zero, -mc.x}, {-mc.y, mc.x, zero}};
    put(to, &OwnRows::B, B, own.pn - own.tau0);
    put(to, &OwnRows::M, full(plus_axial(none, own.m, -own.mt, tt)), own.pf);
    put(to, &OwnRows::H, full(H), zero_vec<L>());
    put(to, &OwnRows::J, J);
    put(to, &OwnRows::JH, J + H);
    put(to, &OwnRows::across, across);
    put(to, &OwnRows::gam, Transposed<W>(own.gam, L(1)));
    put(to, &OwnRows::r, Transposed<W>(own.r, own.pull));
    put(to, &OwnRows::s, Transposed<W>(s - dot(s, own.t) * own.t, zero));
    put(to, &OwnRows::tau0, Transposed<W>(own.tau0, zero));
    put(to, &OwnRows::F, Transposed<W>(own.F, zero));
}

/// a + lam·across: the load stiffness.
inline Sym<double> with_load(const Sym<double>& a, double lam, const Sym<double>& across) {
    return {a.xx + lam * across.xx, a.yy + lam * across.yy, a.zz + lam * across.zz,
            a.xy + lam * across.xy, a.xz + lam * across.xz, a.yz + lam * across.yz};
}

/// The row's bias with the matrix' share of γ in it: [m | b] → [m | b + mγ].
inline MatrixRow with_bias(const MatrixRow& row, const MatrixRow& gam) {
    MatrixRow sum = row * gam;
    sum = sum + MatrixRow(__builtin_shufflevector(sum.v, sum.v, 1, 0, 3, 2));
    sum = sum + MatrixRow(__builtin_shufflevector(sum.v, sum.v, 2, 3, 0, 1));
    return MatrixRow(__builtin_shufflevector(row.v, sum.v, 0, 1, 2, 7));
}

/// a x + b y + c z.
inline MatrixRow mixed(double a, double b, double c, const MatrixRows& m) {
    return MatrixRow(a) * m.x + MatrixRow(b) * m.y + MatrixRow(c) * m.z;
}
inline MatrixRows product(const Sym<double>& s, const MatrixRows& m) {
    return {mixed(s.xx, s.xy, s.xz, m), mixed(s.xy, s.yy, s.yz, m), mixed(s.xz, s.yz, s.zz, m)};
}
/// Its upper triangle on both sides.
inline MatrixRows mirrored(const MatrixRows& m) {
    const auto corner = __builtin_shufflevector(m.x.v, m.y.v, 2, 6, 2, 6);
    return {m.x, MatrixRow(__builtin_shufflevector(m.x.v, m.y.v, 1, 5, 6, 7)),
            MatrixRow(__builtin_shufflevector(corner, m.z.v, 0, 1, 6, 7))};
}

/// Along a run, a row of bodies keeps one body's numbers after the other's.
inline void keep_rows(const MatrixRows& G, const MatrixRows& Y, const OwnRows& own, char* kept) {
    const auto put = [kept](size_t at, const auto& numbers) {
        std::memcpy(kept + at * sizeof(double), &numbers, sizeof(numbers));
    };
    // A row's fourth number is overwritten by the row that follows.
    put(0, G.x);
    put(3, G.y);
    put(6, G.z);
    put(9, Y.x);
    put(12, Y.y);
    put(15, Y.z);
    put(18, Vec<double>{-G.x[3], -G.y[3], -G.z[3]});
    put(21, own.r);
    put(24, vec(own.gam));
    static_assert(sizeof(Kept<double>) == 27 * sizeof(double));
}

inline void reduce(HungRows& hung, const OwnRows& own, const Solve& solve, char* kept) {
    const MatrixRow last(MatrixRow::Pack{0, 0, 0, 1});
    const double lam = solve.load_stiffness ? larger(own.r[3] + hung.pull, 0) : 0;
    const double turning = solve.stage.c2 * lam;
    const Sym<double> across = plain(own.across);
    const Sym<double> W = inverse(with_load(hung.A + plain(own.JH), turning, across));
    const Sym<double> A = with_load(hung.A + plain(own.J), turning, across);
    const MatrixRows B{with_bias(hung.B.x + own.B.x + MatrixRow(lam * own.s[0]) * last, own.gam),
                       with_bias(hung.B.y + own.B.y + MatrixRow(lam * own.s[1]) * last, own.gam),
                       with_bias(hung.B.z + own.B.z + MatrixRow(lam * own.s[2]) * last, own.gam)};
    const MatrixRows M{with_bias(hung.M.x + own.M.x, own.gam),
                       with_bias(hung.M.y + own.M.y, own.gam),
                       with_bias(hung.M.z + own.M.z, own.gam)};
    const MatrixRows G = product(W, B);  // [G | −Wu]
    const MatrixRows Y = product(W, own.H);
    const MatrixRows A1 = product(A, Y);                        // AY = YᵀA
    const auto sent = [&](const MatrixRow& row, double tau0) {  // HG = YᵀB
        return MatrixRow(tau0) * last + mixed(row[0], row[1], row[2], G);
    };
    const MatrixRows B1{sent(own.H.x, own.tau0[0]), sent(own.H.y, own.tau0[1]),
                        sent(own.H.z, own.tau0[2])};
    const auto left = [&](const MatrixRow& row, size_t k) {
        return row - MatrixRow(B.x[k]) * G.x - MatrixRow(B.y[k]) * G.y - MatrixRow(B.z[k]) * G.z;
    };
    const MatrixRows M1 = mirrored({left(M.x, 0), left(M.y, 1), left(M.z, 2)});
    const Vec<double> r = vec(own.r);
    const MatrixRow rx(r.x), ry(r.y), rz(r.z);
    const MatrixRows C{B1.x + ry * M1.z - rz * M1.y, B1.y + rz * M1.x - rx * M1.z,
                       B1.z + rx * M1.y - ry * M1.x};
    hung.A = shifted_inertia({A1.x[0], A1.y[1], A1.z[2], A1.x[1], A1.x[2], A1.y[2]}, plain(C),
                             plain(B1), r);
    hung.B = C;
    hung.M = M1;
    hung.F = hung.F + vec(own.F);
    hung.pull = dot(hung.F, r);
    keep_rows(G, Y, own, kept);
}

}  // namespace thigmo
