// Four numbers side by side, the width that both AVX2 and AVX-512 machines fill their adders with
// and that pads small matrices least.
#pragma once

#include <utility>

#include "thigmo/base/assert.h"

namespace thigmo {

struct Four {
    typedef double Pack __attribute__((vector_size(32)));
    Pack v;
};

inline double sum(Four::Pack a) {
    return (a[0] + a[2]) + (a[1] + a[3]);
}

/// The sums of four packs side by side.
inline Four::Pack sums(Four::Pack a, Four::Pack b, Four::Pack c, Four::Pack d) {
    const Four::Pack ab =
        __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const Four::Pack cd =
        __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
    return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) +
           __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/// f(0), f(1) … f(N − 1), the numbers constants.
template <int N, class F>
[[gnu::always_inline]] inline void each(const F& f) {
    [&]<int... n>(std::integer_sequence<int, n...>) __attribute__((always_inline)) {
        (f(std::integral_constant<int, n>()), ...);
    }
    (std::make_integer_sequence<int, N>());
}

constexpr int most_blocks = 8;  // of four, that small matrices have

/// Calls work with a number of blocks, 1 … most_blocks, as a constant.
template <class Work>
auto with_blocks(int blocks, const Work& work) {
    THIGMO_ASSERT(blocks >= 1 && blocks <= most_blocks);
    switch (blocks) {
        case 1:
            return work.template operator()<1>();
        case 2:
            return work.template operator()<2>();
        case 3:
            return work.template operator()<3>();
        case 4:
            return work.template operator()<4>();
        case 5:
            return work.template operator()<5>();
        case 6:
            return work.template operator()<6>();
        case 7:
            return work.template operator()<7>();
        default:
            return work.template operator()<8>();
    }
}

}  // namespace thigmo
