// Domains that move as one, with or without segments.
#include "thigmo/sim/rigid_part.h"

#include <algorithm>

#include "thigmo/plant/walk.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

/// The part of a piece up to `length`.
Frustum cut(const Frustum& piece, double length) {
    const double share = length / piece.length;
    return {length, piece.start_radius,
            (1 - share) * piece.start_radius + share * piece.end_radius};
}

}  // namespace

double shape_mass(const Plant& plant, DomainId domain) {
    const ShapeId shape = plant.domains.shape[domain];
    if (!shape.exists()) return 0;
    const double scale = plant.domains.placement[domain].scale;
    return plant.shapes[shape].area * scale * scale * plant.shapes[shape].thickness * scale *
           plant.materials[plant.domains.material[domain]].density;
}

RigidSum rigid_sum(const Plant& plant, DomainId domain, const Column<SegmentId, Quat>& frames,
                   const Column<ShapeId, Plate>& plates) {
    const Rows<SegmentId> run = plant.domains.segments[domain];
    const Material& material = plant.materials[plant.domains.material[domain]];
    const Vec3 base =
        run.empty() ? plant.domains.placement[domain].position : plant.segments.start[run.front()];
    const double whole = centreline_length(plant, domain);
    const bool blade = run.empty() || is_centreline_only(plant, domain);
    const double least = least_radius(plant, domain);
    RigidSum sum;
    double along = 0;
    for (const SegmentId segment : run) {
        const Frustum piece = frustum(plant.segments, segment);
        const Vec3 from = plant.segments.start[segment] - base;
        const double middle = (along + 0.5 * piece.length) / whole;
        sum.solid = sum.solid +
                    shifted(segment_solid(plant, domain, segment, middle, frames[segment]), from);
        if (const double left = 0.5 * whole - along; left > 0) {
            const Frustum part = cut(piece, std::min(left, piece.length));
            const Vec3 there = moduli(material, (along + 0.5 * part.length) / whole);
            sum.half_compliance +=
                compliance(blunted(part, least), stated_moduli(plant, domain, run.front(), there));
        }
        if (!blade) {
            sum.area += side_area(piece);
            sum.area_centre +=
                side_area(piece) * (from + side_centre(piece) * direction(plant.segments, segment));
        }
        along += piece.length;
    }
    if (const ShapeId shape = plant.domains.shape[domain]; shape.exists()) {
        const Placement& placement = plant.domains.placement[domain];
        const double mass = shape_mass(plant, domain), s = placement.scale;
        Solid plate = plates[shape].solid;
        plate = {mass, mass * s * plate.first, mass * s * s * plate.inertia};
        plate = shifted(turned(plate, placement.rotation.toRotationMatrix()),
                        placement.position - base);
        sum.solid = sum.solid + plate;
        if (blade) {
            sum.area = shown_area(plant, domain);
            sum.area_centre = sum.area * plate.centre();
        }
    }
    sum.area_centre /= sum.area;
    return sum;
}

}  // namespace thigmo
