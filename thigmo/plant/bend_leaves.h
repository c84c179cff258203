// Leaves that bend: edits that give them a centreline, or have them drawn along their branch's.
#pragma once

#include <span>

#include "thigmo/plant/edit.h"

namespace thigmo {

/// Every leaf and petal that is one rigid shape gets `pieces` segments along its shape, from where
/// it is attached to its tip, and becomes flexible: simulators bend it, and its mesh follows. The
/// segments' radius is that of the round rod as stiff as the blade there, E π r⁴/4 = E w t³/12 with
/// its width w and thickness t; the shape keeps all the mass. Leaves that carry other domains and
/// those that have segments already stay as they are. InputError unless pieces is 1 … 100.
Edit bend_leaves(const Plant& plant, int pieces);

/// The same for some domains, of which those that are no such leaf stay as they are.
Edit bend_leaves(const Plant& plant, int pieces, std::span<const DomainId> some);

/// Every leaf and petal that is one rigid shape on a branch of certain orders is skinned to that
/// branch ([Zhao2013] fig. 12): still a rigid body to simulators, but drawn bent, each vertex with
/// the branch's nearest segments. `orders` says whose leaves, by order; the last goes for all
/// above.
Plant skin_leaves(Plant plant, std::span<const uint8_t> orders);

}  // namespace thigmo
