// The motion of a segment that joints divide.
#pragma once

#include "thigmo/base/vector.h"

namespace thigmo {

/// The motion of a segment whose ends go with different bodies: along the line between them, turned
/// about it half as one and half as the other, with its middle where theirs is. `start` and `end`
/// are at rest in the plant's space.
Rigid between(const Rigid& lower, const Rigid& upper, const Vec3& start, const Vec3& end);

}  // namespace thigmo
