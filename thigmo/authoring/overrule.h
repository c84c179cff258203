// What a person has decided, put in the place of what the machine proposes.
#pragma once

#include "thigmo/authoring/anchors.h"
#include "thigmo/authoring/decisions.h"
#include "thigmo/authoring/hierarchy.h"

namespace thigmo {

/// InputError where decisions were made for another mesh or name a piece that is not there.
void overrule(const Decisions& decisions, const SoupSurface& surface, Roles& roles);

void overrule(const Decisions& decisions, const SoupSurface& surface, Limbs& limbs);

/// Names to rows; InputError for a limb that is not there, parents that go round in a circle, and
/// limbs that are told to grow where they are cut, or though they are roots.
HierarchyOrders orders_of(const Decisions& decisions, const Limbs& limbs);

/// Anchors by set of instances.
std::vector<std::optional<Anchor>> anchors_of(const Decisions& decisions,
                                              const SoupSurface& surface, const Pieces& pieces,
                                              const Blades& blades, const Instances& instances);

/// Limbs whose descendants they take in.
std::vector<LimbId> merges_of(const Decisions& decisions, const Limbs& limbs);

}  // namespace thigmo
