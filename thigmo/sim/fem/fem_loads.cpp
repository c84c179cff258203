// Loads on a plant's bricks, and what its attachments carry.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/sim/fem/simulator.h"
#include "thigmo/sim/refused_load.h"

namespace thigmo {

/// False for what acts on the ground, and on blades, which is noted.
bool Fem::bind(const Load& load, FemLoad& bound) {
    const FoundRow found = find_row(load.table, load.row);
    if (plant_.domains.kind[found.domain] == Kind::prop)
        throw RefusedLoad(plant_, load.table, load.row);
    if (!found.motion) return false;
    const Vec3 arm = found.motion->rotation.conjugate() * (load.point - found.motion->place);
    const Vec3 rest = found.reference + arm;
    SolidSeat seat = model_.solids.seats[found.domain];
    if (const SegmentId at = found.segment; at.exists()) {
        seat.solid = model_.solids.of_segment[at];
        const Vec3 way = plant_.segments.end[at] - plant_.segments.start[at];
        const double share = std::clamp(arm.dot(way) / way.squaredNorm(), 0.0, 1.0);
        seat.along = along_solid(model_.solids.solids[seat.solid], at, share);
    }
    bound.load = load;
    if (const int blade = model_.solids.of_blade[found.domain]; blade >= 0) {
        const auto k = static_cast<uint32_t>(blade);
        blade_loads_.push_back({k, rest - model_.solids.blades[k].hinge, load});
        BladeLoad& own = blade_loads_.back();
        own.load.velocity = found.motion->velocity_at(load.point);
        return false;
    }
    bound.point = tie_point(model_, seat.solid, seat.along, rest);
    bound.place = system_.position(bound.point);
    bound.velocity = system_.velocity(bound.point);
    bound.couple.fill(Vec3::Zero());
    if (load.torque != Vec3::Zero()) {
        bound.slope = tie_section(model_, seat.solid, seat.along).slope;
        Mat3 F;
        for (size_t k = 0; k < 3; ++k)
            F.col(static_cast<Eigen::Index>(k)) = system_.position(bound.slope[k]);
        bound.couple = torque_couple(F, load.torque);
    }
    return true;
}

/// Between bricks the wrench goes as straight lines.
void Fem::attachment_loads(std::vector<Wrench>& segments) const {
    segments.assign(plant_.segments.size(), {});
    const std::vector<Wrench> bricks = system_.brick_loads();
    for (const SolidId id : model_.solids.solids.rows()) {
        const DomainSolid& solid = model_.solids.solids[id];
        const Rows<SegmentId> run = plant_.domains.segments[solid.domain];
        if (solid.voxels.exists()) {
            for (const SegmentId segment : run) {
                Wrench& load = segments[segment.value];
                load = system_.load_above(id, solid.ends[segment.value - run.first]);
                load.moment -= segments_[segment].place.cross(load.force);
            }
            continue;
        }
        for (const SegmentId segment : run) {
            const double along = solid.ends[segment.value - run.first];
            const auto above =
                std::upper_bound(solid.brick_ends.begin() + 1, solid.brick_ends.end() - 1, along);
            const auto brick = static_cast<size_t>(above - solid.brick_ends.begin() - 1);
            const double share = (along - solid.brick_ends[brick]) /
                                 (solid.brick_ends[brick + 1] - solid.brick_ends[brick]);
            const size_t own = model_.first_brick[id.value] + brick;
            const bool last = own + 1 == model_.first_brick[id.value + 1];
            const Wrench next = last ? Wrench{} : bricks[own + 1];
            Wrench& load = segments[segment.value];
            load.force = (1 - share) * bricks[own].force + share * next.force;
            load.moment = (1 - share) * bricks[own].moment + share * next.moment -
                          segments_[segment].place.cross(load.force);
        }
    }
}

}  // namespace thigmo
