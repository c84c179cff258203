// Bodies from a plant: pieces of wood between joints, leaves on stalks; then damping and rest.
#include "thigmo/sim/articulated/bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/plant/drawn.h"
#include "thigmo/plant/shape_binding.h"
#include "thigmo/plant/walk.h"
#include "thigmo/sim/air_reach.h"
#include "thigmo/sim/articulated/bodies_parts.h"
#include "thigmo/sim/articulated/joint_layout.h"
#include "thigmo/sim/articulated/standing.h"
#include "thigmo/sim/movable.h"
#include "thigmo/sim/plate.h"
#include "thigmo/sim/stalk.h"
#include "thigmo/sim/wood.h"

namespace thigmo {
namespace {

class Builder {
  public:
    Builder(const Plant& plant, const ArticulatedSettings& settings)
        : plant_(plant),
          settings_(settings),
          frames_(segment_frames(plant)),
          counts_(count_joints(plant, settings)) {
        for (const Shape& shape : plant.shapes) plates_.push_back(make_plate(shape));
        bodies_.of_domain.resize(plant_.domains.size());
        bodies_.joints.resize(plant_.segments.size());
        bodies_.at_start.resize(plant_.segments.size());
        bodies_.at_end.resize(plant_.segments.size());
    }

    Bodies build() {
        for (const DomainId domain : plant_.domains.rows()) {
            if (plant_.domains.kind[domain] == Kind::prop) continue;
            if (bends(domain))
                add_flexible(domain);
            else if (!swings(domain))
                weld(domain);
            else if (plant_.domains.segments[domain].empty())
                add_plate(domain);
            else
                add_rigid(domain);
        }
        set_solids();
        return std::move(bodies_);
    }

  private:
    bool bends(DomainId domain) const {
        return plant_.domains.flexible[domain] != 0 && !plant_.domains.segments[domain].empty();
    }

    /// Whether a rigid domain has a joint of its own: leaves on stalks, and what states one.
    bool swings(DomainId domain) const {
        const Rows<SegmentId> run = plant_.domains.segments[domain];
        if (settings_.footing.base != Base::free && is_fixed_root(plant_, domain)) return false;
        if (settings_.model == ArticulatedModel::thesis) return true;
        if (is_foliage(plant_.domains.kind[domain]))
            return settings_.leaf.joint == LeafJoint::stalks;
        return !run.empty() && counts_[run.front()] == 0;
    }

    const Material& material(DomainId domain) const {
        return plant_.materials[plant_.domains.material[domain]];
    }

    Vec3 point(SegmentId segment, double along) const {
        return (1 - along) * plant_.segments.start[segment] + along * plant_.segments.end[segment];
    }

    /// A new row: what follows from where its joint is and how it stands.
    BodyId add(DomainId domain, SegmentId segment, BodyId parent, const Vec3& joint,
               const Quat& given) {
        const BodyId body(bodies_.size());
        for_all_columns(bodies_, [](auto& column) { column.push_back({}); });
        joint_.push_back(joint);
        solid_.push_back({});
        bodies_.domain[body] = domain;
        bodies_.segment[body] = segment;
        bodies_.parent[body] = parent;
        bodies_.given[body] = given;
        const Quat upper = parent.exists() ? bodies_.given[parent] : Quat::Identity();
        const Vec3 from = parent.exists() ? joint_[parent] : Vec3(Vec3::Zero());
        bodies_.offset[body] = upper.conjugate() * (joint - from);
        bodies_.rest[body] = (upper.conjugate() * given).normalized();
        bodies_.initial[body] = bodies_.damping[body] = bodies_.stiffness[body] = Vec3::Zero();
        bodies_.vogel[body] = material(domain).vogel;
        const bool wood = is_wood(plant_.domains.kind[domain]);
        bodies_.sampled_at[body] = wood || !parent.exists() ? body : bodies_.sampled_at[parent];
        return body;
    }

    /// The body that a domain hangs on. A root that nothing holds has one for its foot.
    BodyId holder(DomainId domain) {
        const DomainId parent = plant_.domains.parent[domain];
        if (parent.exists()) {
            const Attachment& at = plant_.domains.attachment[domain];
            return at.segment.exists() ? body_at(bodies_, at.segment, at.along)
                                       : bodies_.of_domain[parent];
        }
        const Rows<SegmentId> run = plant_.domains.segments[domain];
        const bool own_joint = !run.empty() && counts_[run.front()] == 0;
        if (settings_.footing.base != Base::free || run.empty() || own_joint) return BodyId::none();
        bodies_.foot = add(domain, SegmentId::none(), BodyId::none(),
                           plant_.segments.start[run.front()], frames_[run.front()]);
        return bodies_.foot;
    }

    /// A solid about `at`, in the plant's axes, becomes part of a body; of the base where there is
    /// none.
    void give(BodyId body, const Solid& solid, const Vec3& at) {
        Solid& sum = body.exists() ? solid_[body] : bodies_.standing;
        sum = sum + shifted(solid, body.exists() ? Vec3(at - joint_[body]) : at);
    }

    double junction(DomainId domain) const {
        const DomainId parent = plant_.domains.parent[domain];
        const bool same =
            !parent.exists() || (goes_on(plant_, domain) &&
                                 plant_.domains.order[parent] == plant_.domains.order[domain]);
        return same ? 1.0 : settings_.junction;
    }

    double leaf_factor(DomainId domain) const {
        return is_wood(plant_.domains.kind[domain]) ? 1.0 : settings_.leaf.stiffness;
    }

    void set_stated(BodyId body, SegmentId segment) {
        if (plant_.articulations.empty()) return;
        const Articulation& stated = plant_.articulations[segment];
        Vec3& stiffness = bodies_.stiffness[body];
        stiffness = (stated.stiffness.array() > 0).select(stated.stiffness, stiffness);
        bodies_.damping[body] = stated.damping;
        bodies_.initial[body] = rotation_vector(stated.initial);
    }

    /// Area that stands in the air's way at a point, as part of a body's own.
    void add_area(BodyId body, double area, const Vec3& centre) {
        const double x = (bodies_.given[body] * Vec3::UnitX()).dot(centre - joint_[body]);
        double& sum = bodies_.area[body];
        sum += area;
        if (sum > 0) bodies_.drag_centre[body] += area / sum * (x - bodies_.drag_centre[body]);
    }

    void add_flexible(DomainId domain) {
        const Rows<SegmentId> run = plant_.domains.segments[domain];
        PlaceOnDomain place{0, centreline_length(plant_, domain), least_radius(plant_, domain)};
        BodyId body = holder(domain);
        const BodyId first(bodies_.size());
        for (const SegmentId segment : run) {
            body = counts_[segment] == 0
                       ? add_stated(domain, segment, body, place.before, place.whole)
                       : add_joints(domain, segment, body, place);
            place.before += length(plant_.segments, segment);
        }
        if (plant_.domains.shape[domain].exists()) {
            for (const ShapeShare& share : spread_shape(plant_, domain, first, joint_, bodies_))
                give(share.body, share.solid, Vec3::Zero());
            if (is_centreline_only(plant_, domain))
                for (size_t row = first.value; row < bodies_.size(); ++row)
                    rods_.push_back(BodyId(row));
        }
        for (size_t row = first.value; row < bodies_.size(); ++row)
            bodies_.drag[BodyId(row)] =
                drag_constant(material(domain).drag, bodies_.area[BodyId(row)]);
    }

    /// A segment with joints inside it, on `body`; returns the body at its end.
    BodyId add_joints(DomainId domain, SegmentId segment, BodyId body, const PlaceOnDomain& place) {
        const auto joints = segment_joints(plant_, domain, segment, counts_[segment], place);
        bodies_.at_start[segment] = body;
        bodies_.joints[segment] = {static_cast<uint32_t>(bodies_.size()),
                                   static_cast<uint32_t>(joints.size())};
        double from = 0;
        for (const SegmentJoint& joint : joints) {
            const BodyId upper =
                add(domain, segment, body, point(segment, joint.along), frames_[segment]);
            bodies_.along[upper] = joint.along;
            const bool foot = place.before == 0 && from == 0;
            bodies_.stiffness[upper] = (foot ? junction(domain) : 1.0) * leaf_factor(domain) *
                                       joint.compliance.cwiseInverse();
            add_piece(domain, segment, from, joint.along, body, upper);
            bodies_.length[upper] = (1 - joint.along) * length(plant_.segments, segment);
            if (from > 0)
                bodies_.length[body] = (joint.along - from) * length(plant_.segments, segment);
            from = joint.along;
            body = upper;
        }
        add_piece(domain, segment, from, 1, body, body);
        bodies_.at_end[segment] = body;
        return body;
    }

    /// Wood from one share of a segment to another, which is part of a body. Its area is too, where
    /// that is of the same domain; else it is taken at the domain's first joint.
    void add_piece(DomainId domain, SegmentId segment, double from, double to, BodyId body,
                   BodyId above) {
        if (is_centreline_only(plant_, domain)) return;  // spread_shape gives it its share
        const Frustum piece = part_of(frustum(plant_.segments, segment), from, to);
        const Vec3 start = point(segment, from), t = direction(plant_.segments, segment);
        give(body, rod_solid(rod_inertia(piece, segment_density(plant_, domain, segment)), t),
             start);
        if (body.exists() && bodies_.domain[body] == domain && bodies_.segment[body].exists())
            add_area(body, side_area(piece), start + side_centre(piece) * t);
        else
            add_area(above, side_area(piece), joint_[above]);
    }

    /// A segment that is one body with its joint at its start.
    BodyId add_stated(DomainId domain, SegmentId segment, BodyId parent, double before,
                      double whole) {
        const Frustum piece = frustum(plant_.segments, segment);
        const Vec3 start = plant_.segments.start[segment];
        const BodyId body = add(domain, segment, parent, start, frames_[segment]);
        bodies_.at_start[segment] = bodies_.at_end[segment] = body;
        bodies_.joints[segment] = {body.value, 1};
        bodies_.length[body] = piece.length;
        if (!is_centreline_only(plant_, domain)) {
            const double middle = (before + 0.5 * piece.length) / whole;
            give(body, segment_solid(plant_, domain, segment, middle, frames_[segment]), start);
            add_area(body, side_area(piece),
                     start + side_centre(piece) * (frames_[segment] * Vec3::UnitX()));
        }
        bodies_.stiffness[body] =
            (before == 0 ? junction(domain) : 1.0) * leaf_factor(domain) *
            stated_compliance(plant_, domain, segment, counts_, before).cwiseInverse();
        set_stated(body, segment);
        return body;
    }

    void add_plate(DomainId domain) {
        const ShapeId shape = plant_.domains.shape[domain];
        const Placement& placement = plant_.domains.placement[domain];
        const Plate& plate = plates_[shape];
        const Quat given = (placement.rotation * plate.turn).normalized();
        const BodyId body =
            add(domain, SegmentId::none(), holder(domain), placement.position, given);
        bodies_.of_domain[domain] = body;
        const double scale = placement.scale;
        const double mass = shape_mass(plant_, domain);
        bodies_.length[body] = plate.length * scale;
        const Solid own{mass, mass * plate.centre * scale * Vec3::UnitX(),
                        (mass * scale * scale * plate.inertia).asDiagonal()};
        give(body, turned(own, given.toRotationMatrix()), placement.position);
        set_drag(body, shown_area(plant_, domain), plate.centre * scale, true);
        bodies_.stiffness[body] = leaf_factor(domain) * stalk_stiffness(plant_, domain, plate, own);
    }

    void set_drag(BodyId body, double area, double centre, bool plate) {
        bodies_.area[body] = area;
        bodies_.drag[body] = drag_constant(material(bodies_.domain[body]).drag, area);
        bodies_.drag_centre[body] = centre;
        bodies_.plate[body] = plate ? 1 : 0;
    }

    /// A rigid domain with segments and a joint of its own at its start.
    void add_rigid(DomainId domain) {
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
        const Vec3 start = plant_.segments.start[first];
        const BodyId body = add(domain, SegmentId::none(), holder(domain), start, given);
        go_with(domain, body);
        give(body, sum.solid, start);
        const Vec3 span = plant_.segments.end[run.back()] - start;
        bodies_.length[body] = std::max(1e-9, span.dot(given * Vec3::UnitX()));
        const bool blade = is_centreline_only(plant_, domain);
        set_drag(body, sum.area, (given * Vec3::UnitX()).dot(sum.area_centre), blade);
        if (blade) rods_.push_back(body);
        const Vec3 soft = parents_half(plant_, domain, first, counts_) + sum.half_compliance;
        bodies_.stiffness[body] = leaf_factor(domain) * junction(domain) * soft.cwiseInverse();
        set_stated(body, first);
    }

    void go_with(DomainId domain, BodyId body) {
        bodies_.of_domain[domain] = body;
        for (const SegmentId segment : plant_.domains.segments[domain])
            bodies_.at_start[segment] = bodies_.at_end[segment] = body;
    }

    /// A rigid domain becomes part of the body that carries it.
    void weld(DomainId domain) {
        const BodyId body = holder(domain);
        go_with(domain, body);
        const Rows<SegmentId> run = plant_.domains.segments[domain];
        const RigidSum sum = rigid_sum(plant_, domain, frames_, plates_);
        const Vec3 at = run.empty() ? plant_.domains.placement[domain].position
                                    : plant_.segments.start[run.front()];
        give(body, sum.solid, at);
        if (!body.exists() || !(sum.area > 0)) return;
        const Vec3 centre = bodies_.given[body].conjugate() * (at + sum.area_centre - joint_[body]);
        hold_foliage(bodies_, body,
                     {drag_constant(material(domain).drag, sum.area), centre,
                      material(domain).vogel, sum.area});
    }

    /// Sums of solids in body axes. What is a rod or a blade but for rounding is made one.
    void set_solids() {
        for (const BodyId body : bodies_.rows()) {
            const Mat3 back = bodies_.given[body].toRotationMatrix().transpose();
            const Solid own = turned(solid_[body], back);
            bodies_.mass[body] = own.mass;
            bodies_.centre[body] = own.centre();
            bodies_.inertia[body] = own.inertia;
            // A foot has no joint; what stands for its stiffness is never used.
            if (bodies_.stiffness[body].isZero(0)) bodies_.stiffness[body] = own.inertia.diagonal();
            if (is_nearly_rod(bodies_, body)) make_rod(bodies_, body);
            if (is_nearly_blade(bodies_, body)) make_blade(bodies_, body);
        }
        for (const BodyId body : rods_) make_rod(bodies_, body);
        if (bodies_.foliage.empty()) return;
        bodies_.foliage.resize(bodies_.size());
        bodies_.foliage_centre.resize(bodies_.size(), Vec3::Zero());
        bodies_.foliage_vogel.resize(bodies_.size());
    }

    const Plant& plant_;
    const ArticulatedSettings& settings_;
    Column<SegmentId, Quat> frames_;
    Column<SegmentId, uint8_t> counts_;
    Column<ShapeId, Plate> plates_;
    Column<BodyId, Vec3> joint_;   // in the plant's space
    Column<BodyId, Solid> solid_;  // about the joint, in the plant's axes
    std::vector<BodyId> rods_;     // bodies of leaves that bend: rods whatever their shape
    Bodies bodies_;
};

}  // namespace

BodyId body_at(const Bodies& bodies, SegmentId segment, double along) {
    BodyId body = bodies.at_start[segment];
    for (const BodyId joint : bodies.joints[segment])
        if (bodies.along[joint] <= along) body = joint;
    return body;
}

Bodies build_bodies(const Plant& plant, const ArticulatedSettings& settings) {
    require_movable(plant);
    Bodies bodies = Builder(plant, settings).build();
    if (bodies.size() == 0)
        throw InputError(
            fmt::format("{}: found an immovable root alone, expected what can move", title(plant)));
    require_sound(plant, bodies);
    const Column<BodyId, Solid> outboard = outboard_solids(bodies);
    hold_leaves_up(plant, settings, outboard, bodies);
    if (settings.footing.shape == GivenShape::standing)
        stand(plant, outboard, settings.footing.gravity, bodies);
    set_damping(plant, settings, outboard, bodies);
    if (settings.model == ArticulatedModel::ball) share_air(air_reach(plant), bodies);
    return bodies;
}

size_t roots(const Bodies& bodies) {
    return static_cast<size_t>(std::ranges::count(bodies.parent, BodyId::none()));
}

}  // namespace thigmo
