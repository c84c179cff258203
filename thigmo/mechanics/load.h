// A load: what a pull, a pin, a handle or a contact does to one row of a plant during a step.
#pragma once

#include <cstdint>

#include "thigmo/base/vector.h"

namespace thigmo {

/// A force at a material point of a row, linear about where the point is and how it moves when the
/// step begins:
///
///     F(x, v) = force − stiffness·(x − point) − damping·(v − velocity)
///
/// Both matrices are symmetric and positive semi-definite; simulators take them implicitly.
struct Load {
    enum class Table : uint8_t { segments, domains };
    Table table = Table::segments;
    uint32_t row = 0;
    Vec3 point = Vec3::Zero();      // in the world, now
    Vec3 velocity = Vec3::Zero();   // of that point, now
    Vec3 force = Vec3::Zero();      // N
    Vec3 torque = Vec3::Zero();     // N m, beside the force's own moment; constant over the step
    Mat3 stiffness = Mat3::Zero();  // −∂F/∂x (N/m)
    Mat3 damping = Mat3::Zero();    // −∂F/∂v (N s/m)
};

}  // namespace thigmo
