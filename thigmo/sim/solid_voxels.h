// A domain as the volume that its voxels and its surface enclose: a grid of bricks, each filled in
// part.
//
// The grid stands on what holds the domain, one axis towards its middle, the others along where it
// is wide. Its bricks are as large as the domain is thick, whatever the size of the voxels: those
// tell what of every brick is filled (solid_cloud.h, mechanics/cut_brick.h).
#pragma once

#include <optional>

#include "thigmo/sim/solid_plant.h"

namespace thigmo {

/// None where it is to be swept: a domain without voxels, or whose surface is not closed, or that
/// is thinner than a voxel as a plate, or two as a rod. Unless the kind asks for voxels, also one
/// that is a tube about its centreline, and leaves.
std::optional<DomainSolid> voxel_solid(const Plant& plant, DomainId domain, SolidKind kind,
                                       const StandingFactors& stiffer);

/// The section of a solid of voxels at a share of its length, in one brick.
SectionFit voxel_section(const DomainSolid& solid, double along);

/// Warns of domains that are swept though voxels were asked for.
void warn_of_swept(const Plant& plant, SolidPlant& built);

}  // namespace thigmo
