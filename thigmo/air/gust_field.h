// Frozen turbulence: four bands of frequency, each on a grid of its own, summed at points.
//
// Based on [Veers1988], by bands. Fast gusts reach a few centimetres across the wind and slow ones
// tens of metres, so every band has a grid as fine as its gusts; see docs/wind.md.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "thigmo/air/gust_band.h"

namespace thigmo {

/// Points are worked on by blocks, so that the processor always has several in hand.
inline constexpr size_t gust_block = 64;

/// Places in the field; any finite numbers.
struct GustPlaces {
    std::array<double, gust_block> s{};       // s into the record
    std::array<double, gust_block> y{}, z{};  // m, across the wind
};

using GustBlock = std::array<Eigen::Array4f, gust_block>;  // u, v, w (m/s) and a lane unused

class GustField {
  public:
    static constexpr size_t bands = 4;
    static constexpr double fastest = 10;  // Hz; faster gusts are left out
    static constexpr double record = 640;  // s, after which the field repeats if not said

    /// period: s, after which it repeats exactly; 0 for the record.
    GustField(const Turbulence& turbulence, double period, uint64_t seed);

    /// The field is the sum of its bands.
    void add(size_t band, const GustPlaces& places, GustBlock& gusts) const {
        bands_[band].add(places, gusts);
    }

  private:
    struct Band {
        double per_period = 0, per_tile = 0;  // 1/s, 1/m
        double drift_y = 0, drift_z = 0;      // tiles per second
        double slices = 0;
        std::vector<float> table;
        void add(const GustPlaces& places, GustBlock& gusts) const;
    };
    std::array<Band, bands> bands_;
};

}  // namespace thigmo
