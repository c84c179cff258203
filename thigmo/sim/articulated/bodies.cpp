// Bodies from a plant: one per segment of what bends, one per rigid domain; then damping and rest.
#include "thigmo/sim/articulated/bodies.h"

#include <algorithm>
#include <cmath>

#include "thigmo/mechanics/drag.h"
#include "thigmo/plant/shape_binding.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/articulated/bodies_parts.h"
#include "thigmo/sim/articulated/standing.h"
#include "thigmo/sim/movable.h"
#include "thigmo/sim/plate.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

class Builder {
  public:
    Builder(const Plant& plant, const ArticulatedSettings& settings)
        : plant_(plant), settings_(settings), frames_(segment_frames(plant)) {
        for (const Shape& shape : plant.shapes) plates_.push_back(make_plate(shape));
        size_t count = 0;
        for (const DomainId domain : plant.domains.rows())
            count += bends(domain) ? plant.domains.segments[domain].size() : !is_prop(domain);
        resize(count);
    }

    Bodies build() {
        for (const DomainId domain : plant_.domains.rows())
            if (bends(domain))
                add_flexible(domain);
            else if (!is_prop(domain))
                add_rigid(domain);
        return std::move(bodies_);
    }

  private:
    bool bends(DomainId domain) const {
        return plant_.domains.flexible[domain] != 0 && !plant_.domains.segments[domain].empty();
    }

    bool is_prop(DomainId domain) const { return plant_.domains.kind[domain] == Kind::prop; }

    const Material& material(DomainId domain) const {
        return plant_.materials[plant_.domains.material[domain]];
    }

    void resize(size_t count) {
        bodies_.of_domain.resize(plant_.domains.size());
        bodies_.of_segment.resize(plant_.segments.size());
        start_.resize(count);
        for_all_columns(bodies_, [&](auto& column) { column.resize(count); });
    }

    /// A new row: what follows from where its joint is and how it stands.
    BodyId add(DomainId domain, SegmentId segment, BodyId parent, const Vec3& start,
               const Quat& given) {
        const BodyId body(next_++);
        start_[body] = start;
        bodies_.domain[body] = domain;
        bodies_.segment[body] = segment;
        bodies_.parent[body] = parent;
        bodies_.given[body] = given;
        const Quat upper = parent.exists() ? bodies_.given[parent] : Quat::Identity();
        const Vec3 from = parent.exists() ? start_[parent] : Vec3(Vec3::Zero());
        bodies_.offset[body] = upper.conjugate() * (start - from);
        bodies_.rest[body] = (upper.conjugate() * given).normalized();
        bodies_.initial[body] = Vec3::Zero();
        bodies_.damping[body] = Vec3::Zero();
        bodies_.vogel[body] = material(domain).vogel;
        const bool wood = is_wood(plant_.domains.kind[domain]);
        bodies_.sampled_at[body] = wood || !parent.exists() ? body : bodies_.sampled_at[parent];
        return body;
    }

    /// The body that a domain hangs on.
    BodyId holder(DomainId domain) const {
        const DomainId parent = plant_.domains.parent[domain];
        if (!parent.exists()) return BodyId::none();
        const SegmentId segment = plant_.domains.attachment[domain].segment;
        return segment.exists() ? bodies_.of_segment[segment] : bodies_.of_domain[parent];
    }

    /// Whether a domain goes on from the tip of one that bends: then the joint between them stands
    /// for the parent's last half too. On its side, that half is in the parent's own joints.
    bool goes_on(DomainId domain) const {
        const DomainId parent = plant_.domains.parent[domain];
        if (!parent.exists() || !bends(parent)) return false;
        const Attachment& at = plant_.domains.attachment[domain];
        return at.segment == plant_.domains.segments[parent].back() && at.along > 1 - 1e-9;
    }

    /// The compliance of the parent's last half; `E` of the joint where that states its own.
    Vec3 parents_half(DomainId domain, SegmentId first) const {
        if (!goes_on(domain)) return Vec3::Zero();
        const DomainId parent = plant_.domains.parent[domain];
        const SegmentId last = plant_.domains.segments[parent].back();
        const Frustum before = frustum(plant_.segments, last);
        const double along = 1 - 0.25 * before.length / centreline_length(plant_, parent);
        Vec3 stiff = moduli(material(parent), along);
        if (first.exists()) stiff = stated_moduli(plant_, domain, first, stiff);
        return compliance(second_half(before), stiff);
    }

    double junction(DomainId domain) const {
        const DomainId parent = plant_.domains.parent[domain];
        const bool same = !parent.exists() || (goes_on(domain) && plant_.domains.order[parent] ==
                                                                      plant_.domains.order[domain]);
        return same ? 1.0 : settings_.junction;
    }

    double leaf_factor(DomainId domain) const {
        return is_wood(plant_.domains.kind[domain]) ? 1.0 : settings_.leaf.stiffness;
    }

    void set_solid(BodyId body, const Solid& in_plant_axes) {
        const Mat3 back = bodies_.given[body].toRotationMatrix().transpose();
        const Solid own = turned(in_plant_axes, back);
        bodies_.mass[body] = own.mass;
        bodies_.centre[body] = own.centre();
        bodies_.inertia[body] = own.inertia;
    }

    /// Whether a segment is a frustum along its frame: without the rounding of two rotations it is
    /// exactly a rod then.
    bool is_rod(SegmentId segment) const {
        if (plant_.articulations.empty()) return true;
        const Articulation& stated = plant_.articulations[segment];
        const Vec3 heading = frames_[segment] * Vec3::UnitX();
        return stated.centre.isZero(0) && stated.inertia.isZero(0) &&
               (heading - direction(plant_.segments, segment)).norm() < 1e-9;
    }

    void set_drag(BodyId body, double area, double centre, bool plate) {
        bodies_.area[body] = area;
        bodies_.drag[body] = drag_constant(material(bodies_.domain[body]).drag, area);
        bodies_.drag_centre[body] = centre;
        bodies_.plate[body] = plate ? 1 : 0;
    }

    void set_stated(BodyId body, SegmentId segment) {
        if (plant_.articulations.empty()) return;
        const Articulation& stated = plant_.articulations[segment];
        Vec3& stiffness = bodies_.stiffness[body];
        stiffness = (stated.stiffness.array() > 0).select(stated.stiffness, stiffness);
        bodies_.damping[body] = stated.damping;
        bodies_.initial[body] = rotation_vector(stated.initial);
    }

    void add_flexible(DomainId domain) {
        const Rows<SegmentId> run = plant_.domains.segments[domain];
        const double whole = centreline_length(plant_, domain);
        Vec3 before_half = parents_half(domain, run.front());
        BodyId parent = holder(domain);
        double along = 0;
        for (const SegmentId segment : run) {
            const Frustum piece = frustum(plant_.segments, segment);
            const BodyId body =
                add(domain, segment, parent, plant_.segments.start[segment], frames_[segment]);
            bodies_.of_segment[segment] = body;
            bodies_.length[body] = piece.length;
            set_segment_solid(body, domain, segment, (along + 0.5 * piece.length) / whole);
            const auto at = [&](double share) {
                return moduli(material(domain), (along + share * piece.length) / whole);
            };
            if (segment != run.front()) before_half = half_before(domain, segment, along, whole);
            const Vec3 own_half =
                compliance(first_half(piece), stated_moduli(plant_, domain, segment, at(0.25)));
            const double factor =
                leaf_factor(domain) * (segment == run.front() ? junction(domain) : 1.0);
            bodies_.stiffness[body] = factor * (before_half + own_half).cwiseInverse();
            set_stated(body, segment);
            along += piece.length;
            parent = body;
        }
        if (plant_.domains.shape[domain].exists()) spread_shape(plant_, domain, bodies_);
    }

    /// Of the segment before, whose end lies at `along`.
    Vec3 half_before(DomainId domain, SegmentId segment, double along, double whole) const {
        const Frustum before = frustum(plant_.segments, SegmentId(segment.value - 1));
        const Vec3 there = moduli(material(domain), (along - 0.25 * before.length) / whole);
        return compliance(second_half(before), stated_moduli(plant_, domain, segment, there));
    }

    void set_segment_solid(BodyId body, DomainId domain, SegmentId segment, double middle) {
        const Frustum piece = frustum(plant_.segments, segment);
        set_drag(body, side_area(piece), side_centre(piece), false);
        if (is_centreline_only(plant_, domain)) return;  // spread_shape gives it its share
        set_solid(body, segment_solid(plant_, domain, segment, middle, frames_[segment]));
        if (is_rod(segment)) make_rod(bodies_, body);
    }

    void add_rigid(DomainId domain) {
        if (plant_.domains.segments[domain].empty())
            add_plate(domain);
        else
            add_rigid_wood(domain);
    }

    void add_plate(DomainId domain) {
        const ShapeId shape = plant_.domains.shape[domain];
        const Placement& placement = plant_.domains.placement[domain];
        const Plate& plate = plates_[shape];
        const Quat given = (placement.rotation * plate.turn).normalized();
        const BodyId body =
            add(domain, SegmentId::none(), holder(domain), placement.position, given);
        bodies_.of_domain[domain] = body;
        const double scale = placement.scale, thickness = plant_.shapes[shape].thickness * scale;
        const double mass = shape_mass(plant_, domain);
        bodies_.length[body] = plate.length * scale;
        bodies_.mass[body] = mass;
        bodies_.centre[body] = Vec3(plate.centre * scale, 0, 0);
        const Vec3 per_mass(plate.axial, plate.transverse, plate.transverse);
        bodies_.inertia[body] = (mass * scale * scale * per_mass).asDiagonal();
        const bool fruit = plant_.domains.kind[domain] == Kind::fruit;
        set_drag(body, shown_area(plant_, domain), plate.centre * scale, true);
        const double weight = standard_gravity * mass * plate.centre * scale;
        bodies_.stiffness[body] =
            leaf_factor(domain) * (fruit ? stalk_stiffness(material(domain), weight)
                                         : blade_stiffness(material(domain), plate.width * scale,
                                                           thickness, bodies_.length[body]));
    }

    void add_rigid_wood(DomainId domain) {
        const Rows<SegmentId> run = plant_.domains.segments[domain];
        const RigidSum sum = rigid_sum(plant_, domain, frames_, plates_);
        const SegmentId first = run.front();
        const Quat& frame = frames_[first];
        // One straight piece keeps its frame; a bent one lies along its centre of mass.
        const Vec3 reach = sum.solid.centre();
        const bool straight = run.size() == 1 && !plant_.domains.shape[domain].exists();
        const Quat given =
            straight || !plant_.articulations.empty() || reach.norm() < 1e-9
                ? frame
                : Quat(Quat::FromTwoVectors(frame * Vec3::UnitX(), reach) * frame).normalized();
        const BodyId body =
            add(domain, SegmentId::none(), holder(domain), plant_.segments.start[first], given);
        bodies_.of_domain[domain] = body;
        for (const SegmentId segment : run) bodies_.of_segment[segment] = body;
        set_solid(body, sum.solid);
        if (straight && is_rod(first)) make_rod(bodies_, body);
        const Vec3 tip = plant_.segments.end[run.back()] - plant_.segments.start[first];
        bodies_.length[body] = std::max(tip.norm(), reach.norm());
        const bool blade = is_centreline_only(plant_, domain);
        set_drag(body, sum.area, (given * Vec3::UnitX()).dot(sum.area_centre), blade);
        if (blade) make_rod(bodies_, body);
        const Vec3 soft = parents_half(domain, first) + sum.half_compliance;
        bodies_.stiffness[body] = leaf_factor(domain) * junction(domain) * soft.cwiseInverse();
        set_stated(body, first);
    }

    const Plant& plant_;
    const ArticulatedSettings& settings_;
    Column<SegmentId, Quat> frames_;
    Column<ShapeId, Plate> plates_;
    Column<BodyId, Vec3> start_;
    Bodies bodies_;
    uint32_t next_ = 0;  // row
};

}  // namespace

Bodies build_bodies(const Plant& plant, const ArticulatedSettings& settings) {
    require_movable(plant);
    Bodies bodies = Builder(plant, settings).build();
    require_sound(plant, bodies);
    const Column<BodyId, Solid> outboard = outboard_solids(bodies);
    hold_leaves_up(plant, settings, outboard, bodies);
    if (settings.footing.shape == GivenShape::standing)
        stand(plant, outboard, settings.footing.gravity, bodies);
    set_damping(plant, settings, outboard, bodies);
    return bodies;
}

size_t roots(const Bodies& bodies) {
    return static_cast<size_t>(std::ranges::count(bodies.parent, BodyId::none()));
}

}  // namespace thigmo
