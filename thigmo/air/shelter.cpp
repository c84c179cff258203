// Groups to clusters, clusters from upwind to downwind.
#include "thigmo/air/shelter.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace thigmo {
namespace {

/// Along the ground, in the mean over the samples; none where no wind blows.
std::optional<ShelterAxes> axes_of(std::span<const ShelterGroup> groups) {
    Vec3 sum = Vec3::Zero();
    for (const ShelterGroup& group : groups)
        for (const AirSample& sample : group.samples) sum += sample.wind;
    const Vec3 flat(sum.x(), 0, sum.z());
    if (!(flat.norm() > 0) || !flat.allFinite()) return {};
    ShelterAxes axes;
    axes.along = flat.normalized();
    axes.across = Vec3::UnitY().cross(axes.along);
    return axes;
}

double mean_speed(std::span<const std::span<AirSample>> samples) {
    double sum = 0;
    size_t count = 0;
    for (const auto& row : samples) {
        for (const AirSample& sample : row) sum += sample.wind.norm();
        count += row.size();
    }
    return sum / static_cast<double>(count);
}

}  // namespace

void Shelter::take_in(Cluster& other, Cluster& own) {
    own.box.extend(other.box);
    own.cell = std::max(own.cell, other.cell);
    next_[own.last] = other.first;
    own.last = other.last;
    other.cell = 0;
}

/// Boxes that touch become one, until none do.
void Shelter::find_clusters(const ShelterAxes& axes, std::span<const ShelterGroup> groups) {
    clusters_.clear();
    next_.resize(groups.size());
    for (size_t i = 0; i < groups.size(); ++i) {
        Cluster cluster{{}, i, i, groups[i].cell};
        for (const AirSample& sample : groups[i].samples)
            if (sample.drag.all() > 0) cluster.box.extend(axes.place(sample.point));
        if (cluster.box.isEmpty()) continue;
        const Vec3 margin = Vec3::Constant(2 * cluster.cell);
        cluster.box.min() -= margin;
        cluster.box.max() += margin;
        clusters_.push_back(cluster);
    }
    const auto upwind = [](const Cluster& a, const Cluster& b) {
        const double x = a.box.min().x(), other = b.box.min().x();
        return x != other ? x < other : a.first < b.first;
    };
    for (size_t before = clusters_.size() + 1; clusters_.size() < before;) {
        before = clusters_.size();
        std::ranges::sort(clusters_, upwind);
        for (size_t i = 0; i < clusters_.size(); ++i) {
            Cluster& own = clusters_[i];
            for (size_t k = i + 1; own.cell > 0 && k < clusters_.size(); ++k) {
                Cluster& other = clusters_[k];
                if (other.box.min().x() > own.box.max().x()) break;
                if (other.cell > 0 && own.box.intersects(other.box)) take_in(other, own);
            }
        }
        std::erase_if(clusters_, [](const Cluster& cluster) { return cluster.cell == 0; });
    }
}

void Shelter::shelter(const Cluster& cluster, ShelterAxes axes,
                      std::span<const ShelterGroup> groups) {
    samples_.clear();
    for (size_t i = cluster.first;; i = next_[i]) {
        samples_.push_back(groups[i].samples);
        if (i == cluster.last) break;
    }
    axes.anchor = groups[cluster.first].anchor;
    grid_.begin(axes, cluster.cell, mean_speed(samples_), samples_);
    if (wake_count_ > 0)
        grid_.set_inflow([&](const Vec3& point) {
            // The last one that it comes from has felt those before it.
            for (size_t i = wake_count_; i-- > 0;)
                if (float share = 1; wakes_[i].find(point, share)) return share;
            return 1.f;
        });
    grid_.sweep();
    grid_.shelter();
}

/// Among the others, so that those which end last come last.
void Shelter::keep_wake() {
    if (wakes_.size() == wake_count_) wakes_.emplace_back();
    grid_.write_wake(wakes_[wake_count_]);
    const auto end_of = [&](size_t i) {
        return wakes_[i].end + wakes_[i].axes.along.dot(wakes_[i].axes.anchor);
    };
    for (size_t i = wake_count_++; i > 0 && end_of(i) < end_of(i - 1); --i)
        std::swap(wakes_[i], wakes_[i - 1]);
}

void Shelter::apply(std::span<const ShelterGroup> groups) {
    const std::optional<ShelterAxes> axes = axes_of(groups);
    if (!axes) return;
    find_clusters(*axes, groups);
    wake_count_ = 0;
    for (const Cluster& cluster : clusters_) {
        shelter(cluster, *axes, groups);
        if (clusters_.size() > 1) keep_wake();
    }
}

}  // namespace thigmo
