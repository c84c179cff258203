// Random numbers: the same seed gives the same bits whatever the thread count.
#pragma once

#include <cstdint>

namespace thigmo {

/// A well mixed 64-bit hash of x (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
constexpr uint64_t mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/// Hash of two numbers in order.
constexpr uint64_t mix(uint64_t a, uint64_t b) {
    return mix(mix(a) ^ (b + 0x632be59bd9b4e019u));
}

__extension__ using Wide = unsigned __int128;

/// SplitMix64: small, seedable anywhere, good enough for shapes and samples.
class Random {
  public:
    explicit constexpr Random(uint64_t seed) : state_(mix(seed)) {}

    constexpr uint64_t bits() {
        const uint64_t value = mix(state_);
        state_ += 0x9e3779b97f4a7c15u;
        return value;
    }
    /// Uniform in [0, 1).
    constexpr double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    /// Uniform in [low, high).
    constexpr double uniform(double low, double high) { return low + (high - low) * uniform(); }
    /// Uniform among 0 … count-1; count must not be 0.
    constexpr uint64_t below(uint64_t count) {
        return static_cast<uint64_t>((static_cast<Wide>(bits()) * count) >> 64);
    }
    /// Standard normal.
    double normal();

  private:
    uint64_t state_;
};

}  // namespace thigmo
