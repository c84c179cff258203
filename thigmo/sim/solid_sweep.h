// A centreline as a chain of bricks.
#pragma once

#include "thigmo/sim/solid_plant.h"

namespace thigmo {

/// Mesh, length, ends and damping of a run of a flexible domain's segments; warns where the
/// centreline had to be made straighter.
DomainSolid sweep_segments(const Plant& plant, DomainId domain, Rows<SegmentId> run,
                           const SolidSettings& settings, const StandingFactors& stiffer, Log& log);

}  // namespace thigmo
