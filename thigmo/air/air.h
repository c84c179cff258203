// The air: a velocity at every point and time. It knows points in space, not plants.
#pragma once

#include <span>
#include <vector>

#include "thigmo/mechanics/air_sample.h"

namespace thigmo {

class Air {
  public:
    virtual ~Air() = default;
    virtual const char* name() const = 0;
    /// Fills in the wind at every sample, `ahead` seconds from now; airs that feel plants may give
    /// that of now. Any thread count gives the same bits.
    virtual void sample(std::span<AirSample> samples, double ahead) const = 0;
    /// Whether plants disturb it; if not, advance() gets no samples.
    virtual bool feels_plants() const { return false; }
    /// Goes on by dt; the samples tell what stands in its way, for airs that feel plants.
    virtual void advance(double dt, std::span<const AirSample> samples) = 0;
    /// Everything that changes, so that a scene can go back; replaces what `out` held.
    virtual void save(std::vector<double>& out) const = 0;
    virtual void restore(std::span<const double> state) = 0;
};

}  // namespace thigmo
