// Stalks: the elastic joints that leaves, petals and fruits hang on, the same in every simulator.
#pragma once

#include "thigmo/plant/plant.h"
#include "thigmo/sim/leaf_settings.h"
#include "thigmo/sim/plate.h"

namespace thigmo {

/// Whether a domain is a rigid blade on a stalk: foliage with a shape that does not bend.
bool has_stalk(const Plant& plant, DomainId domain, const LeafSettings& leaf);

/// Stiffness of a blade's stalk (N m/rad): twist about the line from where it is attached to its
/// centre of mass, and bending about two axes across that. A leaf's is twice EI/ℓ and GJ/ℓ of a
/// blade of even width and thickness, a fruit's that of a round stalk; all of them at least so
/// stiff that the blade and what it carries, `weight_moment` (N m) held out level, turns it by no
/// more than leaf_sag. `leaf.stiffness` multiplies it.
Vec3 stalk_of(const Plant& plant, DomainId domain, const Column<ShapeId, Plate>& plates,
              double weight_moment, const LeafSettings& leaf);

/// Stiffness of the stalks of all domains; zero where there is no stalk.
Column<DomainId, Vec3> find_stalks(const Plant& plant, const Column<ShapeId, Plate>& plates,
                                   const LeafSettings& leaf);

}  // namespace thigmo
