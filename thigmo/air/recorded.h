// Wind as an anemometer recorded it: the same over the whole ground, with a log profile.
#pragma once

#include "thigmo/air/mean_wind.h"
#include "thigmo/air/timed.h"
#include "thigmo/air/wind_record.h"

namespace thigmo {

class Recorded final : public TimedAir {
  public:
    /// Reads the settings' file.
    explicit Recorded(const WindSettings& settings);
    Recorded(const WindSettings& settings, WindRecord record);
    const char* name() const override { return "recorded"; }
    void sample(std::span<AirSample> samples, double ahead) const override;
    /// At the anemometer, t seconds after the record begins.
    Vec3 at(double t) const;
    /// After which a looping record begins anew (s): one step after its last row.
    double duration() const;

  private:
    WindRecord record_;
    Profile profile_;
    bool loop_;
};

}  // namespace thigmo
