// Places, radii and slenderness along a run of segments.
#include "thigmo/sim/centreline.h"

#include <algorithm>

#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

constexpr int steps = 256;  // of the table of slenderness

}  // namespace

Centreline::Centreline(const Segments& segments, Rows<SegmentId> run, double least_radius)
    : segments_(segments), run_(run), least_radius_(least_radius) {
    ends_.push_back(0);
    for (const SegmentId segment : run_)
        ends_.push_back(ends_.back() + thigmo::length(segments_, segment));
    length_ = ends_.back();
    for (double& end : ends_) end /= length_;
    ends_.back() = 1;
    double diameters = 0;
    for (int i = 0; i < steps; ++i) diameters += 1 / radius((i + 0.5) / steps);
    slenderness_.push_back(0);
    for (int i = 0; i < steps; ++i)
        slenderness_.push_back(slenderness_.back() + 0.5 / steps +
                               0.5 / (radius((i + 0.5) / steps) * diameters));
    for (double& each : slenderness_) each /= slenderness_.back();
}

std::pair<size_t, double> Centreline::place(double along) const {
    const auto above = std::upper_bound(ends_.begin() + 1, ends_.end() - 1, along);
    const auto row = static_cast<size_t>(above - ends_.begin() - 1);
    return {row, (along - ends_[row]) / (ends_[row + 1] - ends_[row])};
}

Vec3 Centreline::point(double along) const {
    const auto [row, share] = place(along);
    const SegmentId at(run_.first + row);
    return (1 - share) * segments_.start[at] + share * segments_.end[at];
}

double Centreline::radius(double along) const {
    return std::max(least_radius_, stated_radius(along));
}

double Centreline::stated_radius(double along) const {
    const auto [row, share] = place(along);
    const SegmentId at(run_.first + row);
    const double radius =
        (1 - share) * segments_.start_radius[at] + share * segments_.end_radius[at];
    if (row == 0 || share >= 1e-9) return radius;
    return 0.5 * (radius + segments_.end_radius[SegmentId(at.value - 1)]);
}

double Centreline::mean_radius() const {
    constexpr int samples = 8;
    double sum = 0;
    for (int i = 0; i < samples; ++i) sum += radius((i + 0.5) / samples);
    return sum / samples;
}

double Centreline::slenderness(double along) const {
    const double place = std::clamp(along, 0.0, 1.0) * steps;
    const auto below = static_cast<size_t>(std::min(place, steps - 1.0));
    const double share = place - static_cast<double>(below);
    return (1 - share) * slenderness_[below] + share * slenderness_[below + 1];
}

double Centreline::by_slenderness(double measure) const {
    const auto above = std::lower_bound(slenderness_.begin() + 1, slenderness_.end() - 1, measure);
    const double low = above[-1], high = above[0];
    const double place = static_cast<double>(above - slenderness_.begin() - 1);
    return std::clamp((place + (measure - low) / (high - low)) / steps, 0.0, 1.0);
}

}  // namespace thigmo
