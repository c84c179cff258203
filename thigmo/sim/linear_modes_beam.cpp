// linear_modes.h for branches that sway by themselves.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/mechanics/tapered_beam.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/beam/branches.h"
#include "thigmo/sim/linear_modes.h"

namespace thigmo {
namespace {

/// Displacement of the branch at a share of its length and the turn there, the tip's way being 1.
struct BranchMotion {
    Vec3 shift, turn;
};

BranchMotion motion_at(const Branch& branch, const Vec3& across, double along) {
    const double whole = beam_deflection(branch.taper, 1);
    const Vec3 axis = (branch.frame * Vec3::UnitX()).cross(across);
    return {beam_deflection(branch.taper, along) / whole * across,
            beam_slope(branch.taper, along) / (whole * branch.length) * axis};
}

/// The branch bends; what grows from it goes with it as it is.
Column<SegmentId, Vec3> swayed(const Plant& plant, const BeamPlant& beams, const Branch& branch,
                               const Vec3& across) {
    Column<SegmentId, Vec3> ends(plant.segments.size(), Vec3::Zero());
    double along = 0;
    for (const SegmentId row : plant.domains.segments[branch.domain]) {
        along += length(plant.segments, row) / branch.length;
        ends[row] = motion_at(branch, across, std::min(1.0, along)).shift;
    }
    // Of every domain beyond: where its way to the branch ends there.
    const Rows<DomainId> within = subtree(plant, branch.domain);
    std::vector<std::pair<BranchMotion, Vec3>> carried(within.size());
    for (const DomainId domain : within) {
        if (domain == branch.domain) continue;
        const DomainId parent = plant.domains.parent[domain];
        auto& own = carried[domain.value - within.first];
        if (parent == branch.domain) {
            const BranchId beam = beams.rides[domain].branch;
            const double at =
                is_branch(plant, domain) ? beams.branches[beam].along : beams.rides[domain].along;
            own = {motion_at(branch, across, at), attachment_point(plant, domain)};
        } else {
            own = carried[parent.value - within.first];
        }
        for (const SegmentId row : plant.domains.segments[domain])
            ends[row] =
                own.first.shift + own.first.turn.cross(plant.segments.end[row] - own.second);
    }
    return ends;
}

}  // namespace

LinearModes linear_modes(const Plant& plant, const BeamSettings& settings, size_t count) {
    BeamSettings weightless = settings;
    weightless.gravity = 0;
    const BeamPlant beams = build_branches(plant, weightless);
    struct Sway {
        BranchId branch;
        size_t axis;
        double frequency;
    };
    std::vector<Sway> sways;
    for (const BranchId row : beams.branches.rows())
        for (const size_t axis : {0, 1})
            sways.push_back({row, axis, beams.branches[row].frequency[axis]});
    // Those of what stands on the ground first: nothing else moves it.
    const auto rank = [&](const Sway& sway) {
        return std::pair(beams.branches[sway.branch].parent.exists(), sway.frequency);
    };
    std::ranges::stable_sort(sways, {}, rank);
    sways.resize(std::min(sways.size(), count));
    std::ranges::stable_sort(sways, {}, &Sway::frequency);
    LinearModes found;
    Eigen::VectorXd damping(static_cast<Eigen::Index>(sways.size()));
    for (const Sway& sway : sways) {
        const Branch& branch = beams.branches[sway.branch];
        const Vec3 across = branch.frame * Vec3::Unit(static_cast<Eigen::Index>(sway.axis) + 1);
        const double scale = 1 / std::sqrt(branch.modal_mass);
        LinearMode mode{sway.frequency, swayed(plant, beams, branch, across),
                        branch.participation[sway.axis] / scale * across};
        for (Vec3& end : mode.end) end *= scale;
        damping[static_cast<Eigen::Index>(found.modes.size())] =
            4 * std::numbers::pi * branch.damping * sway.frequency;
        found.modes.push_back(std::move(mode));
    }
    found.damping = damping.asDiagonal();
    return found;
}

}  // namespace thigmo
