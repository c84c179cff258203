// Modes of branches in the built wind, and the ratios that the time series are scaled by.
#include "thigmo/sim/beam/gust_sways.h"

#include <algorithm>
#include <cmath>

#include "thigmo/mechanics/spectrum.h"
#include "thigmo/sim/beam/gust_response.h"

namespace thigmo {
namespace {

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

/// Correlations with the stem's sways, which are taken as independent of each other.
Eigen::Matrix2d in_step(const TipSway& own, const TipSway& stem) {
    constexpr double most = 0.98;  // of a branch's sway
    Eigen::Matrix2d shares = Eigen::Matrix2d::Zero();
    for (Eigen::Index k = 0; k < 2; ++k) {
        for (Eigen::Index l = 0; l < 2; ++l)
            if (const double both = std::sqrt(own.variance[k] * stem.variance[l]); both > 0)
                shares(k, l) = own.with_stem(k, l) / both;
        const double whole = shares.row(k).norm();
        if (whole > most) shares.row(k) *= most / whole;
    }
    return shares;
}

}  // namespace

double GustSways::add(BranchId id, const BranchModes& modes, SwayTree::Range range,
                      const std::array<Vec3, 2>& along, double faster) {
    const DragPlace place = drag_place(tree_, range);
    GustyBranch& gusty = gusty_[id];
    gusty.base = tree_.bodies[range.first].at;
    gusty.spread = place.spread;
    gusty.squares = faster * faster * modes.squares;
    gusty.damping = faster * (modes.damping + wind_.speed * modes.air);
    gusty.tip.resize(2, modes.size());
    for (Eigen::Index k = 0; k < 2; ++k)
        gusty.tip.row(k) = along[static_cast<size_t>(k)].transpose() * modes.tip;
    gusty.shaken = modes.shaken;
    gusty.dragged = wind_.speed * modes.dragged;
    gusty.gusted = wind_.speed * modes.gusted * wind_.axes;
    held_[id] = modes.held;
    faster_[id] = faster;
    return place.gusts;
}

/// Where the branch leans it is stiffer than its modes at rest, along its lean and across that.
/// What their steady way lacks of its own is that of modes too stiff to be among them, which goes
/// with the gusts.
void GustSways::set_steady(const BuiltLean& lean, BranchId id) {
    GustyBranch& gusty = gusty_[id];
    const WindGive give = lean.give / (faster_[id] * faster_[id]);
    const auto steady = [&] {
        return WindGive(gusty.tip * gusty.squares.cwiseInverse().asDiagonal() * gusty.gusted);
    };
    Eigen::Matrix2d axes;
    axes << lean.ahead, Eigen::Vector2d(-lean.ahead.y(), lean.ahead.x());
    const auto gusts = deviation_ratios.asDiagonal();
    const Eigen::Vector2d own = (axes.transpose() * give * gusts).rowwise().norm(),
                          modal = (axes.transpose() * steady() * gusts).rowwise().norm();
    for (Eigen::Index k = 0; k < gusty.squares.size(); ++k) {
        const Eigen::Vector2d way = axes.transpose() * gusty.tip.col(k);
        if (!(way.squaredNorm() > 0)) continue;
        double gives = 0;
        for (Eigen::Index i = 0; i < 2; ++i)
            gives += way[i] * way[i] * (own[i] < modal[i] ? own[i] / modal[i] : 1);
        gusty.squares[k] *= way.squaredNorm() / std::max(1e-3 * way.squaredNorm(), gives);
    }
    gusty.stiffer = give - steady();
}

void GustSways::set(const Column<BranchId, BuiltLean>& leans, double reference_height,
                    Branches& branches) {
    for (const BranchId id : branches.rows()) {
        gusty_[id].tip *= branches[id].sway_share;
        set_steady(leans[id], id);
    }
    Column<BranchId, size_t> next(branches.size(), 0);
    for (const BranchId id : branches.rows()) {
        const BranchId parent = branches[id].parent;
        if (!parent.exists()) continue;
        gusty_[id].parent = static_cast<int>(parent.value);
        gusty_[id].held = held_[parent][next[parent]++];
    }
    PlantGusts gusts;
    gusts.speed = wind_.speed;
    gusts.deviation = wind_.speed * deviation_ratios;  // of an intensity of 1
    gusts.length = integral_scales(reference_height);
    const auto sways = sways_in_gusts(gusty_.span(), gusts);
    const double across = std::sqrt(lateral_density) / (2 + tree_.vogel);
    for (const BranchId id : branches.rows()) {
        Branch& branch = branches[id];
        const double layer = layer_of(branch.damping + wind_.speed * branch.air_damping);
        const FeltWind felt = felt_by(branch, wind_);
        const Eigen::Vector2d own = sways[id.value].sway();
        if (branch.parent.exists()) {
            const BranchId bearer = branch.parent;
            branch.stem = branches[bearer].stem.exists() ? branches[bearer].stem : bearer;
            branch.in_step = in_step(sways[id.value], sways[branch.stem.value]);
        }
        const double steady = leans[id].law.slope * branch.lean * wind_.pressure *
                              (2 + tree_.vogel) * branch.gusts * sway_gain(Drive::gusts, layer);
        for (size_t k = 0; k < 2; ++k) {
            const double share = felt.wind[static_cast<Eigen::Index>(k) + 1];
            const double alone =
                steady * std::hypot(across, std::sqrt(1 - across * across) * share) *
                inertial_gusts(branch.frequency[k], {gusts.speed, gusts.length[0], 0});
            const double reach = leans[id].reach[static_cast<Eigen::Index>(k)];
            branch.sway[k] = alone > 0 ? own[static_cast<Eigen::Index>(k)] / (reach * alone) : 0;
        }
    }
}

}  // namespace thigmo
