// Motions so small that turns add up.
#pragma once

#include "thigmo/base/vector.h"

namespace thigmo {

/// The displacement of a point, and the turn about it.
struct SmallMotion {
    Vec3 shift = Vec3::Zero(), turn = Vec3::Zero();
};

}  // namespace thigmo
