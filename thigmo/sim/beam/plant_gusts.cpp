// One frequency after another, each from the trunk outwards.
#include "thigmo/sim/beam/plant_gusts.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/base/parallel.h"
#include "thigmo/mechanics/cross_matrix.h"
#include "thigmo/mechanics/spectrum.h"
#include "thigmo/sim/beam/gust_response.h"

namespace thigmo {
namespace {

/// Gusts of their own for so many orders of branches; smaller branches feel those of their bearer.
constexpr int levels = 4;
constexpr int sources = 3 * levels;
constexpr int most_modes = 12;

/// Amplitudes of modes or of a base's motion, a column for each source of gusts: what is in phase
/// with it over what comes a quarter of a period before.
using Modes = Eigen::Matrix<double, Eigen::Dynamic, sources, 0, 2 * most_modes, sources>;
using Base = Eigen::Matrix<double, 12, sources>;
/// Ways of a tip along its two sways.
using Tips = Eigen::Matrix<double, 2, sources>;
using Impedance =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 2 * most_modes, 2 * most_modes>;

/// A frequency, and the variance that the gusts of each direction have about it (m²/s²).
struct Band {
    double frequency;
    Vec3 variance;
};

std::vector<Band> bands_of(std::span<const GustyBranch> branches, const PlantGusts& gusts) {
    // Large crowns are damped by so many leaves that coarser steps do.
    const double step = branches.size() > 1000 ? 0.08 : 0.04;  // of ln f
    constexpr double most = 40;                                // Hz
    const auto share = [&](double low, double high, WindComponent which, Eigen::Index i) {
        return spectral_share(Spectrum::kaimal, which, low, high, gusts.length[i], gusts.speed) *
               gusts.deviation[i] * gusts.deviation[i];
    };
    double fastest = swell_below;
    for (const GustyBranch& branch : branches)
        if (branch.squares.size() > 0)
            fastest =
                std::max(fastest, std::sqrt(branch.squares.maxCoeff()) / (2 * std::numbers::pi));
    // Slow gusts along the wind are the swell; slow ones across it push as steady forces do.
    std::vector<Band> bands = {{swell_below / 4,
                                {0, share(0, swell_below, WindComponent::v, 1),
                                 share(0, swell_below, WindComponent::w, 2)}}};
    for (double low = swell_below; low < std::min(most, 3 * fastest); low *= std::exp(step)) {
        const double high = low * std::exp(step);
        bands.push_back(
            {std::sqrt(low * high),
             {share(low, high, WindComponent::u, 0), share(low, high, WindComponent::v, 1),
              share(low, high, WindComponent::w, 2)}});
    }
    return bands;
}

/// How strong the gusts of each level are in the mean over a branch.
using Strengths = std::array<double, levels>;

/// The motions of one branch at one frequency.
struct Moved {
    int order = 0;
    size_t stem = 0;  // row of the branch on the ground that bears it
    Tips now = Tips::Zero(), before = Tips::Zero();
    Strengths strengths{};
    Base base = Base::Zero();
    Modes modes;
};

/// What a part feels beyond the whole's gusts is its own.
Strengths strengths_of(const Moved* bearer, double coherent) {
    if (!bearer) return {std::sqrt(coherent)};
    Strengths own = bearer->strengths;
    const int level = bearer->order + 1;
    if (level >= levels) return own;
    for (const double strength : bearer->strengths) coherent -= strength * strength;
    own[static_cast<size_t>(level)] = std::sqrt(std::max(0.0, coherent));
    return own;
}

class Frequency {
  public:
    Frequency(std::span<const GustyBranch> branches, const PlantGusts& gusts)
        : branches_(branches), gusts_(gusts), moved_(branches.size()) {}

    /// Adds a band's share of all tips' sways.
    void find(const Band& band, std::span<TipSway> sways) {
        Eigen::Matrix<double, sources, 1> weights;
        for (Eigen::Index source = 0; source < sources; ++source)
            weights[source] = band.variance[source % 3];
        for (size_t i = 0; i < branches_.size(); ++i) {
            move(i, band.frequency);
            const Moved& own = moved_[i];
            const Moved& stem = moved_[own.stem];
            const Tips now = own.now * weights.asDiagonal(),
                       before = own.before * weights.asDiagonal();
            sways[i].variance +=
                (now.cwiseProduct(own.now) + before.cwiseProduct(own.before)).rowwise().sum();
            sways[i].with_stem +=
                now.lazyProduct(stem.now.transpose()) + before.lazyProduct(stem.before.transpose());
        }
    }

  private:
    void move(size_t i, double frequency) {
        const GustyBranch& branch = branches_[i];
        const Moved* const bearer =
            branch.parent < 0 ? nullptr : &moved_[static_cast<size_t>(branch.parent)];
        Moved& own = moved_[i];
        own.order = bearer ? bearer->order + 1 : 0;
        own.stem = bearer ? bearer->stem : i;
        own.strengths = strengths_of(
            bearer, coherent_share(frequency, {gusts_.speed, gusts_.length[0], branch.spread}));
        if (bearer) carry(branch, branches_[static_cast<size_t>(branch.parent)], *bearer, own.base);
        const double omega = 2 * std::numbers::pi * frequency;
        const Eigen::Index n = branch.squares.size();
        Modes force = Modes::Zero(2 * n, sources);
        for (Eigen::Index source = 0; source < sources; ++source)
            force.col(source).head(n) =
                own.strengths[static_cast<size_t>(source / 3)] * branch.gusted.col(source % 3);
        if (bearer) shake(branch, omega, own.base, force);
        Impedance impedance(2 * n, 2 * n);
        impedance.bottomLeftCorner(n, n) = omega * branch.damping;
        impedance.topRightCorner(n, n) = -omega * branch.damping;
        impedance.topLeftCorner(n, n) =
            (branch.squares.array() - omega * omega).matrix().asDiagonal();
        impedance.bottomRightCorner(n, n) = impedance.topLeftCorner(n, n);
        own.modes = impedance.partialPivLu().solve(force);
        own.now = branch.tip.lazyProduct(own.modes.topRows(n));
        own.before = branch.tip.lazyProduct(own.modes.bottomRows(n));
        for (Eigen::Index source = 0; source < sources; ++source)
            own.now.col(source) +=
                own.strengths[static_cast<size_t>(source / 3)] * branch.stiffer.col(source % 3);
    }

    static void shake(const GustyBranch& branch, double omega, const Base& base, Modes& force) {
        const Eigen::Index n = branch.squares.size();
        const auto now = base.topRows<6>(), before = base.bottomRows<6>();
        force.topRows(n) += omega * omega * branch.shaken.transpose().lazyProduct(now);
        force.topRows(n) += omega * branch.dragged.transpose().lazyProduct(before);
        force.bottomRows(n) += omega * omega * branch.shaken.transpose().lazyProduct(before);
        force.bottomRows(n) -= omega * branch.dragged.transpose().lazyProduct(now);
    }

    static void carry(const GustyBranch& branch, const GustyBranch& on, const Moved& bearer,
                      Base& out) {
        const Eigen::Index n = on.squares.size();
        const Mat3 arm = cross_matrix(Vec3(branch.base - on.base));
        for (Eigen::Index part = 0; part < 2; ++part) {
            const auto held = bearer.base.middleRows<6>(6 * part);
            auto own = out.middleRows<6>(6 * part);
            own = held + branch.held.lazyProduct(bearer.modes.middleRows(n * part, n));
            own.topRows<3>() -= arm * held.bottomRows<3>();
        }
    }

    std::span<const GustyBranch> branches_;
    const PlantGusts& gusts_;
    std::vector<Moved> moved_;
};

}  // namespace

std::vector<TipSway> sways_in_gusts(std::span<const GustyBranch> branches,
                                    const PlantGusts& gusts) {
    const std::vector<Band> bands = bands_of(branches, gusts);
    // Sums of a few bands each, in a fixed order.
    constexpr size_t together = 8;
    const size_t groups = (bands.size() + together - 1) / together;
    std::vector<std::vector<TipSway>> sums(groups);
    parallel_chunks(groups, 1, [&](size_t begin, size_t end) {
        Frequency frequency(branches, gusts);
        for (size_t group = begin; group < end; ++group) {
            sums[group].resize(branches.size());
            const size_t last = std::min(bands.size(), (group + 1) * together);
            for (size_t i = group * together; i < last; ++i) frequency.find(bands[i], sums[group]);
        }
    });
    std::vector<TipSway> sways(branches.size());
    for (const auto& group : sums)
        for (size_t i = 0; i < branches.size(); ++i) {
            sways[i].variance += group[i].variance;
            sways[i].with_stem += group[i].with_stem;
        }
    return sways;
}

}  // namespace thigmo
