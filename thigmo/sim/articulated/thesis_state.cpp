// The thesis's plant: what is saved, what is shown.
#include <fmt/format.h>

#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/sim/articulated/thesis_simulator.h"

namespace thigmo {

/// State: the base (13 numbers), every domain's stiffness factor, then per body its angles,
/// velocities, springs' rest and damping.
void Thesis::list_rows() {
    auto at = static_cast<uint32_t>(13 + factors_.size());
    for (const BodyId body : bodies_.rows()) {
        const auto count = static_cast<uint32_t>(4 * joints_[body.value].axes);
        const SegmentId segment = bodies_.segment[body];
        const bool has_segment = segment.exists();
        rows_.push_back(
            {has_segment ? Load::Table::segments : Load::Table::domains,
             has_segment ? plant_.segments.key[segment] : plant_.domains.key[bodies_.domain[body]],
             at, count});
        at += count;
    }
    state_size_ = at;
}

void Thesis::save(std::vector<double>& out) const {
    out.clear();
    out.reserve(state_size_);
    const Start& base = tree_.base();
    const auto push = [&](const auto& v) { out.insert(out.end(), v.data(), v.data() + v.size()); };
    push(base.placement.translation);
    push(base.placement.rotation.coeffs());
    push(base.velocity);
    push(base.angular_velocity);
    out.insert(out.end(), factors_.begin(), factors_.end());
    for (size_t i = 0; i < tree_.size(); ++i) {
        const JointBody& body = tree_.body(i);
        const auto axes = size_t(body.axes), first = tree_.first(i);
        for (size_t k = 0; k < axes; ++k) out.push_back(tree_.angles()[first + k]);
        for (size_t k = 0; k < axes; ++k) out.push_back(tree_.velocities()[first + k]);
        for (size_t k = 0; k < axes; ++k) out.push_back(body.spring_rest[Eigen::Index(k)]);
        for (size_t k = 0; k < axes; ++k) out.push_back(body.damping[Eigen::Index(k)]);
    }
}

void Thesis::restore(std::span<const double> state) {
    if (state.size() != state_size_)
        throw InputError(
            fmt::format("state: found {} numbers, expected {}", state.size(), state_size_));
    Start base;
    base.placement.translation = Vec3(state[0], state[1], state[2]);
    base.placement.rotation.coeffs() = Eigen::Vector4d(state[3], state[4], state[5], state[6]);
    base.velocity = Vec3(state[7], state[8], state[9]);
    base.angular_velocity = Vec3(state[10], state[11], state[12]);
    std::copy_n(state.begin() + 13, factors_.size(), factors_.begin());
    std::vector<double> angles, velocities;
    for (size_t i = 0; i < tree_.size(); ++i) {
        const auto axes = size_t(joints_[i].axes);
        const auto own = state.subspan(rows_[i].first, rows_[i].count);
        angles.insert(angles.end(), own.begin(), own.begin() + Eigen::Index(axes));
        for (size_t k = 0; k < axes; ++k) {
            velocities.push_back(own[axes + k]);
            joints_[i].spring_rest[Eigen::Index(k)] = own[2 * axes + k];
            joints_[i].damping[Eigen::Index(k)] = own[3 * axes + k];
        }
        spring_up(i);
    }
    tree_.set_state(angles, velocities);
    tree_.set_base(base);
}

/// Gives the tree the springs of joint i under the present stiffness factor.
void Thesis::spring_up(size_t i) {
    const JointBody& joint = joints_[i];
    const double factor = factors_[bodies_.domain[BodyId(i)]];
    tree_.set_springs(i, factor * joint.stiffness, joint.damping, joint.spring_rest);
}

void Thesis::set_stiffness(const Column<DomainId, double>& factors) {
    if (factors.size() != factors_.size())
        throw InputError(fmt::format("stiffness: found {} factors, expected {}", factors.size(),
                                     factors_.size()));
    for (const double factor : factors)
        if (!(std::isfinite(factor) && factor >= 0))
            throw InputError(fmt::format("stiffness: found {}, expected 0 or more", factor));
    factors_ = factors;
    for (size_t i = 0; i < tree_.size(); ++i) spring_up(i);
}

Start Thesis::base() const {
    Start base = tree_.base();
    base.placement.translation -= base.placement.rotation * root_;
    return base;
}

Rigid Thesis::motion(BodyId body) const {
    const Rigid frame = tree_.frame(body.value);
    const Quat turn = (frame.rotation * bodies_.given[body].conjugate()).normalized();
    return {turn, frame.translation - turn * rest_start_[body]};
}

/// A flexible domain's shape goes with its first segment.
void Thesis::pose(Pose& out) const {
    out.segments.resize(plant_.segments.size());
    out.shapes.resize(plant_.domains.size());
    for (const SegmentId segment : plant_.segments.rows())
        out.segments[segment] = motion(bodies_.at_end[segment]);
    for (const DomainId domain : plant_.domains.rows())
        if (plant_.domains.kind[domain] == Kind::prop)
            out.shapes[domain] = base().placement;
        else if (plant_.domains.shape[domain].exists())
            out.shapes[domain] = motion(body_of(Load::Table::domains, domain.value));
}

void Thesis::attachment_loads(std::vector<Wrench>& segments) const {
    segments.assign(plant_.segments.size(), Wrench{});
    for (const BodyId body : bodies_.rows()) {
        const DomainId domain = bodies_.domain[body];
        const SegmentId segment = bodies_.segment[body];
        if (segment.exists())
            segments[segment.value] = tree_.carried(body.value);
        else if (!plant_.domains.segments[domain].empty())
            segments[plant_.domains.segments[domain].first] = tree_.carried(body.value);
    }
}

}  // namespace thigmo
