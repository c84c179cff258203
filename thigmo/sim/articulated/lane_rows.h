// From lanes to rows and back: a number of several bodies side by side, or all numbers of one.
#pragma once

#include "thigmo/sim/articulated/rows.h"

namespace thigmo {

/// Element i of number k becomes element k of number i.
inline void transpose(const Lanes<4>* in, Lanes<4>* out) {
    const auto a0 = __builtin_shufflevector(in[0].v, in[1].v, 0, 4, 2, 6);
    const auto a1 = __builtin_shufflevector(in[0].v, in[1].v, 1, 5, 3, 7);
    const auto b0 = __builtin_shufflevector(in[2].v, in[3].v, 0, 4, 2, 6);
    const auto b1 = __builtin_shufflevector(in[2].v, in[3].v, 1, 5, 3, 7);
    out[0] = Lanes<4>(__builtin_shufflevector(a0, b0, 0, 1, 4, 5));
    out[1] = Lanes<4>(__builtin_shufflevector(a1, b1, 0, 1, 4, 5));
    out[2] = Lanes<4>(__builtin_shufflevector(a0, b0, 2, 3, 6, 7));
    out[3] = Lanes<4>(__builtin_shufflevector(a1, b1, 2, 3, 6, 7));
}

/// Two rows of four blocks: [a b] over [c d] becomes [aᵀ cᵀ] over [bᵀ dᵀ].
inline void transpose(const Lanes<8>* in, Lanes<8>* out) {
    Lanes<8>::Pack pairs[8], fours[8];
#pragma GCC unroll 4
    for (size_t k = 0; k < 8; k += 2) {
        const auto &a = in[k].v, &b = in[k + 1].v;
        pairs[k] = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
        pairs[k + 1] = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
    }
#pragma GCC unroll 2
    for (size_t k = 0; k < 8; k += 4)
#pragma GCC unroll 2
        for (size_t i = 0; i < 2; ++i) {
            const auto &a = pairs[k + i], &b = pairs[k + i + 2];
            fours[k + i] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
            fours[k + i + 2] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
        }
#pragma GCC unroll 4
    for (size_t i = 0; i < 4; ++i) {
        const auto &a = fours[i], &b = fours[i + 4];
        out[i] = Lanes<8>(__builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11));
        out[i + 4] = Lanes<8>(__builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15));
    }
}

/// The numbers of what hangs on one body, in the order of Hung, and a spare one.
struct alignas(64) HungRow {
    double n[hung_count + 1];
    void operator+=(const HungRow& other) {
        for (size_t k = 0; k < hung_count + 1; ++k) n[k] += other.n[k];
    }
};

inline void split(const Hung<double>& hung, HungRow* rows) {
    std::memcpy(rows->n, &hung, sizeof(hung));
    rows->n[hung_count] = 0;
}
template <size_t W>
void split(const Hung<Lanes<W>>& hung, HungRow* rows) {
    Lanes<W> all[hung_count + 1], block[W];
    std::memcpy(static_cast<void*>(all), &hung, sizeof(hung));
    all[hung_count] = Lanes<W>(0);
    for (size_t k = 0; k < hung_count + 1; k += W) {
        transpose(all + k, block);
        for (size_t i = 0; i < W; ++i) std::memcpy(rows[i].n + k, &block[i], sizeof(block[i]));
    }
}

inline void join(const HungRow* rows, Hung<double>& hung) {
    std::memcpy(static_cast<void*>(&hung), rows->n, sizeof(hung));
}
template <size_t W>
void join(const HungRow* rows, Hung<Lanes<W>>& hung) {
    Lanes<W> all[hung_count + 1], block[W];
    for (size_t k = 0; k < hung_count + 1; k += W) {
        for (size_t i = 0; i < W; ++i)
            std::memcpy(static_cast<void*>(&block[i]), rows[i].n + k, sizeof(block[i]));
        transpose(block, all + k);
    }
    std::memcpy(static_cast<void*>(&hung), all, sizeof(hung));
}

}  // namespace thigmo
