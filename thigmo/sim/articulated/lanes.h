// Lanes: several doubles that go through the same arithmetic side by side, one body each. The
// kernel is written once for any lane type; a plain double is one too.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#ifdef __AVX__
#include <immintrin.h>
#endif

namespace thigmo {

template <size_t W>
struct PackOf;
template <>
struct PackOf<2> {
    typedef double Type __attribute__((vector_size(16)));
};
template <>
struct PackOf<4> {
    typedef double Type __attribute__((vector_size(32)));
};
template <>
struct PackOf<8> {
    typedef double Type __attribute__((vector_size(64)));
};

template <size_t W>
struct Lanes {
    using Pack = typename PackOf<W>::Type;
    Pack v;

    Lanes() = default;
    Lanes(double x) : v(x - Pack{}) {}
    explicit Lanes(Pack p) : v(p) {}
    double operator[](size_t lane) const { return v[lane]; }

    friend Lanes operator+(Lanes a, Lanes b) { return Lanes(a.v + b.v); }
    friend Lanes operator-(Lanes a, Lanes b) { return Lanes(a.v - b.v); }
    friend Lanes operator*(Lanes a, Lanes b) { return Lanes(a.v * b.v); }
    friend Lanes operator/(Lanes a, Lanes b) { return Lanes(a.v / b.v); }
    friend Lanes operator-(Lanes a) { return Lanes(-a.v); }
    Lanes& operator+=(Lanes b) { return *this = *this + b; }
};

template <class L>
constexpr size_t lane_count = 1;
template <size_t W>
constexpr size_t lane_count<Lanes<W>> = W;

inline double lane(double x, size_t) {
    return x;
}
template <size_t W>
double lane(const Lanes<W>& x, size_t i) {
    return x.v[i];
}
inline void set_lane(double& x, size_t, double value) {
    x = value;
}
template <size_t W>
void set_lane(Lanes<W>& x, size_t i, double value) {
    x.v[i] = value;
}

/// The larger; b where a is no number.
inline double larger(double a, double b) {
    return a > b ? a : b;
}
template <size_t W>
Lanes<W> larger(Lanes<W> a, Lanes<W> b) {
    return Lanes<W>(a.v > b.v ? a.v : b.v);
}

/// `then` where x > limit, else `otherwise`.
inline double where_above(double x, double limit, double then, double otherwise) {
    return x > limit ? then : otherwise;
}
template <size_t W>
Lanes<W> where_above(Lanes<W> x, Lanes<W> limit, Lanes<W> then, Lanes<W> otherwise) {
    return Lanes<W>(x.v > limit.v ? then.v : otherwise.v);
}

inline bool any_above(double x, double limit) {
    return x > limit;
}
template <size_t W>
bool any_above(Lanes<W> x, double limit) {
#if defined(__AVX512F__)
    if constexpr (W == 8)
        return _mm512_cmp_pd_mask((__m512d)x.v, _mm512_set1_pd(limit), _CMP_GT_OQ) != 0;
#endif
#if defined(__AVX__)
    if constexpr (W == 4)
        return _mm256_movemask_pd(_mm256_cmp_pd((__m256d)x.v, _mm256_set1_pd(limit), _CMP_GT_OQ)) !=
               0;
#endif
    bool any = false;
    for (size_t i = 0; i < W; ++i) any |= x.v[i] > limit;
    return any;
}

/// False where some lane is no number.
inline bool all_within(double x, double limit) {
    return x <= limit;
}
template <size_t W>
bool all_within(Lanes<W> x, double limit) {
#if defined(__AVX512F__)
    if constexpr (W == 8)
        return _mm512_cmp_pd_mask((__m512d)x.v, _mm512_set1_pd(limit), _CMP_LE_OQ) == 0xff;
#endif
    bool all = true;
    for (size_t i = 0; i < W; ++i) all &= x.v[i] <= limit;
    return all;
}

inline double square_root(double x) {
    return std::sqrt(x);
}
template <size_t W>
Lanes<W> square_root(Lanes<W> x) {
#if defined(__AVX512F__)
    // Masked, because g++ 12 warns falsely of the plain one (GCC bug 105593).
    if constexpr (W == 8)
        return Lanes<W>((typename Lanes<W>::Pack)_mm512_maskz_sqrt_pd(0xff, (__m512d)x.v));
#endif
#if defined(__AVX__)
    if constexpr (W == 4) return Lanes<W>((typename Lanes<W>::Pack)_mm256_sqrt_pd((__m256d)x.v));
#endif
    for (size_t i = 0; i < W; ++i) x.v[i] = std::sqrt(x.v[i]);
    return x;
}

/// Calls f for every lane and gathers what it returns.
template <class F>
double each_lane(double x, F f) {
    return f(x, size_t{0});
}
template <size_t W, class F>
Lanes<W> each_lane(Lanes<W> x, F f) {
    for (size_t i = 0; i < W; ++i) x.v[i] = f(x.v[i], i);
    return x;
}

/// One lane on: the last lane of `before`, then all but the last of x.
inline double shifted(double, double before) {
    return before;
}
template <size_t W>
Lanes<W> shifted(Lanes<W> x, Lanes<W> before) {
    if constexpr (W == 2)
        return Lanes<W>(__builtin_shufflevector(before.v, x.v, 1, 2));
    else if constexpr (W == 4)
        return Lanes<W>(__builtin_shufflevector(before.v, x.v, 3, 4, 5, 6));
    else
        return Lanes<W>(__builtin_shufflevector(before.v, x.v, 7, 8, 9, 10, 11, 12, 13, 14));
}

inline double sum_of_lanes(double x) {
    return x;
}
template <size_t W>
double sum_of_lanes(const Lanes<W>& x) {
    double sum = 0;
    for (size_t i = 0; i < W; ++i) sum += x.v[i];
    return sum;
}

}  // namespace thigmo
