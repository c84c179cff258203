// Groups to clusters, clusters from upwind to downwind.
#include "thigmo/air/shelter.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace thigmo {
namespace {

typedef double FourDoubles __attribute__((vector_size(32)));

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

/// A point of the world next to its samples: from there, single precision is enough.
Vec3 origin_of(const ShelterGroup& group) {
    return group.samples.empty() ? group.anchor : group.samples.front().point;
}

}  // namespace

void Shelter::take_in(Cluster& other, Cluster& own) {
    own.box.extend(other.box);
    own.around.extend(other.around);
    own.speed += other.speed;
    own.samples += other.samples;
    own.cell = std::max(own.cell, other.cell);
    next_[own.last] = other.first;
    own.last = other.last;
    other.cell = 0;
}

/// Makes a cluster of one group. Its box is empty where nothing has drag.
Shelter::Cluster Shelter::cluster_of(const ShelterAxes& axes, const ShelterGroup& group,
                                     size_t index) {
    Cluster cluster;
    cluster.first = cluster.last = index;
    cluster.cell = group.cell;
    cluster.samples = group.samples.size();
    const Vec3 origin = axes.place(origin_of(group));
    const FourDoubles along = {axes.along.x(), axes.across.x(), 0, 0},
                      up = {axes.along.y(), axes.across.y(), 1, 0},
                      aside = {axes.along.z(), axes.across.z(), 0, 0},
                      from = {origin.x(), origin.y(), origin.z(), 0};
    FourFloats low = FourFloats{} + INFINITY, high = -low;
    ShelterPlace* place = &places_[begin_[index]];
    for (const AirSample& sample : group.samples) {
        const Vec3& point = sample.point;
        const FourFloats at = __builtin_convertvector(
            point.x() * along + point.y() * up + point.z() * aside - from, FourFloats);
        cluster.speed += sample.wind.norm();
        if (sample.drag.all() > 0) {
            low = low < at ? low : at;
            high = high > at ? high : at;
        }
        (place++)->at = at;
    }
    // What is lost in infinity is beyond shelter.
    if (high[0] - low[0] < INFINITY && high[1] - low[1] < INFINITY && high[2] - low[2] < INFINITY &&
        low[0] <= high[0])
        cluster.box = {origin + Vec3(low[0], low[1], low[2]),
                       origin + Vec3(high[0], high[1], high[2])};
    const Vec3 margin = Vec3::Constant(2 * cluster.cell);
    cluster.around = {cluster.box.min() - margin, cluster.box.max() + margin};
    return cluster;
}

/// Boxes that touch become one, until none do.
void Shelter::find_clusters(const ShelterAxes& axes, std::span<const ShelterGroup> groups) {
    clusters_.clear();
    next_.resize(groups.size());
    begin_.clear();
    size_t total = 0;
    for (const ShelterGroup& group : groups) {
        begin_.push_back(total);
        total += group.samples.size();
    }
    places_.resize(total);
    for (size_t i = 0; i < groups.size(); ++i)
        if (const Cluster cluster = cluster_of(axes, groups[i], i); !cluster.box.isEmpty())
            clusters_.push_back(cluster);
    const auto upwind = [](const Cluster& a, const Cluster& b) {
        const double x = a.around.min().x(), other = b.around.min().x();
        return x != other ? x < other : a.first < b.first;
    };
    for (size_t before = clusters_.size() + 1; clusters_.size() < before;) {
        before = clusters_.size();
        std::ranges::sort(clusters_, upwind);
        for (size_t i = 0; i < clusters_.size(); ++i) {
            Cluster& own = clusters_[i];
            for (size_t k = i + 1; own.cell > 0 && k < clusters_.size(); ++k) {
                Cluster& other = clusters_[k];
                if (other.around.min().x() > own.around.max().x()) break;
                if (other.cell > 0 && own.around.intersects(other.around)) take_in(other, own);
            }
        }
        std::erase_if(clusters_, [](const Cluster& cluster) { return cluster.cell == 0; });
    }
}

void Shelter::shelter(const Cluster& cluster, ShelterAxes axes,
                      std::span<const ShelterGroup> groups) {
    placed_.clear();
    for (size_t i = cluster.first;; i = next_[i]) {
        const std::span<AirSample> samples = groups[i].samples;
        placed_.push_back({samples, {&places_[begin_[i]], samples.size()}, origin_of(groups[i])});
        if (i == cluster.last) break;
    }
    axes.anchor = groups[cluster.first].anchor;
    grid_.begin(axes, cluster.cell, cluster.speed / static_cast<double>(cluster.samples),
                cluster.box, placed_);
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
