// The plant from its parts: limbs as flexible domains, blades as rigid ones, props beside them.
#pragma once

#include "thigmo/authoring/anchors.h"
#include "thigmo/authoring/blooms.h"
#include "thigmo/authoring/hierarchy.h"
#include "thigmo/authoring/rest.h"

namespace thigmo {

/// Everything that the steps before have found.
struct Parts {
    const Soup& soup;
    const SoupSurface& surface;
    const Limbs& limbs;
    const Hierarchy& hierarchy;
    const Blades& blades;
    const Instances& instances;
    const Anchors& anchors;
    const Blooms& blooms;
    const Rest& rest;
};

struct Matter {
    Material wood, leaf;
    double leaf_thickness = 2.5e-4;  // m
    Column<LimbId, double> stiffer;  // Young's modulus of each limb over the wood's; empty: all 1
};

/// Mass of the leaves on every limb (kg), those on other leaves too.
Column<LimbId, double> foliage_mass(const Parts& parts, const Matter& matter);

struct Assembled {
    Plant plant;
    Column<LimbId, DomainId> limbs;  // none for those of other plants
    Column<BladeId, DomainId> blades;
};

/// What stands on these roots, and the props. Limbs get a centreline of several segments each, so
/// that they bend; their triangles follow it.
Assembled assemble(const Parts& parts, const Matter& matter, std::span<const LimbId> roots);

}  // namespace thigmo
