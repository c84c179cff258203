// The wind at every body, and drag coefficients at its speed.
#include <cmath>

#include "thigmo/mechanics/drag.h"
#include "thigmo/sim/articulated/engine.h"

namespace thigmo {

template <class L>
void Engine<L>::set_air(std::span<const AirSample> samples, std::span<const uint32_t> sample,
                        std::span<const double> vogel) {
    for (uint32_t seat = static_cast<uint32_t>(W); seat < layout_.body.size(); ++seat) {
        const uint32_t body = layout_.body[seat];
        if (body == Layout::none) continue;
        Row<L>& row = rows_[seat / W];
        const size_t i = seat % W;
        const Vec3& wind = samples[sample[body]].wind;
        set_lane(row.wind.x, i, wind.x());
        set_lane(row.wind.y, i, wind.y());
        set_lane(row.wind.z, i, wind.z());
        // Once per step, from the velocity of the joint: the exponent acts on the mean flow.
        const double k = lane(row.c.drag, i);
        const OneMotion m = motion(seat);
        const double speed = (m.v - wind).norm();
        set_lane(row.k, i,
                 speed > vogel_speed ? k * std::pow(speed / vogel_speed, vogel[body]) : k);
    }
}

template class Engine<double>;
template class Engine<Lanes<4>>;

}  // namespace thigmo
