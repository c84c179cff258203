// Sums of weighted points, and the rigid motion of the base.
#include "thigmo/sim/fem/tied_points.h"

#include <algorithm>
#include <cmath>

namespace thigmo {

TiedPoint TiedPoints::add_row(uint32_t own) {
    TiedPoint point;
    point.first = static_cast<uint32_t>(row.size());
    point.count = 1;
    row.push_back(own);
    weight.push_back(1);
    return point;
}

TiedPoint TiedPoints::add_held(const Vec3& rest) {
    TiedPoint point;
    point.first = static_cast<uint32_t>(row.size());
    point.held = rest;
    point.share = 1;
    return point;
}

TiedPoint TiedPoints::add_sum(std::span<const WeightedPoint> terms) {
    TiedPoint sum;
    std::vector<std::pair<uint32_t, double>> parts;
    for (const WeightedPoint& term : terms) {
        if (term.weight == 0) continue;
        sum.held += term.weight * term.point.held;
        sum.share += term.weight * term.point.share;
        for (uint32_t k = 0; k < term.point.count; ++k)
            parts.emplace_back(row[term.point.first + k],
                               term.weight * weight[term.point.first + k]);
    }
    std::stable_sort(parts.begin(), parts.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    sum.first = static_cast<uint32_t>(row.size());
    for (const auto& [own, share] : parts) {
        if (sum.count > 0 && row.back() == own) {
            weight.back() += share;
            continue;
        }
        row.push_back(own);
        weight.push_back(share);
        ++sum.count;
    }
    return sum;
}

Vec3 TiedPoints::sum(const TiedPoint& point, std::span<const Vec3> y) const {
    Vec3 total = Vec3::Zero();
    for (uint32_t k = point.first; k < point.first + point.count; ++k)
        total += weight[k] * y[row[k]];
    return total;
}

void TiedPoints::push(const TiedPoint& point, const Vec3& force, std::span<Vec3> forces) const {
    for (uint32_t k = point.first; k < point.first + point.count; ++k)
        forces[row[k]] += weight[k] * force;
}

BaseMotion BaseMotion::after(double time) const {
    BaseMotion then = *this;
    then.place.translation += time * velocity + 0.5 * time * time * acceleration;
    then.velocity += time * acceleration;
    const Vec3 turn = time * spin + 0.5 * time * time * spin_rate;
    if (const double angle = turn.norm(); angle > 0) {
        then.place.rotation = Quat(Eigen::AngleAxisd(angle, turn / angle)) * place.rotation;
        then.place.rotation.normalize();
    }
    then.spin += time * spin_rate;
    return then;
}

Vec3 BaseMotion::position(const TiedPoint& point) const {
    return place.rotation * point.held + point.share * place.translation;
}

Vec3 BaseMotion::velocity_of(const TiedPoint& point) const {
    return point.share * velocity + spin.cross(place.rotation * point.held);
}

Vec3 BaseMotion::acceleration_of(const TiedPoint& point) const {
    const Vec3 arm = place.rotation * point.held;
    return point.share * acceleration + spin_rate.cross(arm) + spin.cross(spin.cross(arm));
}

}  // namespace thigmo
