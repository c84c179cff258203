// Branches from a plant: centreline, taper, lowest mode, and what the wind does to it.
#include "thigmo/sim/beam/branches.h"

#include <algorithm>
#include <cmath>

#include <Eigen/LU>

#include "thigmo/base/random.h"
#include "thigmo/mechanics/spectrum.h"
#include "thigmo/mechanics/tapered_beam.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/beam/hanging.h"
#include "thigmo/sim/beam/sag.h"

namespace thigmo {
namespace {

/// A point of a centreline at a share x of its length.
Vec3 point_along(const Plant& plant, Rows<SegmentId> run, double whole, double x) {
    double left = x * whole;
    for (const SegmentId row : run) {
        const double piece = length(plant.segments, row);
        if (left <= piece || row == run.back())
            return plant.segments.start[row] +
                   left / piece * (plant.segments.end[row] - plant.segments.start[row]);
        left -= piece;
    }
    return plant.segments.end[run.back()];
}

/// Least squares through the base; a straight branch stays exactly straight.
RestCurve fit_curve(const Plant& plant, Rows<SegmentId> run, double whole) {
    RestCurve curve;
    curve.base = plant.segments.start[run.front()];
    const Vec3 chord = plant.segments.end[run.back()] - curve.base;
    curve.c1 = chord;
    if (run.size() == 1) return curve;
    // Through the tip too: bends are differences from the chord.
    constexpr int samples = 16;
    Eigen::Matrix2d square = Eigen::Matrix2d::Zero();
    Eigen::Matrix<double, 2, 3> right = Eigen::Matrix<double, 2, 3>::Zero();
    for (int i = 1; i <= samples; ++i) {
        const double x = i / (samples + 1.0);
        const Eigen::Vector2d row(x * x - x, x * x * x - x);
        const Vec3 bend = point_along(plant, run, whole, x) - curve.base - x * chord;
        square += row * row.transpose();
        right += row * bend.transpose();
    }
    const Eigen::Matrix<double, 2, 3> found = square.inverse() * right;
    curve.c2 = found.row(0);
    curve.c3 = found.row(1);
    curve.c1 = chord - curve.c2 - curve.c3;
    return curve;
}

class Builder {
  public:
    Builder(const Plant& plant, const BeamSettings& settings)
        : plant_(plant),
          settings_(settings),
          sag_(plant, settings.gravity),
          hanging_(subtree_moments(plant)),
          children_(plant.domains.size()),
          rides_(plant.domains.size()) {
        for (const DomainId domain : plant.domains.rows())
            if (plant.domains.parent[domain].exists())
                children_[plant.domains.parent[domain]].push_back(domain);
    }

    BeamPlant build() {
        for (const DomainId domain : plant_.domains.rows())
            rides_[domain] = is_branch(plant_, domain) ? Ride{branches_.push_back(make(domain)), 0}
                                                       : ride_of(domain);
        const std::vector<double> damping = mean_damping();
        return {std::move(branches_), std::move(rides_), mean_vogel(), damping};
    }

  private:
    /// Where a domain sits: on the branch that its parent is, or with its parent on another one.
    Ride ride_of(DomainId domain) const {
        const DomainId parent = plant_.domains.parent[domain];
        if (!parent.exists()) return {};
        if (!is_branch(plant_, parent)) return rides_[parent];
        return {rides_[parent].branch, along(domain)};
    }

    double along(DomainId domain) const {
        const DomainId parent = plant_.domains.parent[domain];
        const Attachment& at = plant_.domains.attachment[domain];
        double before = 0, whole = 0;
        for (const SegmentId row : plant_.domains.segments[parent]) {
            const double piece = length(plant_.segments, row);
            if (row < at.segment) before += piece;
            if (row == at.segment) before += at.along * piece;
            whole += piece;
        }
        return std::clamp(before / whole, 0.0, 1.0);
    }

    Branch make(DomainId domain) const {
        const Rows<SegmentId> run = plant_.domains.segments[domain];
        const Ride ride = ride_of(domain);
        Branch branch;
        branch.domain = domain;
        branch.parent = ride.branch;
        branch.along = ride.along;
        if (ride.branch.exists())
            branch.order = static_cast<uint16_t>(branches_[ride.branch].order + 1);
        branch.length = 0;
        for (const SegmentId row : run) branch.length += length(plant_.segments, row);
        branch.taper = std::clamp(
            plant_.segments.end_radius[run.back()] / plant_.segments.start_radius[run.front()],
            least_taper, 1.0);
        branch.curve = fit_curve(plant_, run, branch.length);
        const Vec3 chord = branch.curve.at(1) - branch.curve.base;
        branch.frame = Quat::FromTwoVectors(Vec3::UnitX(), chord);
        set_mode(branch);
        if (ride.branch.exists()) branch.borne = turned_at(branches_[ride.branch], ride.along);
        branch.run =
            draw_trajectory(settings_.weave, mix(settings_.seed, plant_.domains.key[domain]));
        return branch;
    }

    void set_mode(Branch& branch) const {
        const SagMode mode = sag_.mode(branch);
        branch.mass = hanging_[branch.domain].mass;
        branch.modal_mass = mode.mass;
        branch.participation = mode.participation;
        branch.frequency = settings_.frequency_factor * frequency(branch, mode);
        const double stiffer = std::pow(branch.frequency / mode.frequency, 2);
        branch.lean = std::max(0.0, mode.lean) * exposure(branch) / stiffer;
    }

    static Vec3 turned_at(const Branch& bearer, double along) {
        const double slope = bearer.lean * beam_slope(bearer.taper, along) /
                             (bearer.length * beam_deflection(bearer.taper, 1));
        return bearer.borne + slope * (bearer.frame * Vec3::UnitX());
    }

    double frequency(const Branch& branch, const SagMode& mode) const {
        if (settings_.frequency == FrequencyLaw::material) return mode.frequency;
        bool leafy = false;
        for (const DomainId domain : subtree(plant_, branch.domain))
            leafy = leafy || is_foliage(plant_.domains.kind[domain]);
        constexpr double leafless = 2.5;  // [Habel2009] 5.4
        return coder_frequency(branch.length) * (leafy ? 1 : leafless);
    }

    std::vector<double> mean_damping() const {
        std::vector<double> sum;
        std::vector<size_t> count;
        for (const Branch& branch : branches_) {
            sum.resize(std::max<size_t>(sum.size(), branch.order + 1u));
            count.resize(sum.size());
            sum[branch.order] +=
                plant_.materials[plant_.domains.material[branch.domain]].damping_ratio;
            ++count[branch.order];
        }
        for (size_t i = 0; i < sum.size(); ++i) sum[i] /= static_cast<double>(count[i]);
        return sum;
    }

    double mean_vogel() const {
        double sum = 0, drag = 0;
        for (const DomainId domain : plant_.domains.rows()) {
            double own = hanging_[domain].drag;
            for (const DomainId child : children_[domain]) own -= hanging_[child].drag;
            sum += own * plant_.materials[plant_.domains.material[domain]].vogel;
            drag += own;
        }
        return drag > 0 ? sum / drag : 0;
    }

    /// Squared speed of the wind where the branch's drag is, over that at the reference height, and
    /// less what the plant shelters.
    double exposure(const Branch& branch) const {
        const BeamWind& wind = settings_.wind;
        const Hanging& body = hanging_[branch.domain];
        if (!(wind.roughness > 0) || !(body.drag > 0)) return wind.pressure;
        const double height = body.drag_first.y() / body.drag;
        const double share = log_profile(height, 1, wind.reference_height, wind.roughness);
        return wind.pressure * share * share;
    }

    const Plant& plant_;
    const BeamSettings& settings_;
    Sag sag_;
    Column<DomainId, Hanging> hanging_;
    Column<DomainId, std::vector<DomainId>> children_;
    Column<DomainId, Ride> rides_;
    Branches branches_;
};

}  // namespace

BeamPlant build_branches(const Plant& plant, const BeamSettings& settings) {
    return Builder(plant, settings).build();
}

double coder_frequency(double length) {
    return 2.55 * std::pow(length, -0.59);
}

}  // namespace thigmo
