// Motions of a plant's rows, read off its bricks.
#include <fmt/format.h>

#include "thigmo/base/error.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/sim/fem/simulator.h"

namespace thigmo {

/// Motions of all rows as the bricks have them.
void Fem::read_motions() {
    for (const SolidId id : model_.solids.solids.rows())
        for (const SegmentId segment : plant_.domains.segments[model_.solids.solids[id].domain])
            segments_[segment] =
                segment_motion(system_, model_.segments[segment],
                               plant_.segments.end[segment] - plant_.segments.start[segment]);
    for (const SolidRider& rider : model_.solids.riders)
        if (rider.seat.solid.exists()) {
            riders_[rider.domain] = section_motion_now(system_, model_.seats[rider.domain]);
            turn_blade(rider.domain, riders_[rider.domain]);
        }
}

/// From the motion of its section to that of a blade, if the domain is one.
void Fem::turn_blade(DomainId domain, RowMotion& motion) const {
    const int k = model_.solids.of_blade[domain];
    if (k < 0) return;
    const BladeMotion& own = system_.state().blades[static_cast<size_t>(k)];
    const Vec3 arm =
        model_.solids.blades[static_cast<size_t>(k)].hinge - model_.seats[domain].centre;
    const Vec3 hinge = motion.place + motion.rotation * arm, velocity = motion.velocity_at(hinge);
    motion.spin += motion.rotation * own.rate;
    motion.rotation = (motion.rotation * own.turn).normalized();
    motion.place = hinge - motion.rotation * arm;
    motion.velocity = velocity + motion.spin.cross(motion.place - hinge);
}

/// Where a row is found.
Fem::FoundRow Fem::find_row(Load::Table table, uint32_t row) const {
    const bool segments = table == Load::Table::segments;
    const size_t count = segments ? plant_.segments.size() : plant_.domains.size();
    if (row >= count)
        throw InputError(fmt::format("load: found {} {}, expected less than {}",
                                     segments ? "segment" : "domain", row, count));
    FoundRow found;
    found.domain = segments ? domains_[SegmentId(row)] : DomainId(row);
    if (model_.solids.of_domain[found.domain].exists()) {
        found.segment = segments ? SegmentId(row) : plant_.domains.segments[found.domain].front();
        found.reference = plant_.segments.start[found.segment];
        found.motion = &segments_[found.segment];
    } else if (model_.solids.seats[found.domain].solid.exists() &&
               plant_.domains.kind[found.domain] != Kind::prop) {
        found.reference = model_.seats[found.domain].centre;
        found.motion = &riders_[found.domain];
    }
    return found;
}

Rigid Fem::row_motion(Load::Table table, uint32_t row) const {
    const FoundRow found = find_row(table, row);
    return found.motion ? found.motion->rigid(found.reference) : base().placement;
}

Vec3 Fem::velocity(Load::Table table, uint32_t row, const Vec3& point) const {
    if (const RowMotion* const motion = find_row(table, row).motion)
        return motion->velocity_at(point);
    const Start now = base();
    return now.velocity + now.angular_velocity.cross(point - now.placement.translation);
}

void Fem::pose(Pose& out) const {
    out.segments.resize(plant_.segments.size());
    out.shapes.resize(plant_.domains.size());
    for (const SegmentId segment : plant_.segments.rows())
        out.segments[segment] = row_motion(Load::Table::segments, segment.value);
    for (const DomainId domain : plant_.domains.rows())
        out.shapes[domain] = plant_.domains.shape[domain].exists()
                                 ? row_motion(Load::Table::domains, domain.value)
                                 : Rigid{};
}

Start Fem::base() const {
    const BaseMotion& base = system_.state().base;
    if (settings_.footing.base == Base::free && !model_.rest.empty()) {
        const SegmentId root =
            plant_.domains.segments[model_.solids.solids[SolidId(size_t{0})].domain].front();
        const RowMotion& motion = segments_[root];
        return {motion.rigid(plant_.segments.start[root]), motion.velocity, motion.spin};
    }
    return {base.place, base.velocity, base.spin};
}

void Fem::air_samples(std::vector<AirSample>& out) const {
    out.clear();
    for (const FemPatch& patch : model_.patches) {
        AirSample sample;
        sample.point = system_.position(patch.point);
        sample.velocity = system_.velocity(patch.point);
        add_drag(patch.law, sample.drag);
        out.push_back(sample);
    }
}

void Fem::read_sag() {
    std::vector<Vec3> rows(model_.rows(), Vec3::Zero());
    for (size_t i = 0; i < rows.size(); ++i)
        if (model_.node_of_row[i] != UINT32_MAX) rows[i] = sag_[model_.node_of_row[i]];
    for (const SolidId id : model_.solids.solids.rows())
        for (const SegmentId segment : plant_.domains.segments[model_.solids.solids[id].domain])
            segment_states_[segment] = {
                meshes_[id.value], system_.elastic().beta[id.value],
                segment_sag(model_, model_.segments[segment],
                            plant_.segments.end[segment] - plant_.segments.start[segment], rows)};
}

}  // namespace thigmo
