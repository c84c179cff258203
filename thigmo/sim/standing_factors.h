// Wood and stalks too soft to stand in the given shape: by how much every simulator makes them
// stiffer.
#pragma once

#include "thigmo/base/log.h"
#include "thigmo/sim/articulated/outboard.h"
#include "thigmo/sim/footing.h"
#include "thigmo/sim/leaf_settings.h"

namespace thigmo {

/// A plant that is given standing was meant to stand. Where a domain would give way under 1.25
/// times its load, or a joint would have to be bent by more than `turn_most` to bear its load, all
/// of the domain from there to its tip is made stiffer until it holds; tips come first, and what
/// stands by itself stays as it is. `outboard` is what each body carries; gravity is in the plant's
/// axes (m/s²). One line in the log names the domain with the largest factor.
StandingFactors find_standing_factors(const Plant& plant, const Bodies& bodies,
                                      const Column<BodyId, Solid>& outboard, const Vec3& gravity,
                                      Log& log);

/// Gives the factors to simulators that have no bodies: what the footing has kept of the whole
/// plant; else, where the shape is standing, what is found. `stiffness`: by which domains are
/// stiffer than their wood anyway (none: by 1).
StandingFactors standing_factors(const Plant& plant, const Footing& footing,
                                 const LeafSettings& leaf,
                                 const Column<DomainId, double>& stiffness, Log& log);

}  // namespace thigmo
