// Steady airs.
#include "thigmo/air/uniform.h"

namespace thigmo {

void Calm::sample(std::span<AirSample> samples, double) const {
    for (AirSample& sample : samples) sample.wind.setZero();
}

Uniform::Uniform(const WindSettings& settings)
    : velocity_(settings.speed * WindAxes(settings.direction).along), profile_(settings) {}

void Uniform::sample(std::span<AirSample> samples, double) const {
    for (AirSample& sample : samples)
        sample.wind = profile_.mean(profile_.logarithm(sample.point.y())) * velocity_;
}

}  // namespace thigmo
