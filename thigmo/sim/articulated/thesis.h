// The articulated plant of [Garcia2023] chapters 4 to 7 as it is, for comparison.
//
// Every segment is a cylinder of its mean radius on three revolute joints in a row; each joint has
// the spring E I/L with the mean I and mean length of its two bodies (eq. 6.4, 6.6, 6.16), also at
// the clamp and where a twig leaves a trunk. A plant without a fixed root (movable.h) stands on a
// base body like its first one.
// Cylinders are thin rods, m l²/12 across; about their axis the thesis leaves them nothing, which
// would let them twist infinitely fast, so they have m r²/2 here. Leaves and rigid parts, for which
// it gives no law, are as in bodies.h. The step is semi-implicit Euler, whatever the settings say:
// explicit, first order, stable up to 2/ω of the stiffest joint. Loads and air drag (which the
// thesis tried and gave up) are explicit too.
#pragma once

#include <memory>

#include "thigmo/sim/articulated/bodies.h"
#include "thigmo/sim/articulated/joint_tree.h"

namespace thigmo {

/// InputError for settings out of range, a base that slides, a free plant of several roots, and
/// bodies that cannot move.
std::unique_ptr<Simulator> make_thesis(const Plant& plant, const ArticulatedSettings& settings,
                                       const Start& start);

/// The thesis's cylinders and springs put in the place of a plant's bodies.
void make_cylinders(const Plant& plant, Bodies& bodies);

/// Bodies on joints that turn about y, x and z in this order (left, heading, up), or about the
/// plane's normal only; springs' rest so that the given shape stands where the settings say so.
/// With a free base the first body is rigid on it.
std::vector<JointBody> thesis_joints(const Bodies& bodies, const ArticulatedSettings& settings);

/// The angles of those joints at the beginning.
std::vector<double> thesis_angles(const Bodies& bodies, const ArticulatedSettings& settings);

}  // namespace thigmo
