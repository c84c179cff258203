// What a simulator does that says nothing else.
#include "thigmo/sim/simulator.h"

namespace thigmo {

Start Simulator::motion_at(Load::Table table, uint32_t row, const Vec3& rest) const {
    Start start;
    start.placement = row_motion(table, row);
    const Vec3 point = start.placement * rest;
    start.velocity = velocity(table, row, point);
    // Angular velocity from how three points about it move.
    for (int axis = 0; axis < 3; ++axis) {
        const Vec3 arm = Vec3::Unit(axis);
        start.angular_velocity +=
            0.5 * arm.cross(velocity(table, row, point + arm) - start.velocity);
    }
    return start;
}

}  // namespace thigmo
