// Leaves that bend: an edit that gives them a centreline.
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

}  // namespace thigmo
