// Sums of drag areas over bodies.
#include "thigmo/sim/articulated/body_drag.h"

#include "thigmo/mechanics/drag.h"

namespace thigmo {

void add_body_drag(const Bodies& bodies, BodyId body, DragArea& sum) {
    const Vec3 axis = bodies.plate[body] != 0 ? Vec3(Vec3::Zero()) : Vec3(Vec3::UnitX());
    add_drag({bodies.drag[body], bodies.vogel[body], axis}, sum);
    if (!bodies.foliage.empty()) add_drag({bodies.foliage[body], bodies.foliage_vogel[body]}, sum);
}

}  // namespace thigmo
