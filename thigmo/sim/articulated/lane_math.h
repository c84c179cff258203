// Vectors, symmetric and full 3×3 matrices and quaternions of lanes.
#pragma once

#include "thigmo/sim/articulated/lanes.h"

namespace thigmo {

template <class L>
struct Vec {
    L x, y, z;
};
template <class L>
struct Sym {  // symmetric
    L xx, yy, zz, xy, xz, yz;
};
template <class L>
struct Mat {  // rows
    Vec<L> x, y, z;
};
template <class L>
struct Turn {  // quaternion
    L w;
    Vec<L> v;
};

template <class L>
Vec<L> zero_vec() {
    return {L(0), L(0), L(0)};
}
template <class L>
Vec<L> operator+(const Vec<L>& a, const Vec<L>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class L>
Vec<L> operator-(const Vec<L>& a, const Vec<L>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class L>
Vec<L> operator*(const L& s, const Vec<L>& a) {
    return {s * a.x, s * a.y, s * a.z};
}
template <class L>
Vec<L> scaled(double s, const Vec<L>& a) {
    return L(s) * a;
}
template <class L>
L dot(const Vec<L>& a, const Vec<L>& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class L>
Vec<L> cross(const Vec<L>& a, const Vec<L>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class L>
Vec<L> operator*(const Sym<L>& m, const Vec<L>& a) {
    return {m.xx * a.x + m.xy * a.y + m.xz * a.z, m.xy * a.x + m.yy * a.y + m.yz * a.z,
            m.xz * a.x + m.yz * a.y + m.zz * a.z};
}
template <class L>
Vec<L> operator*(const Mat<L>& m, const Vec<L>& a) {
    return {dot(m.x, a), dot(m.y, a), dot(m.z, a)};
}
/// mᵀ a.
template <class L>
Vec<L> transposed_times(const Mat<L>& m, const Vec<L>& a) {
    return a.x * m.x + a.y * m.y + a.z * m.z;
}
template <class L>
Mat<L> transpose(const Mat<L>& m) {
    return {{m.x.x, m.y.x, m.z.x}, {m.x.y, m.y.y, m.z.y}, {m.x.z, m.y.z, m.z.z}};
}
template <class L>
Mat<L> full(const Sym<L>& m) {
    return {{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}};
}
template <class L>
Mat<L> operator*(const Mat<L>& a, const Mat<L>& b) {
    return {transposed_times(b, a.x), transposed_times(b, a.y), transposed_times(b, a.z)};
}
template <class L>
Mat<L> operator*(const Sym<L>& a, const Mat<L>& b) {
    return full(a) * b;
}
template <class L>
Mat<L> operator+(const Mat<L>& a, const Mat<L>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class L>
Sym<L> operator+(const Sym<L>& a, const Sym<L>& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}
template <class L>
Sym<L> operator-(const Sym<L>& a, const Sym<L>& b) {
    return {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
}
template <class L>
Mat<L> transpose_product_rows(const Mat<L>& a, const Mat<L>& b) {  // aᵀ b
    return transpose(a) * b;
}
/// aᵀ b where that is known to be symmetric.
template <class L>
Sym<L> symmetric_product(const Mat<L>& a, const Mat<L>& b) {
    const Mat<L> c = transpose(b);  // columns of b
    const Mat<L> t = transpose(a);
    return {dot(t.x, c.x), dot(t.y, c.y), dot(t.z, c.z),
            dot(t.x, c.y), dot(t.x, c.z), dot(t.y, c.z)};
}
/// a + r × b.
template <class L>
Vec<L> plus_cross(const Vec<L>& a, const Vec<L>& r, const Vec<L>& b) {
    return {a.x + r.y * b.z - r.z * b.y, a.y + r.z * b.x - r.x * b.z, a.z + r.x * b.y - r.y * b.x};
}
/// a + [r]× m: m's columns crossed.
template <class L>
Mat<L> plus_cross_columns(const Mat<L>& a, const Vec<L>& r, const Mat<L>& m) {
    return {a.x + r.y * m.z - r.z * m.y, a.y + r.z * m.x - r.x * m.z, a.z + r.x * m.y - r.y * m.x};
}
/// t tᵀ.
template <class L>
Sym<L> square(const Vec<L>& t) {
    return {t.x * t.x, t.y * t.y, t.z * t.z, t.x * t.y, t.x * t.z, t.y * t.z};
}
/// a + s·1 + d·tt.
template <class L>
Sym<L> plus_axial(const Sym<L>& a, const L& s, const L& d, const Sym<L>& tt) {
    return {a.xx + s + d * tt.xx, a.yy + s + d * tt.yy, a.zz + s + d * tt.zz,
            a.xy + d * tt.xy,     a.xz + d * tt.xz,     a.yz + d * tt.yz};
}
/// s·1 + d·t tᵀ.
template <class L>
Sym<L> axial(const L& s, const L& d, const Vec<L>& t) {
    const Vec<L> dt = d * t;
    return {s + dt.x * t.x, s + dt.y * t.y, s + dt.z * t.z, dt.x * t.y, dt.x * t.z, dt.y * t.z};
}
/// R m Rᵀ.
template <class L>
Sym<L> rotated(const Mat<L>& R, const Sym<L>& m) {
    const Mat<L> S = R * full(m);
    return {dot(S.x, R.x), dot(S.y, R.y), dot(S.z, R.z),
            dot(S.x, R.y), dot(S.x, R.z), dot(S.y, R.z)};
}
/// R diag(d) Rᵀ.
template <class L>
Sym<L> rotated(const Mat<L>& R, const Vec<L>& d) {
    const auto scale = [&](const Vec<L>& row) {
        return Vec<L>{row.x * d.x, row.y * d.y, row.z * d.z};
    };
    const Mat<L> S{scale(R.x), scale(R.y), scale(R.z)};
    return {dot(S.x, R.x), dot(S.y, R.y), dot(S.z, R.z),
            dot(S.x, R.y), dot(S.x, R.z), dot(S.y, R.z)};
}
/// By cofactors, with one division.
template <class L>
Sym<L> inverse(const Sym<L>& m) {
    const Sym<L> c{m.yy * m.zz - m.yz * m.yz, m.xx * m.zz - m.xz * m.xz, m.xx * m.yy - m.xy * m.xy,
                   m.xz * m.yz - m.xy * m.zz, m.xy * m.yz - m.xz * m.yy, m.xy * m.xz - m.xx * m.yz};
    const L f = L(1) / (m.xx * c.xx + m.xy * c.xy + m.xz * c.xz);
    return {f * c.xx, f * c.yy, f * c.zz, f * c.xy, f * c.xz, f * c.yz};
}

template <class L>
Turn<L> operator*(const Turn<L>& a, const Turn<L>& b) {
    return {a.w * b.w - dot(a.v, b.v), a.w * b.v + b.w * a.v + cross(a.v, b.v)};
}
template <class L>
Turn<L> conjugate(const Turn<L>& q) {
    return {q.w, {-q.v.x, -q.v.y, -q.v.z}};
}
template <class L>
Mat<L> matrix(const Turn<L>& q) {
    const L x2 = q.v.x + q.v.x, y2 = q.v.y + q.v.y, z2 = q.v.z + q.v.z;
    const L wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    const L xx = q.v.x * x2, xy = q.v.x * y2, xz = q.v.x * z2;
    const L yy = q.v.y * y2, yz = q.v.y * z2, zz = q.v.z * z2;
    const L one(1);
    return {{one - (yy + zz), xy - wz, xz + wy},
            {xy + wz, one - (xx + zz), yz - wx},
            {xz - wy, yz + wx, one - (xx + yy)}};
}

template <class L>
Vec<L> shifted(const Vec<L>& a, const Vec<L>& before) {
    return {shifted(a.x, before.x), shifted(a.y, before.y), shifted(a.z, before.z)};
}
template <class L>
Mat<L> shifted(const Mat<L>& a, const Mat<L>& before) {
    return {shifted(a.x, before.x), shifted(a.y, before.y), shifted(a.z, before.z)};
}
template <class L>
Turn<L> shifted(const Turn<L>& a, const Turn<L>& before) {
    return {shifted(a.w, before.w), shifted(a.v, before.v)};
}

/// a₀ + a₁x + … + a₆x⁶, in pairs: each step of a plain Horner sum would wait for the one before.
template <class L>
L series(const L& x, const double (&a)[7]) {
    const L x2 = x * x;
    const L low = (L(a[0]) + L(a[1]) * x) + (L(a[2]) + L(a[3]) * x) * x2;
    const L high = (L(a[4]) + L(a[5]) * x) + L(a[6]) * x2;
    return low + high * (x2 * x2);
}

/// The same of any length: odd and even powers side by side.
template <class L, size_t N>
L long_series(const L& x, const double (&a)[N]) {
    const L x2 = x * x;
    L even(a[(N - 1) / 2 * 2]), odd(a[N / 2 * 2 - 1]);
#pragma GCC unroll 16
    for (size_t k = (N - 1) / 2 * 2; k >= 2; k -= 2) even = even * x2 + L(a[k - 2]);
#pragma GCC unroll 16
    for (size_t k = N / 2 * 2 - 1; k >= 3; k -= 2) odd = odd * x2 + L(a[k - 2]);
    return even + odd * x;
}

/// cos h and sin h / h where h is not small. Apart, so that the way past it keeps its registers.
template <class L>
struct CosineAndSine {
    L c, s;
};
template <class L>
[[gnu::cold, gnu::noinline]] CosineAndSine<L> large_angle(L h2) {
    return {each_lane(h2, [](double x, size_t) { return std::cos(std::sqrt(x)); }),
            each_lane(h2, [](double x, size_t) {
                return x > 0 ? std::sin(std::sqrt(x)) / std::sqrt(x) : 1;
            })};
}

/// Rotation by a rotation vector. Polynomials to half an angle of ½, trigonometry beyond.
template <class L>
[[gnu::always_inline]] inline Turn<L> exponential(const Vec<L>& v) {
    const L h2 = L(0.25) * dot(v, v);
    L c = series(h2, {1, -1. / 2, 1. / 24, -1. / 720, 1. / 40320, -1. / 3628800, 1. / 479001600});
    L s = series(h2,
                 {1, -1. / 6, 1. / 120, -1. / 5040, 1. / 362880, -1. / 39916800, 1. / 6227020800});
    if (any_above(h2, 0.25)) {
        const CosineAndSine<L> large = large_angle(h2);
        c = large.c;
        s = large.s;
    }
    return {c, (L(0.5) * s) * v};
}

/// One Newton step towards unit length: enough for the drift of one step.
template <class L>
Turn<L> normalised(const Turn<L>& q) {
    const L f = L(1.5) - L(0.5) * (q.w * q.w + dot(q.v, q.v));
    return {f * q.w, f * q.v};
}

}  // namespace thigmo
