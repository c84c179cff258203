// A plant as solids: what both simulators of finite elements are built from.
//
// Every flexible domain with segments becomes a chain of bricks swept along its centreline, at rest
// in the plant's space; a slender one may become several, each seated on the tip of the last. One
// that is no tube and has voxels becomes a grid of bricks that its volume fills in part
// (solid_voxels.h). What does not bend rides on a section of the solid that carries it: rigid
// twigs, and leaves and fruits, welded on or as blades on stalks.
#pragma once

#include <vector>

#include "thigmo/base/log.h"
#include "thigmo/mechanics/drag.h"
#include "thigmo/mechanics/section_fit.h"
#include "thigmo/plant/plant.h"
#include "thigmo/sim/blade.h"
#include "thigmo/sim/footing.h"
#include "thigmo/sim/leaf_settings.h"
#include "thigmo/sim/solid.h"
#include "thigmo/sim/solid_kind.h"

namespace thigmo {

using SolidId = RowId<struct SolidTag>;

/// A section of a solid, at a share 0 (base) … 1 (tip) of its length; or the ground.
struct SolidSeat {
    SolidId solid;  // none: the base
    double along = 0;
};

/// What else a solid of voxels has: its bricks are no chain.
struct VoxelSolid {
    /// A place on the centreline in the brick that holds it, or the one nearest to it: local
    /// coordinates of the place, and what of them a step along each of the section's axes changes.
    struct Station {
        uint32_t brick = 0;
        Vec3 local = Vec3::Zero();
        Mat3 axes = Mat3::Identity();  // columns: two in the section, then its normal
    };
    std::vector<Station> stations;   // at even shares of the length, 0 … 1
    std::vector<double> node_along;  // the share of the length at which every node lies
    std::vector<uint32_t> layers;    // first node of every layer across it, and the end
    Vec3 origin = Vec3::Zero();      // where it is held
    Mat3 axes = Mat3::Identity();    // of its bricks: ξ, η, ζ
    bool exists() const { return !stations.empty(); }
};

/// A domain that bends, or a piece of one. The mesh's fixed nodes, of a chain those of its first
/// section, go with the seat.
struct DomainSolid {
    DomainId domain;
    Rows<SegmentId> segments;  // of the domain, those that it is
    SolidSeat seat;
    SolidMesh mesh;
    double length = 0;               // of its centreline (m)
    std::vector<double> ends;        // where its segments meet, shares of the length: 0 … 1
    std::vector<double> brick_ends;  // likewise; none of voxels
    double damping_ratio = 0;        // of its own sway, with all that it carries
    VoxelSolid voxels;               // none of a chain
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
    SolidKind solid = SolidKind::automatic;
    bool collars = false;                            // short bricks about every branch's seat
    Footing footing{.shape = GivenShape::unloaded};  // standing: soft wood is made stiffer
    Column<DomainId, double> stiffness{};  // by which domains will be made stiffer; none: by 1
};

/// InputError names the domain that cannot move.
SolidPlant build_solids(const Plant& plant, const SolidSettings& settings);

/// The solids that a domain is, from its base on.
Rows<SolidId> pieces_of(const Plant& plant, const SolidPlant& built, DomainId domain);

/// How far, in radii, a couple of forces must be apart from the middle of it to turn a round rod as
/// much as a moment in one place would: it bends the rod by less, and shears it by more.
///
///     a²/r² = 3/2 EI/(κGA r²),   I/A = r²/4,  κ = 0.89
double couple_reach(const SolidMaterial& material);

/// The section at a share of the solid's length.
SectionFit section_at(const DomainSolid& solid, double along);

/// Where a place on a segment lies, as a share of its solid's length.
double along_solid(const DomainSolid& solid, SegmentId segment, double along);

/// The share of its length at which a solid's node lies.
double along_of_node(const DomainSolid& solid, size_t node);

/// Each solid with everything that it carries, about the plant's origin.
Column<SolidId, Solid> carried_solids(const SolidPlant& plant);
/// A solid alone.
Solid solid_of(const SolidMesh& mesh);

}  // namespace thigmo
