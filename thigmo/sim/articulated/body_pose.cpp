// Motions of bodies for drawing.
#include "thigmo/sim/articulated/body_parts.h"

namespace thigmo {

void BodyTree::motions(std::span<Rigid> out) const {
    THIGMO_ASSERT(out.size() >= size());
    std::visit([&](const auto& e) { e.write_motions(out.data()); }, parts_->engine);
}

Rigid BodyTree::motion(BodyId body) const {
    return std::visit([&](const auto& e) { return e.motion_of(e.layout().seat[body.value]); },
                      parts_->engine);
}

}  // namespace thigmo
