// Where the rows of a plant are on its reduced bodies, and how they move.
#include <cmath>

#include "thigmo/base/parallel.h"
#include "thigmo/sim/reduced/simulator.h"

namespace thigmo {
namespace {

/// The shortest turn from one way to another, not of unit length: one root instead of four.
Quat shortest_turn(const Vec3& from, const Vec3& to) {
    Quat turn;
    turn.w() = std::sqrt(from.squaredNorm() * to.squaredNorm()) + from.dot(to);
    turn.vec() = from.cross(to);
    const bool opposite = turn.squaredNorm() <= 1e-12 * from.squaredNorm() * to.squaredNorm();
    return opposite ? Quat::FromTwoVectors(from, to) : turn;
}

}  // namespace

Reduced::Place Reduced::place_of(DomainId domain) const {
    const int body = bodies_.of_domain[domain];
    if (body >= 0) return {body, 0};
    return {bodies_.riders[domain].body, bodies_.riders[domain].along};
}

/// At a share of a segment.
Reduced::Place Reduced::place_on(SegmentId segment, double along) const {
    const int own = bodies_.of_segment[segment];
    if (own < 0) return place_of(owner_[segment]);
    const ReducedBody& body = bodies_.bodies[static_cast<size_t>(own)];
    if (body.size == 0) return {own, 0};
    const size_t at = segment.value - body.segments.first;
    return {own, (1 - along) * body.ends[at] + along * body.ends[at + 1]};
}

/// A segment's middle, or where a domain is held.
Reduced::Place Reduced::place_of(Load::Table table, uint32_t row) const {
    return table == Load::Table::domains ? place_of(DomainId(row)) : place_on(SegmentId(row), 0.5);
}

/// The blade that a row is, or −1.
int Reduced::blade_of(Load::Table table, uint32_t row) const {
    return bodies_.solids
        .of_blade[table == Load::Table::domains ? DomainId(row) : owner_[SegmentId(row)]];
}

/// Motion of a domain that does not bend, from that of the section that it sits on.
Rigid Reduced::rider_motion(DomainId domain, const Rigid& section) const {
    const int blade = bodies_.solids.of_blade[domain];
    if (blade < 0) return section;
    const auto k = static_cast<size_t>(blade);
    return blade_motion(bodies_.blades[k], tree_->blade(k), section);
}

/// From end to end, so that segments keep together; turned about themselves as their start is.
Rigid Reduced::segment_motion(SegmentId segment, const Rigid& at_start, const Rigid& at_end) const {
    const Vec3 &start = plant_.segments.start[segment], &end = plant_.segments.end[segment];
    const Vec3 now = at_start * start, tip = at_end * end;
    const Quat& turned = at_start.rotation;
    const Quat rotation = (shortest_turn(turned * (end - start), tip - now) * turned).normalized();
    return {rotation, now - rotation * start};
}

Rigid Reduced::row_motion(Load::Table table, uint32_t row) const {
    read_stations();
    const DomainId domain = table == Load::Table::domains ? DomainId(row) : owner_[SegmentId(row)];
    if (table == Load::Table::domains || !bends(domain))
        return rider_motion(domain, motion_at(place_of(domain)));
    const SegmentId segment(row);
    return segment_motion(segment, motion_at(place_on(segment, 0)),
                          motion_at(place_on(segment, 1)));
}

void Reduced::pose(Pose& out) const {
    read_stations();
    out.segments.resize(plant_.segments.size());
    out.shapes.resize(plant_.domains.size());
    parallel_chunks(plant_.domains.size(), 256, [&](size_t first, size_t last) {
        Place before{-2, 0};
        Rigid motion;
        // A twig's leaves go with the section that it goes with, a segment begins where one ends.
        const auto go_to = [&](const Place& place) {
            if (place != before) motion = motion_at(place);
            before = place;
        };
        for (size_t i = first; i < last; ++i) {
            const DomainId domain(i);
            go_to(place_of(domain));
            const Rigid own = rider_motion(domain, motion);
            out.shapes[domain] = plant_.domains.shape[domain].exists() ? own : Rigid{};
            for (const SegmentId segment : plant_.domains.segments[domain]) {
                out.segments[segment] = own;
                if (!bends(domain)) continue;
                go_to(place_on(segment, 0));
                const Rigid at_start = motion;
                go_to(place_on(segment, 1));
                out.segments[segment] = segment_motion(segment, at_start, motion);
            }
        }
    });
}

Vec3 Reduced::velocity(Load::Table table, uint32_t row, const Vec3& point) const {
    const Place place = place_of(table, row);
    const Vec3 carried =
        moving_station(bodies_, *tree_, place.body, place.along).velocity_at(point);
    const int blade = blade_of(table, row);
    if (blade < 0) return carried;
    read_stations();
    const auto k = static_cast<size_t>(blade);
    const Rigid section = motion_at(place);
    return carried + (section.rotation * tree_->blade(k).rate)
                         .cross(point - section * bodies_.blades[k].hinge);
}

}  // namespace thigmo
