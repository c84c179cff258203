// Moments summed from tips to the base.
#include "thigmo/sim/articulated/outboard.h"

namespace thigmo {

Vec3 given_arm(const Bodies& bodies, BodyId body) {
    const BodyId parent = bodies.parent[body];
    return parent.exists() ? Vec3(bodies.given[parent] * bodies.offset[body]) : bodies.offset[body];
}

Column<BodyId, Solid> outboard_solids(const Bodies& bodies) {
    Column<BodyId, Solid> sums(bodies.size());
    for (size_t row = bodies.size(); row-- > 0;) {
        const BodyId body(row);
        const Solid own{bodies.mass[body], bodies.mass[body] * bodies.centre[body],
                        bodies.inertia[body]};
        sums[body] = sums[body] + turned(own, bodies.given[body].toRotationMatrix());
        if (const BodyId parent = bodies.parent[body]; parent.exists())
            sums[parent] = sums[parent] + shifted(sums[body], given_arm(bodies, body));
    }
    return sums;
}

}  // namespace thigmo
