// Making points.
#include "thigmo/sim/reduced/moving_point.h"

#include "thigmo/base/assert.h"

namespace thigmo {

MovingPoint make_point(const Vec3& place, const Modes3& modes, const Modes3& axis_modes) {
    const bool axis = axis_modes.cols() > 0;
    THIGMO_ASSERT(!axis || axis_modes.cols() == modes.cols());
    MovingPoint point{place, PaddedRows(axis ? 6 : 3, static_cast<int>(modes.cols()))};
    for (int k = 0; k < modes.cols(); ++k)
        for (int a = 0; a < 3; ++a) {
            point.of_modes.add(a, k, modes(a, k));
            if (axis) point.of_modes.add(3 + a, k, axis_modes(a, k));
        }
    return point;
}

}  // namespace thigmo
