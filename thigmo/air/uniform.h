// Airs that do not change: calm, and a steady wind with or without a profile.
#pragma once

#include "thigmo/air/mean_wind.h"
#include "thigmo/air/timed.h"

namespace thigmo {

class Calm final : public TimedAir {
  public:
    const char* name() const override { return "calm"; }
    void sample(std::span<AirSample> samples, double ahead) const override;
};

class Uniform final : public TimedAir {
  public:
    explicit Uniform(const WindSettings& settings);
    const char* name() const override { return "uniform"; }
    void sample(std::span<AirSample> samples, double ahead) const override;

  private:
    Vec3 velocity_;  // at the reference height
    Profile profile_;
};

}  // namespace thigmo
