// The hierarchy of limbs: from what each one grows, why, and what would have been next.
//
// Based on [Zhao2013], sec. 4.4 to 4.6. The paper asks a person about every loop; here the cheapest
// tree answers, and a person may overrule it.
#pragma once

#include <vector>

#include "thigmo/authoring/loops.h"
#include "thigmo/authoring/roots.h"
#include "thigmo/authoring/wood_graph.h"

namespace thigmo {

/// What a person has decided of the hierarchy.
struct HierarchyOrders {
    std::vector<LimbId> roots;                       // empty: proposed
    std::vector<std::pair<LimbId, LimbId>> parents;  // child, parent
    std::vector<std::pair<LimbId, LimbId>> cuts;     // never one from the other
    Ground ground;
};

enum class Holds : uint8_t { root, grown, bridged, loose };

/// From what one limb grows. The lines of limbs begin at their bases now.
struct Growing {
    Holds how = Holds::loose;
    PlaceOnLimb from;
    double cost = 0;
    double gap = 0;        // to the parent's skin (m)
    LimbId runner_up;      // the next best parent that is no descendant; none
    double margin = 0;     // by which it was dearer
    bool ordered = false;  // by a person
};

struct Hierarchy {
    Roots roots;
    Column<LimbId, Growing> limbs;
    std::vector<LimbLink> links;  // of the graph: meetings, and what holds without meeting
    std::vector<LimbLoop> loops;
    size_t meetings = 0;
    size_t parts = 0;  // connected, before bridges
};

/// Turns lines so that they begin at their bases. `bridge` is the widest gap that is closed (m).
/// Limbs that nothing holds stay loose.
Hierarchy build_hierarchy(const SoupSurface& surface, const HierarchyOrders& orders, double bridge,
                          Limbs& limbs);

}  // namespace thigmo
