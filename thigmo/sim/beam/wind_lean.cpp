// Small and large leans of branches, seen from what bears them.
#include "thigmo/sim/beam/wind_lean.h"

#include <algorithm>
#include <cmath>

#include "thigmo/mechanics/drag.h"
#include "thigmo/mechanics/spectrum.h"
#include "thigmo/mechanics/tapered_beam.h"

namespace thigmo {
namespace {

/// Columns along the wind, across it and up.
Mat3 wind_axes(const Vec3& wind) {
    Mat3 axes;
    axes.col(0) = wind.normalized();
    axes.col(2) = Vec3::UnitY() - axes(1, 0) * axes.col(0);
    if (!(axes.col(2).norm() > 1e-6)) axes.col(2) = axes.col(0).unitOrthogonal();
    axes.col(2).normalize();
    axes.col(1) = axes.col(2).cross(axes.col(0));
    return axes;
}

Vec3 built_wind(const BeamSettings& settings) {
    constexpr double fresh_breeze = 8;  // m/s
    return settings.wind.mean.isZero(0) ? Vec3(fresh_breeze, 0, 0) : settings.wind.mean;
}

}  // namespace

BuiltWind::BuiltWind(const BeamSettings& settings, double vogel)
    : mean(built_wind(settings)),
      speed(mean.norm()),
      kept(kept_share(vogel, speed)),
      pressure(speed * speed * kept),
      axes(wind_axes(mean)) {}

FeltWind felt_by(const Branch& branch, const BuiltWind& wind) {
    FeltWind felt;
    felt.wind =
        branch.frame.conjugate() * felt_wind(Vec3(wind.axes.col(0)), branch.borne, wind.pressure);
    felt.across = std::hypot(felt.wind.y(), felt.wind.z());
    return felt;
}

namespace {

/// Length of a straight branch whose tip goes as far by the same bend.
double reaching_length(const Branch& branch) {
    return unit_way(branch) / beam_deflection(branch.taper, 1);
}

}  // namespace

WindLean::WindLean(const SwayTree& tree, const BuiltWind& wind)
    : tree_(tree), wind_(wind), balanced_(balance_in_wind(tree, wind.mean, wind.axes)) {
    for (size_t axis = 0; axis < 3; ++axis)
        slight_[axis] = slight_lean(tree, wind.axes.col(static_cast<Eigen::Index>(axis)));
}

template <class Way>
BentBranch WindLean::bent(const Branch& branch, const SwayBranch& own, const Way& way) const {
    BentBranch bent;
    Vec3 before = branch.curve.base;
    double along = 0;
    const auto add = [&](int body, const Vec3& at) {
        const double piece = (at - before).norm() / branch.length;
        along = std::min(1.0, along + piece);
        before = at;
        const double beyond = tree_.bodies[static_cast<size_t>(body)].outboard.mass;
        bent.way.push_back(way(body, at));
        bent.along.push_back(along);
        bent.weight.push_back(piece * std::sqrt(beyond));
    };
    for (size_t i = own.range.first; i < own.range.end && tree_.bodies[i].domain == branch.domain;
         ++i)
        add(static_cast<int>(i), tree_.bodies[i].at);
    add(own.tip_body, own.tip);
    return bent;
}

double WindLean::small_lean(const Branch& branch, const SwayBranch& own) const {
    const Vec3 chord = branch.frame * Vec3::UnitX();
    double way = 0, whole = 0;
    for (size_t axis = 0; axis < 3; ++axis) {
        const Vec3 wind = wind_.axes.col(static_cast<Eigen::Index>(axis));
        const Vec3 across = wind - chord.dot(wind) * chord;
        way += direction_weights[axis] *
               across.dot(moved(slight_[axis], own.range, own.tip_body, own.tip));
        whole += direction_weights[axis] * across.squaredNorm();
    }
    return way / whole;
}

BentBranch WindLean::bend_in_wind(const Branch& branch, const SwayBranch& own) const {
    const Vec3 tip = balanced(own.range, own.tip_body, own.tip);
    const double size = tip.norm();
    return bent(branch, own, [&](int body, const Vec3& at) {
        return size > 0 ? balanced(own.range, body, at).dot(tip) / size : 0.0;
    });
}

BentBranch WindLean::bend_in_gusts(const Branch& branch, const SwayBranch& own) const {
    const auto gusts = deviation_ratios.asDiagonal();
    const WindGive tip = gust_ways(own, branch, own.tip_body, own.tip) * gusts;
    const double size = tip.norm();
    return bent(branch, own, [&](int body, const Vec3& at) {
        const WindGive ways = gust_ways(own, branch, body, at) * gusts;
        return size > 0 ? ways.cwiseProduct(tip).sum() / size : 0.0;
    });
}

/// Small displacement of a body's point, seen from what bears the branch.
Vec3 WindLean::moved(const SwayMotion& motion, SwayTree::Range range, int body,
                     const Vec3& at) const {
    const int bearer = tree_.bodies[range.first].parent;
    return tree_.displacement(motion, body, at) - tree_.displacement(motion, bearer, at);
}

/// Displacement in the wind that the plant is built with, however far.
Vec3 WindLean::balanced(SwayTree::Range range, int body, const Vec3& at) const {
    const auto now = [&](const Vec3& point, int row) {
        if (row < 0) return point;
        const BalancedBody& pose = balanced_.bodies[static_cast<size_t>(row)];
        return Vec3(pose.at + pose.turn * (point - tree_.bodies[static_cast<size_t>(row)].at));
    };
    const int bearer = tree_.bodies[range.first].parent;
    if (bearer < 0) return now(at, body) - at;
    const BalancedBody& pose = balanced_.bodies[static_cast<size_t>(bearer)];
    return pose.turn.conjugate() * (now(at, body) - pose.at) +
           tree_.bodies[static_cast<size_t>(bearer)].at - at;
}

/// Small ways of a body's point from where it leans, seen from what bears the branch.
WindGive WindLean::gust_ways(const SwayBranch& own, const Branch& branch, int body,
                             const Vec3& at) const {
    const int bearer = tree_.bodies[own.range.first].parent;
    const auto row = static_cast<size_t>(body), on = static_cast<size_t>(bearer);
    const BalancedBody& last = balanced_.bodies[row];
    const BalancedBody held = bearer < 0 ? BalancedBody{} : balanced_.bodies[on];
    const Vec3 now = last.at + last.turn * (at - tree_.bodies[row].at);
    WindGive ways = WindGive::Zero();
    for (size_t axis = 0; axis < 3; ++axis) {
        const SwayMotion& motion = balanced_.give[axis];
        if (motion.turn.empty()) continue;
        Vec3 way = motion.shift[row] + motion.turn[row].cross(now - last.at);
        if (bearer >= 0) way -= motion.shift[on] + motion.turn[on].cross(now - held.at);
        const Vec3 seen = branch.frame.conjugate() * (held.turn.conjugate() * way);
        ways.col(static_cast<Eigen::Index>(axis)) = seen.tail<2>();
    }
    return ways;
}

BuiltLean WindLean::built_lean(const SwayBranch& own, const Branch& branch) const {
    const FeltWind felt = felt_by(branch, wind_);
    const double steep = beam_slope(branch.taper, 1.0), unit = beam_deflection(branch.taper, 1);
    BuiltLean lean;
    lean.law = lean_of(wind_.pressure * unit_of(branch), steep, felt.wind.x(), branch.hardening);
    if (felt.across > 0) lean.ahead = felt.wind.tail<2>() / felt.across;
    lean.give = branch.sway_share * gust_ways(own, branch, own.tip_body, own.tip);
    // A bent branch goes less far by the same amplitude, ahead and, as it turns, aside.
    const double amplitude = wind_.pressure * unit_of(branch) * lean.law.share * felt.across;
    if (amplitude > 0) {
        constexpr double least = 0.2;
        const Reach reach = reach_of(branch.taper, amplitude);
        const double ahead = std::max(least, reach.slope / unit),
                     aside = std::max(least, reach.across / amplitude / unit);
        const Eigen::Array2d shares = lean.ahead.array().square();
        lean.reach = (ahead * ahead * shares + aside * aside * (1 - shares)).sqrt();
    }
    return lean;
}

/// x = h/(1 + h·k) with h = p (1 + c p)^(−2/3): both the way and its change with the pressure are
/// those of the balanced plant.
void WindLean::harden(const SwayBranch& own, Branch& branch) const {
    constexpr double least_bend = 0.02;  // below this amplitude it bends as by small angles
    const FeltWind felt = felt_by(branch, wind_);
    const double free = wind_.pressure * unit_of(branch);
    if (!(free * felt.across > least_bend)) return;
    const Eigen::Vector2d ahead = felt.wind.tail<2>() / felt.across;
    const Vec3 way =
        branch.lean_share * (branch.frame.conjugate() * balanced(own.range, own.tip_body, own.tip));
    const double length = reaching_length(branch);
    const double amplitude = amplitude_of(branch.taper, ahead.dot(way.tail<2>()) / length);
    const double bent = amplitude / felt.across;
    const double along = 1 - bent * beam_slope(branch.taper, 1.0) * std::max(0.0, felt.wind.x());
    if (!(bent > 0) || !(along > 0)) return;
    const WindGive gives = branch.sway_share * gust_ways(own, branch, own.tip_body, own.tip);
    const double change =
        ahead.dot(gives.col(0)) / (length * reach_of(branch.taper, amplitude).slope);  // per m/s
    const double follows = change / amplitude * wind_.speed / ((2 + tree_.vogel) * branch.gusts);
    const double steepness = std::clamp(follows / along, 0.4, 1.0);
    const double far = 1 / (1 - 1.5 * (1 - steepness)), held = 1 / std::cbrt(far * far);
    const double fitted = std::clamp(bent / along / held / free, 0.3, 1.5);
    branch.lean *= fitted;
    const double less = fitted * free * along / bent;
    branch.hardening = std::max(0.0, std::pow(less, 1.5) - 1) / (fitted * free);
}

}  // namespace thigmo
