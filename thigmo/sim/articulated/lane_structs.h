// Single lanes of structs whose every value is lanes.
#pragma once

#include <cstring>
#include <type_traits>

#include "thigmo/sim/articulated/lanes.h"

namespace thigmo {

/// Copies one lane of every value of a struct of lanes. Through bytes, because lanes and doubles
/// must not alias.
template <template <class> class T, class L>
void copy_lanes(const T<L>& source, size_t from, T<L>& target, size_t to) {
    const char* in = reinterpret_cast<const char*>(&source) + from * sizeof(double);
    char* out = reinterpret_cast<char*>(&target) + to * sizeof(double);
    for (size_t k = 0; k < sizeof(T<L>); k += sizeof(L))
        std::memcpy(out + k, in + k, sizeof(double));
}

/// Structs of W lanes, each lane from its own struct of lanes L. Put together in registers: what is
/// written lane by lane could not be read at once.
template <template <class> class T, class L, size_t W = lane_count<L>>
struct LaneSources {
    using Out = std::conditional_t<W == lane_count<L>, L, Lanes<W>>;
    const char* at[W];
    void set(size_t to, const T<L>& source, size_t from) {
        at[to] = reinterpret_cast<const char*>(&source) + from * sizeof(double);
    }
    T<Out> gathered() const {
        T<Out> out;
        gather(out);
        return out;
    }
    void gather(T<Out>& out) const {
        for (size_t k = 0; k < sizeof(T<L>) / sizeof(L); ++k) {
            Out value;
            for (size_t i = 0; i < W; ++i) {
                double x;
                std::memcpy(&x, at[i] + k * sizeof(L), sizeof(x));
                set_lane(value, i, x);
            }
            std::memcpy(reinterpret_cast<char*>(&out) + k * sizeof(Out), &value, sizeof(value));
        }
    }
};

/// One lane of every value of a struct of lanes, and back.
template <template <class> class T, class L>
T<double> take_lane(const T<L>& source, size_t from) {
    T<double> out;
    const char* in = reinterpret_cast<const char*>(&source) + from * sizeof(double);
#pragma GCC unroll 64
    for (size_t k = 0; k < sizeof(T<double>) / sizeof(double); ++k)
        std::memcpy(reinterpret_cast<char*>(&out) + k * sizeof(double), in + k * sizeof(L),
                    sizeof(double));
    return out;
}
template <template <class> class T, class L>
void put_lane(const T<double>& source, T<L>& target, size_t to) {
    char* out = reinterpret_cast<char*>(&target) + to * sizeof(double);
#pragma GCC unroll 64
    for (size_t k = 0; k < sizeof(T<double>) / sizeof(double); ++k)
        std::memcpy(out + k * sizeof(L),
                    reinterpret_cast<const char*>(&source) + k * sizeof(double), sizeof(double));
}

}  // namespace thigmo
