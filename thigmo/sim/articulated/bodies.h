// A plant as rigid bodies on elastic ball joints, based on [Garcia2023] chapter 6.
//
// Constants only. Joints lie inside segments (joint_layout.h), so a body reaches from a joint over
// the node to the next joints of all that goes on or branches off there; it has a leaf's body on it
// where leaves hang on stalks. What is rigid or welded is part of the body that carries it. What
// lies below a root's first joint goes with the base, and so do props. Where a plant's segments
// state their bodies and joints, joints lie at their starts, as in the thesis's model.
//
// A body's origin is its inboard joint, its x axis points along the segment of that joint. The base
// is the body of everything without parent; its axes are the plant's.
#pragma once

#include "thigmo/base/log.h"
#include "thigmo/plant/plant.h"
#include "thigmo/sim/articulated/settings.h"
#include "thigmo/sim/solid.h"

namespace thigmo {

using BodyId = RowId<struct BodyTag>;

struct Bodies {
    // Parents come before children.
    Column<BodyId, BodyId> parent;  // none: hangs on the base
    Column<BodyId, Vec3> offset;    // of the joint from the parent's joint, in the parent's axes
    Column<BodyId, Quat> given;     // from body axes to the plant's space, in the given shape
    Column<BodyId, Quat> rest;      // of the joint without torque: from body to parent's axes
    // Rotation vector beyond the given shape at the beginning, in body axes; descendants follow.
    Column<BodyId, Vec3> initial;
    Column<BodyId, double> length;  // from the joint to the next one or the tip, along the segment
    Column<BodyId, double> mass;
    Column<BodyId, Vec3> centre;     // of mass, in body axes
    Column<BodyId, Mat3> inertia;    // about the joint, in body axes
    Column<BodyId, Vec3> stiffness;  // N m/rad: x twists, y and z bend
    Column<BodyId, Vec3> damping;    // N m s/rad
    Column<BodyId, double> drag;     // k of F = −k |u| u with u across the body, or all of u for
    Column<BodyId, uint8_t> plate;   // a plate (1); k = ½ρ_air C_d A
    Column<BodyId, double> drag_centre;  // along x
    Column<BodyId, double> vogel;        // exponent; k falls as |u|^vogel beyond vogel_speed
    Column<BodyId, double> area;         // that stands in the air's way
    Column<BodyId, BodyId> sampled_at;   // the body at whose drag centre this one's air is sampled
    // Leaves that are welded to a body, and rigid wood: k, where it
    // acts in body axes, and its exponent. Empty where there are none.
    Column<BodyId, double> foliage;
    Column<BodyId, Vec3> foliage_centre;
    Column<BodyId, double> foliage_vogel;
    Column<BodyId, DomainId> domain;
    Column<BodyId, SegmentId> segment;   // in which the joint lies; none for bodies of leaves
    Column<BodyId, double> along;        // where on it, 0 … 1
    Column<DomainId, BodyId> of_domain;  // with which a rigid domain goes; none for flexible ones
    Column<SegmentId, Rows<BodyId>> joints;      // on each segment, base to tip; none on rigid ones
    Column<SegmentId, BodyId> at_start, at_end;  // with which a segment's ends go; none: the base
    BodyId foot;     // of a root that nothing holds: what lies below its first joint
    Solid standing;  // what goes with the base; about the plant's origin, in its axes
    Log log;         // what had to be changed so that the plant can stand

    size_t size() const { return parent.size(); }
    Rows<BodyId> rows() const { return parent.rows(); }
};

/// The plant's bodies; with GivenShape::standing, `rest` is solved so that the given shape stands
/// in equilibrium under the settings' gravity. InputError names the domain that cannot move: zero
/// or negative length, radius, density, modulus; and refuses a plant of props alone.
Bodies build_bodies(const Plant& plant, const ArticulatedSettings& settings);

/// The body with which a place of a segment goes, `along` from 0 at its start to 1 at its end;
/// none: the base.
BodyId body_at(const Bodies& bodies, SegmentId segment, double along);

/// How many hang on the base.
size_t roots(const Bodies& bodies);

}  // namespace thigmo
