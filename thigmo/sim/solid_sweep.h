// A centreline as a chain of bricks.
#pragma once

#include "thigmo/sim/solid_plant.h"

namespace thigmo {

/// Mesh, length, ends and damping of a run of a flexible domain's segments; warns where the
/// centreline had to be made straighter.
DomainSolid sweep_segments(const Plant& plant, DomainId domain, Rows<SegmentId> run,
                           const SolidSettings& settings, const StandingFactors& stiffer, Log& log);

/// What a segment states of its wood, else what the domain's material is at a share of its length.
SolidMaterial wood_there(const Plant& plant, DomainId domain, SegmentId segment, double along);

void make_stiffer(double factor, SolidMaterial& material);

}  // namespace thigmo
