// Branches from a plant: centreline, taper, lowest mode, and what the wind does to it.
#include "thigmo/sim/beam/branches.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/LU>

#include "thigmo/base/parallel.h"
#include "thigmo/base/random.h"
#include "thigmo/mechanics/tapered_beam.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/beam/gust_response.h"
#include "thigmo/sim/beam/gust_sways.h"

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

/// The two sways of a branch: in the first the tip goes furthest in gusts, of all its modes; the
/// other one is the most across that. Gusts whose density falls as f^(−5/3) move a mode by its
/// share in the steady way × f^(−1/3).
struct MainSways {
    std::array<Eigen::Index, 2> mode{0, 0};
    std::array<Vec3, 2> along{Vec3::UnitY(), Vec3::UnitZ()};
};
MainSways main_sways(const BranchModes& modes, const SwayBranch& branch, const Vec3& chord) {
    const auto slow = [&](Eigen::Index k) { return std::pow(modes.squares[k], -1.0 / 6); };
    MainSways found{{0, 0}, {branch.across[0], branch.across[1]}};
    for (Eigen::Index k = 1; k < modes.size(); ++k)
        if (modes.share[k] * slow(k) > modes.share[found.mode[0]] * slow(found.mode[0]))
            found.mode = {k, k};
    const Vec3 tip = modes.tip.col(found.mode[0]);
    const Vec3 across = tip - chord.dot(tip) * chord;
    if (across.norm() > 0) found.along[0] = across.normalized();
    found.along[1] = chord.cross(found.along[0]);
    double most = 0;
    for (Eigen::Index k = 0; k < modes.size(); ++k) {
        if (k == found.mode[0]) continue;
        const double weight = std::abs(modes.tip.col(k).dot(found.along[1]) *
                                       modes.drive.col(k).dot(found.along[1])) /
                              modes.squares[k] * slow(k);
        if (weight > most) {
            most = weight;
            found.mode[1] = k;
        }
    }
    return found;
}

class Builder {
  public:
    Builder(const Plant& plant, const BeamSettings& settings)
        : plant_(plant),
          settings_(settings),
          tree_(plant, settings),
          wind_(settings, tree_.vogel),
          leans_(tree_, wind_),
          rides_(plant.domains.size()) {}

    BeamPlant build() {
        for (const DomainId domain : plant_.domains.rows())
            rides_[domain] = is_branch(plant_, domain) ? Ride{branches_.push_back(make(domain)), 0}
                                                       : ride_of(domain);
        find_bases();
        GustSways gusts(tree_, wind_, branches_.size());
        parallel_chunks(branches_.size(), 16, [&](size_t begin, size_t end) {
            for (size_t i = begin; i < end; ++i) set_mode(BranchId(i), gusts);
        });
        gusts.set(set_leans(), settings_.wind.reference_height, branches_);
        return {std::move(branches_), std::move(rides_), tree_.vogel};
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
        branch.mass = tree_.mass[domain];
        branch.run =
            draw_trajectory(settings_.weave, mix(settings_.seed, plant_.domains.key[domain]));
        return branch;
    }

    /// Where the branches that grow from each one begin, in the order of the bodies.
    void find_bases() {
        bases_.resize(branches_.size());
        for (const BranchId id : branches_.rows()) {
            const BranchId parent = branches_[id].parent;
            if (parent.exists()) bases_[parent].push_back(first_body(branches_[id]));
        }
    }
    size_t first_body(const Branch& branch) const {
        return tree_.of(subtree(plant_, branch.domain)).first;
    }

    SwayBranch sway_branch(const Branch& branch) const {
        const Vec3 chord = (branch.curve.at(1) - branch.curve.base).normalized();
        const Quat frame = Quat::FromTwoVectors(Vec3::UnitX(), chord);
        const SegmentId last = plant_.domains.segments[branch.domain].back();
        return {tree_.of(subtree(plant_, branch.domain)),
                tree_.at_end[last],
                plant_.segments.end[last],
                {frame * Vec3::UnitY(), frame * Vec3::UnitZ()},
                {}};
    }

    /// What each branch keeps of its small way in the built wind, those that bear it first. Where
    /// frequencies are not the material's, neither is the way that the wind takes it.
    Column<BranchId, BuiltLean> set_leans() {
        const bool own =
            settings_.frequency == FrequencyLaw::material && settings_.frequency_factor == 1;
        Column<BranchId, BuiltLean> leans(branches_.size());
        for (const BranchId id : branches_.rows()) {
            Branch& branch = branches_[id];
            if (branch.parent.exists()) {
                const Branch& bearer = branches_[branch.parent];
                branch.borne = bearer.borne + leans[branch.parent].law.share * unit_of(bearer) *
                                                  beam_slope(bearer.taper, branch.along) *
                                                  (bearer.frame * Vec3::UnitX());
            }
            if (own) leans_.harden(sway_branch(branch), branch);
            leans[id] = leans_.built_lean(sway_branch(branch), branch);
        }
        return leans;
    }

    void set_mode(BranchId id, GustSways& gusts) {
        Branch& branch = branches_[id];
        const Vec3 chord = (branch.curve.at(1) - branch.curve.base).normalized();
        SwayBranch own = sway_branch(branch);
        own.bases = bases_[id];
        const BranchModes modes = find_branch_modes(tree_, own);
        const MainSways sways = main_sways(modes, own, chord);
        Mat3 axes;
        axes << chord, sways.along[0], sways.along[1];
        branch.frame = Quat(axes).normalized();
        set_sways(branch, modes, sways);
        const BentBranch leaning = leans_.bend_in_wind(branch, own),
                         swaying = leans_.bend_in_gusts(branch, own);
        branch.taper = fit_beam(leaning, branch.taper).taper;
        branch.lean_share = tip_share(leaning, fit_taper(leaning, branch.taper));
        branch.sway_share = tip_share(swaying, fit_taper(swaying, branch.taper));
        branch.lean = branch.lean_share * std::max(0.0, leans_.small_lean(branch, own));
        const double faster = factor(branch);
        for (double& frequency : branch.frequency) frequency *= faster;
        branch.lean /= faster * faster;
        branch.gusts = gusts.add(id, modes, own.range, sways.along, faster);
    }

    void set_sways(Branch& branch, const BranchModes& modes, const MainSways& sways) const {
        branch.modal_mass =
            1 / std::max(1e-300, std::pow(modes.tip.col(sways.mode[0]).dot(sways.along[0]), 2));
        branch.damping = branch.air_damping = 0;
        for (size_t k = 0; k < 2; ++k) {
            const Eigen::Index mode = sways.mode[k];
            const double omega = std::sqrt(modes.squares[mode]);
            branch.frequency[k] = omega / (2 * std::numbers::pi);
            branch.damping += modes.damping(mode, mode) / (2 * omega) / 2;
            branch.air_damping += modes.air(mode, mode) / (2 * omega) / 2;
        }
        for (size_t k = 0; k < 2; ++k) {
            double variance = 0;
            for (const Vec3& shaken : sways.along)
                variance += tip_response(modes, modes.damping, modes.drive.transpose() * shaken,
                                         sways.along[k])
                                .to_white_noise();
            // One oscillator of frequency ω and ratio ζ has 1/(8 ζ ω³).
            const double omega = 2 * std::numbers::pi * branch.frequency[k];
            branch.participation[k] =
                std::sqrt(variance * 8 * branch.damping * omega * omega * omega);
        }
    }

    /// By how much a branch is faster than its wood makes it.
    double factor(const Branch& branch) const {
        if (settings_.frequency == FrequencyLaw::material) return settings_.frequency_factor;
        bool leafy = false;
        for (const DomainId domain : subtree(plant_, branch.domain))
            leafy = leafy || is_foliage(plant_.domains.kind[domain]);
        constexpr double leafless = 2.5;  // [Habel2009] 5.4
        return settings_.frequency_factor * coder_frequency(branch.length) *
               (leafy ? 1 : leafless) / branch.frequency[0];
    }

    const Plant& plant_;
    const BeamSettings& settings_;
    SwayTree tree_;
    BuiltWind wind_;
    WindLean leans_;
    Column<DomainId, Ride> rides_;
    Branches branches_;
    Column<BranchId, std::vector<size_t>> bases_;  // first bodies of what grows from a branch
};

}  // namespace

BeamPlant build_branches(const Plant& plant, const BeamSettings& settings) {
    return Builder(plant, settings).build();
}

double unit_way(const Branch& branch) {
    constexpr int pieces = 32;
    constexpr double least = 0.3;  // of a straight branch's
    const Vec3 chord = branch.frame * Vec3::UnitX();
    double ways = 0, sum = 0;
    for (int i = 0; i < pieces; ++i) {
        const double x = (i + 0.5) / pieces, slope = beam_slope(branch.taper, x);
        ways += slope * branch.curve.slope(x).dot(chord);
        sum += slope;
    }
    return beam_deflection(branch.taper, 1) * std::max(ways / sum, least * branch.length);
}

double coder_frequency(double length) {
    return 2.55 * std::pow(length, -0.59);
}

}  // namespace thigmo
