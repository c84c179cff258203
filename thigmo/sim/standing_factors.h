// Wood too soft to stand in the given shape: by how much every simulator makes it stiffer.
#pragma once

#include "thigmo/base/log.h"
#include "thigmo/plant/plant.h"
#include "thigmo/sim/footing.h"

namespace thigmo {

/// A plant that is given standing was meant to stand. Where a domain would give way under 1.25
/// times its load, or would have to be bent too far to bear it, all of it from there to its tip is
/// made stiffer until it holds; tips come first, and what stands by itself stays as it is. One line
/// in the log names the domain with the largest factor.
///
/// What the footing has kept of the whole plant goes before; a shape that is not standing has
/// nothing else. `stiffness`: by which domains are stiffer than their wood anyway (none: by 1).
StandingFactors find_standing_factors(const Plant& plant, const Footing& footing, Log& log,
                                      const Column<DomainId, double>& stiffness = {});

}  // namespace thigmo
