// Interpolation of a recorded wind.
#include "thigmo/air/recorded.h"

#include <algorithm>
#include <cmath>

#include "thigmo/base/file.h"

namespace thigmo {

Recorded::Recorded(const WindSettings& settings)
    : Recorded(settings, read_wind_record(read_file(settings.file), settings.file.string())) {}

Recorded::Recorded(const WindSettings& settings, WindRecord record)
    : record_(std::move(record)), profile_(settings), loop_(settings.loop) {}

double Recorded::duration() const {
    return record_.times.back() - record_.times.front() + record_.step;
}

/// Catmull and Rom: through every row, smooth to the first derivative.
Vec3 Recorded::at(double t) const {
    const auto& times = record_.times;
    const auto rows = static_cast<ptrdiff_t>(times.size());
    const double whole = duration();
    if (loop_) t -= whole * std::floor(t / whole);
    t = std::clamp(times.front() + t, times.front(),
                   loop_ ? times.back() + record_.step : times.back());
    const auto after = std::ranges::upper_bound(times, t);
    const ptrdiff_t row = std::max<ptrdiff_t>(after - times.begin() - 1, 0);
    const auto value = [&](ptrdiff_t i) -> const Vec3& {
        const ptrdiff_t j = loop_ ? (i + rows) % rows : std::clamp<ptrdiff_t>(i, 0, rows - 1);
        return record_.velocities[static_cast<size_t>(j)];
    };
    const double from = times[static_cast<size_t>(row)];
    const double step = after == times.end() ? record_.step : *after - from;
    const double x = std::min((t - from) / step, 1.0);
    const Vec3 &a = value(row - 1), &b = value(row), &c = value(row + 1), &d = value(row + 2);
    return b + x / 2 * (c - a + x * (2 * a - 5 * b + 4 * c - d + x * (3 * (b - c) + d - a)));
}

void Recorded::sample(std::span<AirSample> samples, double ahead) const {
    const Vec3 wind = at(time_ + ahead);
    for (AirSample& sample : samples)
        sample.wind = profile_.mean(profile_.logarithm(sample.point.y())) * wind;
}

}  // namespace thigmo
