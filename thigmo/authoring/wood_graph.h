// The graph of limbs: which of them meet, and what it would cost each to grow from another.
//
// Based on [Zhao2013], sec. 4.3 and 4.4: edges are true intersections of triangles. Those miss
// tubes that end inside others and small gaps, so that near misses of the centrelines count too.
#pragma once

#include <vector>

#include "thigmo/authoring/limbs.h"

namespace thigmo {

/// Two limbs whose triangles meet, a < b.
struct Meeting {
    LimbId a, b;
    uint32_t triangles = 0;  // pairs of them
};

/// By a, then b.
std::vector<Meeting> find_meetings(const SoupSurface& surface, const Limbs& limbs);

/// A way in which `child` may grow from a place on another limb.
struct Offer {
    LimbId child;
    PlaceOnLimb from;
    bool by_far_end = false;  // the child's line ends there instead of beginning
    bool meets = false;       // their triangles do
    double cost = 0;
    double gap = 0;  // from the child's end to the parent's skin (m), 0 inside
};

/// The cheapest offer of every child from every limb within reach, by child, then cost:
///
///     ½ d/ρ + ½ min over t of (d(end − t r_b·direction)/ρ + 0.15 t)
///     + clip(r_end/r_b − 1.2, 0, 1.5) + 0.6·clip(1 − u/(½ max(r_end, r_b)), 0, 1)
///
/// d distance of the child's end from the parent's line (m), r_end and r_b their radii there, ρ =
/// max(r_b, 0.7 r_end), t in {0, ⅓, ⅔, 1, 1½} prolongs the child backwards, u arc distance of the
/// place from the parent's own base, which siblings of a fork share. The far end costs 0.4 more and
/// is asked only if nearly as thick. Limbs that meet count at any cost, others below 5.
std::vector<Offer> find_offers(const Limbs& limbs, const std::vector<Meeting>& meetings);

/// The offer of a child from one limb: the cheapest where that is within reach, else a bridge,
/// however far.
Offer offer_from(const Limbs& limbs, LimbId child, LimbId parent, double reach);

/// For limbs of parts that fall (`part`: number per limb, 0 for what is held): the nearest place on
/// limbs of other parts, dearer than any offer above; the widest gap is `reach` (m) or half the
/// child's length.
std::vector<Offer> find_bridges(const Limbs& limbs, const std::vector<uint32_t>& part,
                                double reach);

}  // namespace thigmo
