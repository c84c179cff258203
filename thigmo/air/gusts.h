// Gusty wind: a mean profile and frozen turbulence that it carries past.
#pragma once

#include "thigmo/air/gust_field.h"
#include "thigmo/air/mean_wind.h"
#include "thigmo/air/timed.h"

namespace thigmo {

class Gusts final : public TimedAir {
  public:
    /// Of settings that are in range, with a speed above 0.
    explicit Gusts(const WindSettings& settings);
    const char* name() const override { return "gusts"; }
    void sample(std::span<AirSample> samples, double ahead) const override;

  private:
    struct Points {
        std::array<double, gust_block> x{}, y{}, z{};
    };
    GustPlaces places(const Points& points, double time) const;
    /// gust_block of them at most, and those that come next.
    void sample_block(std::span<AirSample> samples, std::span<const AirSample> next,
                      double time) const;

    WindAxes axes_;
    Profile profile_;
    double speed_;
    GustField field_;
};

}  // namespace thigmo
