// An air of which only the time changes.
#pragma once

#include "thigmo/air/air.h"
#include "thigmo/base/assert.h"

namespace thigmo {

class TimedAir : public Air {
  public:
    void advance(double dt, std::span<const AirSample>) override { time_ += dt; }
    void save(std::vector<double>& out) const override { out.assign(1, time_); }
    void restore(std::span<const double> state) override {
        THIGMO_ASSERT(state.size() == 1);
        time_ = state[0];
    }

  protected:
    double time_ = 0;  // s since the scene began
};

}  // namespace thigmo
