// Well spread sample points: Owen-scrambled Sobol' pairs after [Burley2020], the same for every
// thread count because they depend on seed, pixel and sample number alone.
#pragma once

#include <cstdint>

#include "thigmo/base/random.h"
#include "thigmo/base/vector.h"

namespace thigmo {

constexpr uint32_t reverse_bits(uint32_t x) {
    x = ((x & 0x55555555u) << 1) | ((x >> 1) & 0x55555555u);
    x = ((x & 0x33333333u) << 2) | ((x >> 2) & 0x33333333u);
    x = ((x & 0x0f0f0f0fu) << 4) | ((x >> 4) & 0x0f0f0f0fu);
    return __builtin_bswap32(x);
}

/// Lower bits of x change the higher ones only, as an Owen scramble of the reversed bits needs.
constexpr uint32_t hash_upwards(uint32_t x, uint32_t seed) {
    x += seed;
    x ^= x * 0x6c50b47cu;
    x ^= x * 0xb82f1e52u;
    x ^= x * 0xc7afe638u;
    x ^= x * 0x8d22f6e6u;
    return x;
}

/// Pascal's triangle modulo 2 times x: the second Sobol' dimension, its bits reversed.
constexpr uint32_t pascal(uint32_t x) {
    x ^= (x >> 1) & 0x55555555u;
    x ^= (x >> 2) & 0x33333333u;
    x ^= (x >> 4) & 0x0f0f0f0fu;
    x ^= (x >> 8) & 0x00ff00ffu;
    x ^= (x >> 16) & 0x0000ffffu;
    return x;
}

/// The points of one sample of one pixel; each call of pair() opens two new dimensions.
class Sampler {
  public:
    constexpr Sampler(uint64_t seed, uint64_t pixel, uint32_t sample)
        : state_(mix(seed, pixel)), sample_(reverse_bits(sample)) {}

    /// Uniform in [0, 1)².
    Vec2f pair() {
        state_ = mix(state_);
        const auto low = static_cast<uint32_t>(state_), high = static_cast<uint32_t>(state_ >> 32);
        const uint32_t index = reverse_bits(hash_upwards(sample_, low ^ high));
        return {unit(hash_upwards(index, low)), unit(hash_upwards(pascal(index), high))};
    }

  private:
    static float unit(uint32_t reversed) {
        return static_cast<float>(reverse_bits(reversed) >> 8) * 0x1p-24f;
    }
    uint64_t state_;
    uint32_t sample_;
};

}  // namespace thigmo
