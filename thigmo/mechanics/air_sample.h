// A place where a plant meets the air: the plant says where it is and how it moves, the air
// answers.
#pragma once

#include "thigmo/base/vector.h"

namespace thigmo {

struct AirSample {
    Vec3 point = Vec3::Zero();     // in the world
    Vec3 velocity = Vec3::Zero();  // of the plant there
    Vec3 wind = Vec3::Zero();      // of the air there; filled in by the air
    double area = 0;               // that stands in the air's way, one-sided
};

}  // namespace thigmo
