// Branches from a plant: centreline, taper, lowest mode, and what the wind does to it.
#include "thigmo/sim/beam/branches.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/LU>

#include "thigmo/base/parallel.h"
#include "thigmo/base/random.h"
#include "thigmo/mechanics/spectrum.h"
#include "thigmo/mechanics/tapered_beam.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/beam/gust_response.h"

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

/// How a branch bends under a steady wind: ways across it at places along it.
struct BentBranch {
    std::vector<double> along, weight;
    std::vector<double> way[2];  // by winds in both directions
};

/// The tapered beam that comes nearest, and the way of its tip. A limp end alone says little about
/// a stem: places count by the root of what lies beyond them.
struct BeamFit {
    double taper = 1, tip = 0, residual = 0;
};
BeamFit fit_taper(const BentBranch& bent, double taper) {
    BeamFit found{taper, 0, 0};
    for (const std::vector<double>& way : bent.way) {
        double fitted = 0, unit_square = 0, square = 0;
        for (size_t i = 0; i < way.size(); ++i) {
            const double unit = beam_deflection(taper, bent.along[i]) / beam_deflection(taper, 1);
            fitted += bent.weight[i] * unit * way[i];
            unit_square += bent.weight[i] * unit * unit;
            square += bent.weight[i] * way[i] * way[i];
        }
        if (!(unit_square > 0)) continue;
        found.tip += fitted / unit_square / 2;
        found.residual += square - fitted * fitted / unit_square;
    }
    return found;
}

/// The branch's own taper unless another one is much nearer.
BeamFit fit_beam(const BentBranch& bent, double own) {
    BeamFit best = fit_taper(bent, own);
    const double enough = 0.5 * best.residual;
    for (const double taper : {0.05, 0.1, 0.2, 0.3, 0.45, 0.7, 1.0}) {
        const BeamFit other = fit_taper(bent, taper);
        if (other.residual < enough && other.residual < best.residual) best = other;
    }
    return best;
}

/// The tip's own way, unless a limp end takes it much further than the nearest beam goes.
double tip_way(const BentBranch& bent, const BeamFit& fit) {
    constexpr double most = 1.4;
    const double own = 0.5 * (bent.way[0].back() + bent.way[1].back());
    return std::clamp(own, fit.tip / most, std::max(fit.tip / most, most * fit.tip));
}

/// Where the drag of a branch is: its spread about its centre by axis (m), and the gusts there over
/// those at the reference height.
struct DragPlace {
    double spread = 0, gusts = 1;
};
DragPlace drag_place(const SwayTree& tree, SwayTree::Range range) {
    double force = 0, gusts = 0, square = 0;
    Vec3 first = Vec3::Zero();
    for (size_t i = range.first; i < range.end; ++i)
        for (uint32_t row = tree.bodies[i].air; row < tree.bodies[i].air_end; ++row) {
            const AirPart& part = tree.air[row];
            force += part.force;
            gusts += part.force * part.gusts;
            first += part.force * part.at;
            square += part.force * part.at.squaredNorm();
        }
    if (!(force > 0)) return {};
    const double variance = square / force - (first / force).squaredNorm();
    return {std::sqrt(std::max(0.0, variance) / 3), gusts / force};
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
          rides_(plant.domains.size()) {}

    BeamPlant build() {
        for (const DomainId domain : plant_.domains.rows())
            rides_[domain] = is_branch(plant_, domain) ? Ride{branches_.push_back(make(domain)), 0}
                                                       : ride_of(domain);
        parallel_chunks(branches_.size(), 16, [&](size_t begin, size_t end) {
            for (size_t i = begin; i < end; ++i) set_mode(branches_[BranchId(i)]);
        });
        for (Branch& branch : branches_)
            if (branch.parent.exists())
                branch.borne = turned_at(branches_[branch.parent], branch.along);
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

    void set_mode(Branch& branch) const {
        const Vec3 chord = (branch.curve.at(1) - branch.curve.base).normalized();
        const Quat frame = Quat::FromTwoVectors(Vec3::UnitX(), chord);
        const SegmentId last = plant_.domains.segments[branch.domain].back();
        const SwayBranch own{tree_.of(subtree(plant_, branch.domain)),
                             tree_.at_end[last],
                             plant_.segments.end[last],
                             {frame * Vec3::UnitY(), frame * Vec3::UnitZ()}};
        const BranchModes modes = find_branch_modes(tree_, own);
        const MainSways sways = main_sways(modes, own, chord);
        Mat3 axes;
        axes << chord, sways.along[0], sways.along[1];
        branch.frame = Quat(axes).normalized();
        set_sways(branch, modes, sways);
        const BentBranch bent = bend(branch, own);
        const BeamFit fit = fit_beam(bent, branch.taper);
        branch.taper = fit.taper;
        branch.lean = std::max(0.0, tip_way(bent, fit)) * modes.softer[sways.mode[0]];
        const double faster = factor(branch);
        for (double& frequency : branch.frequency) frequency *= faster;
        branch.lean /= faster * faster;
        set_gusts(branch, modes, own, sways);
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

    /// The sway in gusts of all modes beside that of one oscillator, as `make_gale` takes it.
    void set_gusts(Branch& branch, const BranchModes& modes, const SwayBranch& own,
                   const MainSways& sways) const {
        constexpr double fresh_breeze = 8;  // m/s, where there is no wind to be told of
        const DragPlace place = drag_place(tree_, own.range);
        branch.gusts = place.gusts;
        GustsMet gusts;
        gusts.speed = settings_.wind.mean.norm();
        if (!(gusts.speed > 0)) gusts.speed = fresh_breeze;
        gusts.length = integral_scales(settings_.wind.reference_height)[0];
        gusts.spread = place.spread;
        const double layer = layer_of(branch.damping + gusts.speed * branch.air_damping);
        for (size_t k = 0; k < 2; ++k) {
            const Eigen::Vector2d shares(own.across[0].dot(sways.along[k]),
                                         own.across[1].dot(sways.along[k]));
            const double found =
                gust_variance(tip_response(modes, modes.damping + gusts.speed * modes.air,
                                           modes.blown * shares, sways.along[k]),
                              gusts);
            const double alone = std::pow(
                inertial_gusts(branch.frequency[k], gusts) * sway_gain(Drive::gusts, layer), 2);
            branch.sway[k] = std::clamp(std::sqrt(found / alone), 0.0, 5.0);
        }
    }

    /// Ways along the branch's own directions at its joints and its tip.
    BentBranch bend(const Branch& branch, const SwayBranch& own) const {
        BentBranch bent;
        SwayMotion motion;
        for (int axis = 0; axis < 2; ++axis) {
            const Vec3 d = branch.frame * Vec3::Unit(axis + 1);
            tree_.blow(own.range, d, motion);
            Vec3 before = branch.curve.base;
            double along = 0;
            const auto add = [&](int body, const Vec3& at) {
                const double piece = (at - before).norm() / branch.length;
                along = std::min(1.0, along + piece);
                before = at;
                const double beyond = tree_.bodies[static_cast<size_t>(body)].outboard.mass;
                bent.way[axis].push_back(d.dot(tree_.displacement(own.range, motion, body, at)));
                if (axis == 1) return;
                bent.along.push_back(along);
                bent.weight.push_back(piece * std::sqrt(beyond));
            };
            for (size_t i = own.range.first;
                 i < own.range.end && tree_.bodies[i].domain == branch.domain; ++i)
                add(static_cast<int>(i), tree_.bodies[i].at);
            add(own.tip_body, own.tip);
        }
        return bent;
    }

    static Vec3 turned_at(const Branch& bearer, double along) {
        const double slope = bearer.lean * beam_slope(bearer.taper, along) /
                             (bearer.length * beam_deflection(bearer.taper, 1));
        return bearer.borne + slope * (bearer.frame * Vec3::UnitX());
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
