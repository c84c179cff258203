// Coordinates found again from where segments are: for a domain that an edit made shorter.
#pragma once

#include <functional>

#include "thigmo/sim/reduced/tree.h"

namespace thigmo {

/// The section at a segment's end, in the world.
struct SegmentMotion {
    Quat rotation = Quat::Identity();  // from rest in the plant's space
    Vec3 end = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();
    Vec3 strain = Vec3::Zero(),
         strain_turn = Vec3::Zero();  // what the preload moves and turns it by
};

/// The preload's displacement and turn of the section at a segment's end, in the plant's axes.
std::pair<Vec3, Vec3> preload_motion(const Plant& plant, const ReducedBodies& bodies, size_t body,
                                     SegmentId segment);

/// Sets coordinates, rates and preload of the bodies that are `unknown` so that their segments are,
/// move and are strained as they are said to, as nearly as the bodies can; parents first. A free
/// base is set with its root. Bodies that are right already stay as they are.
void fit_motion(const Plant& plant, ReducedBodies& bodies, const std::vector<bool>& unknown,
                const std::function<SegmentMotion(SegmentId)>& motion, ReducedTree& tree);

}  // namespace thigmo
