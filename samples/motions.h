// Motions made by hand: what writers of motion are tried with, without any mechanics.
#pragma once

#include "thigmo/plant/pose.h"

namespace thigmo::samples {

/// The plant at a time (s) when every joint swings by up to `angle` (rad) about an axis and with a
/// rate of its own, drawn by its key; shapes swing on their segments by up to `shape_angle`. Joints
/// hold together: no segment leaves the one that it hangs on.
Pose swing(const Plant& plant, double time, double angle, double shape_angle);

/// Moves the whole pose on by `motion`.
void carry(const Rigid& motion, Pose& pose);

}  // namespace thigmo::samples
