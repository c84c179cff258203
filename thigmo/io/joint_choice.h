// Which segments and organs share a joint when there are fewer joints than both together.
#pragma once

#include <span>

#include "thigmo/io/drawn_bodies.h"

namespace thigmo {

struct JointChoice {
    Joints joints;
    /// The least power of two of joints that leaves a tenth of the motion or less, as far as the
    /// choice can tell; all bodies where no fewer do; 0 where even the format's limit does not.
    size_t enough = 0;
    /// Expected error over the motion, root of the mean square over all vertices, when every
    /// segment has a joint and the organs of a twig share one.
    double shared_organs_error = 0;
};

/// At most `most` joints for a plant that moves through these poses, chosen so that the drawn
/// vertices come as near to where the poses have them as can be.
///
/// Every segment begins with a joint of its own, and the organs of every twig with one that they
/// share. Then joints are merged, always the pair that costs the vertices least: a segment's with
/// the one that it hangs on or with that of a neighbouring branch, a twig's organs' with those of
/// the next twig or with the wood that carries them. Where one organ alone would lose more than
/// such a merger costs, the mergers go on and that organ gets a joint. A merged joint moves as fits
/// its vertices best (JointMotions); a body whose motion lies between its joint's and a
/// neighbour's follows both. InputError for fewer joints than stems, or no poses.
JointChoice choose_joints(const Plant& plant, const DrawnBodies& bodies,
                          std::span<const Pose> poses, size_t most);

}  // namespace thigmo
