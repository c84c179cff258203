// One domain's centreline as a chain of bricks.
#pragma once

#include "thigmo/sim/solid_plant.h"

namespace thigmo {

/// Mesh, length, ends and damping of a flexible domain with segments; warns where the centreline
/// had to be made straighter.
DomainSolid sweep_domain(const Plant& plant, DomainId domain, const SolidSettings& settings,
                         Log& log);

}  // namespace thigmo
