// Anchors: where on every blade it is held, and by what.
//
// Based on [Zhao2013], sec. 4.2 and 4.7, whose users click one anchor per set of instances. Here
// the instances vote: a set's anchor is the vertex or middle of an edge that is nearest to wood on
// most of its copies, or to a twig card or body where wood is far. Cards that float by design are
// held at their centres.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "thigmo/authoring/instances.h"
#include "thigmo/authoring/wood_near.h"

namespace thigmo {

/// Of one set: two vertices of its first blade, whose middle it is (twice the same for a vertex).
struct Anchor {
    bool at_centre = false;
    std::array<uint32_t, 2> vertices{};
    double gap = 0;  // median distance to wood, in sizes of the blade
    bool ordered = false;
};

struct HeldBlade {
    Vec3 anchor = Vec3::Zero();
    PlaceOnLimb on;    // nearest wood
    BladeId on_blade;  // or the twig card, flower heart or other body that it sits on
    double gap = 0;    // to the skin of what holds it (m)
    double confidence = 1;
};

struct Anchors {
    std::vector<Anchor> sets;
    Column<BladeId, HeldBlade> of;
};

/// The vertices and middles of edges of a set's first blade, thinned to a hundred or so.
std::vector<Anchor> anchor_candidates(const BladeMesh& mesh);

/// Where an anchor lies on one copy.
Vec3 anchor_place(const BladeMesh& mesh, const Instance& instance, const Anchor& anchor);

/// `ordered`: anchors that a person has set, per set; the rest are voted.
Anchors find_anchors(const SoupSurface& surface, const Blades& blades, const Instances& instances,
                     const WoodNear& wood, const std::vector<std::optional<Anchor>>& ordered);

}  // namespace thigmo
