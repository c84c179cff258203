// A plant as rigid bodies on elastic ball joints, based on [Garcia2023] chapter 6.
//
// Constants only. One body per segment of a flexible domain, one per rigid domain, none for a prop
// or a fixed root (movable.h), which go with the base. A body's axes:
// x along it, from its joint to its tip (a frustum's axis); its origin is its inboard joint. The
// base is the body of everything without parent; its axes are the plant's.
#pragma once

#include "thigmo/base/log.h"
#include "thigmo/plant/plant.h"
#include "thigmo/sim/articulated/settings.h"

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
    Column<BodyId, double> length;
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
    Column<BodyId, BodyId> sampled_at;  // the body whose air sample this one reads: itself for wood
    // Leaves that ride on a body (see riders.h): k, where it acts in body axes, and its exponent.
    // Empty where none do.
    Column<BodyId, double> foliage;
    Column<BodyId, Vec3> foliage_centre;
    Column<BodyId, double> foliage_vogel;
    Column<BodyId, DomainId> domain;
    Column<BodyId, SegmentId> segment;   // none for a rigid domain's body
    Column<DomainId, BodyId> of_domain;  // a rigid domain's; none for flexible ones and the base's
    Column<SegmentId, BodyId> of_segment;  // also those of rigid domains; none on a fixed root
    Log log;                               // what had to be changed so that the plant can stand

    size_t size() const { return parent.size(); }
    Rows<BodyId> rows() const { return parent.rows(); }
};

/// The plant's bodies; with GivenShape::standing, `rest` is solved so that the given shape stands
/// in equilibrium under the settings' gravity. InputError names the domain that cannot move: zero
/// or negative length, radius, density, modulus; and refuses a plant of props alone.
Bodies build_bodies(const Plant& plant, const ArticulatedSettings& settings);

/// How many hang on the base.
size_t roots(const Bodies& bodies);

}  // namespace thigmo
