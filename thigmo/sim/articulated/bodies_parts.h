// The parts of build_bodies: what plates weigh and bend, shares of a bending shape, damping,
// faults.
#pragma once

#include <tuple>
#include <vector>

#include "thigmo/sim/articulated/bodies.h"
#include "thigmo/sim/articulated/outboard.h"
#include "thigmo/sim/rigid_part.h"

namespace thigmo {

/// Visits every column with one row per body.
template <class Visit>
void for_all_columns(Bodies& b, Visit visit) {
    std::apply([&](auto&... column) { (visit(column), ...); },
               std::tie(b.parent, b.offset, b.given, b.rest, b.initial, b.length, b.mass, b.centre,
                        b.inertia, b.stiffness, b.damping, b.drag, b.plate, b.drag_centre, b.vogel,
                        b.area, b.sampled_at, b.domain, b.segment, b.along));
}

/// InputError for the first body that could not move: mass, inertia or stiffness not above 0.
void require_sound(const Plant& plant, const Bodies& bodies);

/// Reduces the body to a rod along x: centre on x, inertia axial and mean transverse.
void make_rod(Bodies& bodies, BodyId body);

/// Reduces it to a blade: centre on x, inertia diagonal.
void make_blade(Bodies& bodies, BodyId body);

/// Whether make_rod or make_blade change nothing but rounding.
bool is_nearly_rod(const Bodies& bodies, BodyId body);
bool is_nearly_blade(const Bodies& bodies, BodyId body);

/// Whether a domain goes on from the tip of one that bends.
bool goes_on(const Plant& plant, DomainId domain);

/// Joints at the starts of segments (`counts` 0) take over the second half of the segment before
/// them and the first half of their own, in series. This is the half of a parent from whose tip the
/// domain goes on, where that has such joints too; with E of the domain's `first` joint where that
/// states its own.
Vec3 parents_half(const Plant& plant, DomainId domain, SegmentId first,
                  const Column<SegmentId, uint8_t>& counts);

/// The compliance of the joint at a segment's start; `before`: the centreline before it (m).
Vec3 stated_compliance(const Plant& plant, DomainId domain, SegmentId segment,
                       const Column<SegmentId, uint8_t>& counts, double before);

/// Drag of what is part of a body and no frustum of it.
struct FoliageDrag {
    double k = 0;                // of F = −k |u| u
    Vec3 centre = Vec3::Zero();  // in body axes
    double vogel = 0, area = 0;
};
void hold_foliage(Bodies& bodies, BodyId body, const FoliageDrag& drag);

/// Angles about the left axis, then the heading, then up, as joints state them, as one rotation.
Vec3 rotation_vector(const Vec3& angles);

/// Makes joints of leaves, petals and fruits at least so stiff that one held out level under
/// standard gravity turns by no more than `leaf_sag` in all, times the settings' factor. Blades as
/// thin as ours are, without the veins and folds that hold real ones, would hang like cloth. A leaf
/// whose centre lies at d has then √(2g/d)/2π Hz or somewhat less: 2.5 Hz for 6 cm.
void hold_leaves_up(const Plant& plant, const ArticulatedSettings& settings,
                    const Column<BodyId, Solid>& outboard, Bodies& bodies);

/// What a body has of a shape that bends with it: about the plant's origin, in its axes.
struct ShapeShare {
    BodyId body;
    Solid solid;
};
/// Shares of the shape of a domain that bends, whose bodies begin with `first`; these get their
/// shares of its area unless it is wood.
std::vector<ShapeShare> spread_shape(const Plant& plant, DomainId domain, BodyId first,
                                     const Column<BodyId, Vec3>& joints, Bodies& bodies);

/// Lets wood read the air at the nearest of a few places, no farther away than `reach` (m) along
/// the wood, and leaves where their wood does.
void share_air(double reach, Bodies& bodies);

/// Kelvin–Voigt damping C = β K of every joint that states none, β = 2ζ/ω with the material's ζ and
/// ω the lowest frequency of the domain with all that it carries, by Dunkerley:
///
///     1/ω² = Σ J_i/k_i
///
/// over the domain's joints, J_i the inertia outboard of the joint across the body there; or about
/// its axis, with the stiffness against twist, where that sways slower.
void set_damping(const Plant& plant, const ArticulatedSettings& settings,
                 const Column<BodyId, Solid>& outboard, Bodies& bodies);

}  // namespace thigmo
