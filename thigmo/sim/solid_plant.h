// A plant as solids: what both simulators of finite elements are built from.
//
// Every flexible domain with segments becomes a chain of bricks swept along its centreline, at rest
// in the plant's space; a slender one may become several, each seated on the tip of the last. What
// does not bend rides on a section of the solid that carries it: rigid twigs, and leaves and
// fruits, welded on or as blades on stalks.
#pragma once

#include <vector>

#include "thigmo/base/log.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/mechanics/section_fit.h"
#include "thigmo/plant/plant.h"
#include "thigmo/sim/blade.h"
#include "thigmo/sim/leaf_settings.h"
#include "thigmo/sim/solid.h"

namespace thigmo {

using SolidId = RowId<struct SolidTag>;

/// A section of a solid, at a share 0 (base) … 1 (tip) of its length; or the ground.
struct SolidSeat {
    SolidId solid;  // none: the base
    double along = 0;
};

/// A domain that bends, or a piece of one. The first section's nodes, 0 … 8, are fixed to the seat.
struct DomainSolid {
    DomainId domain;
    Rows<SegmentId> segments;  // of the domain, those that it is
    SolidSeat seat;
    SolidMesh mesh;
    double length = 0;               // of its centreline (m)
    std::vector<double> ends;        // where its segments meet, shares of the length: 0 … 1
    std::vector<double> brick_ends;  // likewise
    double damping_ratio = 0;        // of its own sway, with all that it carries
};

/// A domain that does not bend. Blades on stalks are riders too: in statics they are welded on.
struct SolidRider {
    DomainId domain;
    SolidSeat seat;
    Solid solid;  // about the plant's origin, in the plant's axes
};

/// Blades that sit on one section of a solid: rows `first` … of SolidPlant::blades.
struct BladeSeat {
    SolidSeat seat;
    uint32_t first = 0, count = 0;
};

/// A part of the plant that meets the air as one: a stretch of wood, or foliage.
struct AirPatch {
    SolidSeat seat;
    bool swings = false;  // it is blades on stalks: each feels the wind of this place by itself
    Vec3 point = Vec3::Zero();  // in the plant's space, at rest
    DragLaw law;                // its axis too
    double area = 0;            // m²
};

struct SolidPlant {
    Column<SolidId, DomainSolid> solids;  // parents before children, a domain's pieces in a row
    std::vector<SolidRider> riders;
    std::vector<AirPatch> patches;
    std::vector<Blade> blades;              // those that swing on stalks, by seat
    std::vector<BladeSeat> blade_seats;     // by solid
    Column<DomainId, int> of_blade;         // the blade that a domain is, or is part of; −1: none
    Column<DomainId, SolidSeat> seats;      // of every domain: where it is fixed, or rides
    Column<DomainId, SolidId> of_domain;    // its first piece; none for what does not bend
    Column<SegmentId, SolidId> of_segment;  // likewise
    Log log;                                // what had to be changed
};

struct SolidSettings {
    int wind_samples = 5;             // along every branch; foliage is gathered to as many
    LeafSettings leaf{};              // on stalks, or welded
    size_t most_flexible = SIZE_MAX;  // domains that bend at most: those that carry most
    int most_pieces = 1;              // that a slender domain becomes
};

/// InputError names the domain that cannot move.
SolidPlant build_solids(const Plant& plant, const SolidSettings& settings);

/// The solids that a domain is, from its base on.
Rows<SolidId> pieces_of(const Plant& plant, const SolidPlant& built, DomainId domain);

/// The section at a share of the solid's length.
SectionFit section_at(const DomainSolid& solid, double along);

/// Where a place on a segment lies, as a share of its solid's length.
double along_solid(const DomainSolid& solid, SegmentId segment, double along);

/// Each solid with everything that it carries, about the plant's origin.
Column<SolidId, Solid> carried_solids(const SolidPlant& plant);
/// A solid alone.
Solid solid_of(const SolidMesh& mesh);

}  // namespace thigmo
