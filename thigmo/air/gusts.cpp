// Frozen turbulence on a mean profile.
#include "thigmo/air/gusts.h"

#include <algorithm>

#include "thigmo/base/parallel.h"

namespace thigmo {
namespace {

Turbulence turbulence(const WindSettings& settings) {
    return {settings.spectrum, settings.speed,
            settings.turbulence * settings.speed * deviation_ratios,
            integral_scales(settings.reference_height)};
}

/// Places farther than 1e12 m, and those that are no number, are taken as that far.
double tame(double x) {
    constexpr double farthest = 1e12;
    const double below = x < farthest ? x : farthest;
    return below > -farthest ? below : -farthest;
}

/// Has the memory of a part of the samples brought near, while others are worked on.
void fetch(std::span<const AirSample> samples, size_t part, size_t parts) {
    const size_t from = samples.size() * part / parts, to = samples.size() * (part + 1) / parts;
    for (const AirSample& sample : samples.subspan(from, to - from))
        __builtin_prefetch(&sample.point);
}

}  // namespace

Gusts::Gusts(const WindSettings& settings)
    : axes_(settings.direction),
      profile_(settings),
      speed_(settings.speed),
      field_(turbulence(settings), settings.period, settings.seed) {}

GustPlaces Gusts::places(const Points& points, double time) const {
    // Grids stand askew, so that no stem or row of plants runs along their repeats.
    constexpr double cosine = 0.8506508083520399, sine = 0.5257311121191336;
    const double per_speed = 1 / speed_;
    GustPlaces places;
    for (size_t i = 0; i < gust_block; ++i) {
        const double across = axes_.across.x() * points.x[i] + axes_.across.z() * points.z[i];
        const double along = axes_.along.x() * points.x[i] + axes_.along.z() * points.z[i];
        places.s[i] = time - per_speed * along;
        places.y[i] = cosine * across - sine * points.y[i];
        places.z[i] = sine * across + cosine * points.y[i];
    }
    return places;
}

/// Loops of one kind of work each: compilers turn all but the first and last into vectors.
void Gusts::sample_block(std::span<AirSample> samples, std::span<const AirSample> next,
                         double time) const {
    Points points;
    for (size_t i = 0; i < samples.size(); ++i) {
        points.x[i] = samples[i].point.x();
        points.y[i] = samples[i].point.y();
        points.z[i] = samples[i].point.z();
    }
    for (auto* axis : {&points.x, &points.y, &points.z})
        for (double& value : *axis) value = tame(value);
    const GustPlaces at = places(points, time);
    GustBlock gusts;
    gusts.fill(Eigen::Array4f::Zero());
    for (size_t band = 0; band < GustField::bands; ++band) {
        fetch(next, band, GustField::bands);
        field_.add(band, at, gusts);
    }
    const auto logarithms = profile_.logarithms(points.y);
    std::array<double, gust_block> mean, scale;
    for (size_t i = 0; i < gust_block; ++i) {
        mean[i] = speed_ * profile_.mean(logarithms[i]);
        scale[i] = profile_.gusts(logarithms[i]);
    }
    for (size_t i = 0; i < samples.size(); ++i) {
        const double u = mean[i] + scale[i] * gusts[i][0], v = scale[i] * gusts[i][1];
        samples[i].wind = {u * axes_.along.x() + v * axes_.across.x(), scale[i] * gusts[i][2],
                           u * axes_.along.z() + v * axes_.across.z()};
    }
}

void Gusts::sample(std::span<AirSample> samples, double ahead) const {
    parallel_chunks(samples.size(), 32 * gust_block, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; i += gust_block) {
            const size_t next = std::min(i + gust_block, end);
            sample_block(samples.subspan(i, next - i),
                         samples.subspan(next, std::min(gust_block, end - next)), time_ + ahead);
        }
    });
}

}  // namespace thigmo
