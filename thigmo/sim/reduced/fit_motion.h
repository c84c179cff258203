// Coordinates found again from where segments are: for a domain that an edit made shorter.
#pragma once

#include <functional>

#include "thigmo/sim/reduced/tree.h"
#include "thigmo/sim/small_motion.h"

namespace thigmo {

/// The section at a segment's end, in the world, and the wood.
struct SegmentMotion {
    Quat rotation = Quat::Identity();  // from rest in the plant's space
    Vec3 end = Vec3::Zero(), velocity = Vec3::Zero(), spin = Vec3::Zero();
    SmallMotion at_start,
        at_end;         // what preloads do from the domain's base on, in the plant's axes
    double factor = 1;  // of stiffness, now
};

/// What the preloads of a domain do to both ends of every segment, from its base on.
void read_preloads(const Plant& plant, const ReducedBodies& bodies, DomainId domain,
                   Column<SegmentId, std::pair<SmallMotion, SmallMotion>>& out);

/// What is not known of a body: where it is; and of other wood than it was, its preload too.
enum class Unknown : uint8_t { nothing, motion, motion_and_preload };

/// Sets what is unknown of the bodies so that their segments are, move and are strained as they are
/// said to, as nearly as the bodies can; parents first. A free base is set with its root. Bodies
/// that are where they shall be stay there.
void fit_motion(const Plant& plant, ReducedBodies& bodies, const std::vector<Unknown>& unknown,
                const std::function<SegmentMotion(SegmentId)>& motion, ReducedTree& tree);

}  // namespace thigmo
