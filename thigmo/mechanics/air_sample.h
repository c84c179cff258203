// A place where a plant meets the air: the plant says where it is and how it moves, the air
// answers.
#pragma once

#include "thigmo/base/vector.h"

namespace thigmo {

/// What meets the air at one place: drag coefficient × area in the mean over all directions of the
/// wind (m²), as they are in a weak wind.
struct DragArea {
    double wood = 0;
    double foliage = 0;
    double vogel = 0;  // exponent of the foliage, in the mean over its area

    double all() const { return wood + foliage; }
};

struct AirSample {
    Vec3 point = Vec3::Zero();     // in the world
    Vec3 velocity = Vec3::Zero();  // of the plant there
    Vec3 wind = Vec3::Zero();      // of the air there; filled in by the air
    DragArea drag;                 // of everything that feels this wind
};

}  // namespace thigmo
