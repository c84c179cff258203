// Volumes of domains: voxel meshes of their shapes, and the corners of those that do not move.
//
// Based on [Zhao2013], sec. 4.8 and 4.9.
#pragma once

#include <optional>
#include <vector>

#include "thigmo/base/log.h"
#include "thigmo/base/progress.h"
#include "thigmo/plant/plant.h"

namespace thigmo {

struct VolumeSettings {
    int resolution = 100;          // voxels along the longest edge of the plant's box, expanded
    double expansion = 1.2;        // of boxes
    std::optional<double> ground;  // m; unset: the lowest ground_share of the plant's height
    double ground_share = 0.02;
};

/// InputError for a resolution outside 1 … 1000, an expansion outside 1 … 10 or a ground that is no
/// number.
void check(const VolumeSettings& settings);

/// Gives every flexible domain that has a shape and segments its voxels. A domain's resolution is
/// the plant's, in proportion to the longest edges of their boxes, and at least one voxel, so that
/// voxels are of like size all over the plant. Open ends of wood are closed first: it is solid.
/// Nothing is built when progress was cancelled.
void build_volumes(Plant& plant, const VolumeSettings& settings, Progress& progress);

/// Domains that are rigid as solids.
struct MadeRigid {
    std::vector<DomainId> all_fixed;   // small ones inside their parents
    std::vector<DomainId> none_fixed;  // roots above the ground
};

/// Fixes corners in every volume: all eight of each voxel that meets a voxel of the parent, and of
/// the one nearest to where the domain begins, so that a branch that was joined over a gap is held
/// as well. At a root all corners at or below the ground; where none is set, and the root begins
/// in its upper half, it hangs, and those at the top are fixed; where none are there, those of the
/// voxel in which it begins. A domain of which all corners are fixed, or none, cannot bend
/// as a solid: its volume goes, by which simulators of solids take it as rigid, and the log counts
/// and names it. Its segments bend as before: on a tree with many twigs most of them lie within
/// their parents' voxels, and the others must not lose their motion.
MadeRigid fix_vertices(Plant& plant, const VolumeSettings& settings, Log& log);

}  // namespace thigmo
