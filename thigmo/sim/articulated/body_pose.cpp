// Motions of bodies for drawing.
#include "thigmo/sim/articulated/body_parts.h"

namespace thigmo {

void BodyTree::motions(std::span<Rigid> out) const {
    THIGMO_ASSERT(out.size() >= size());
    std::visit([&](const auto& e) { e.write_motions(out.data()); }, parts_->engine);
}

uint32_t BodyTree::seat(BodyId body) const {
    return std::visit([&](const auto& e) { return e.layout().seat[body.value]; }, parts_->engine);
}

void BodyTree::read_motions(std::span<const uint32_t, 8> seats,
                            BodyMotion<Lanes<8>>& motion) const {
    std::visit([&](const auto& e) { e.read_motions(seats, motion); }, parts_->engine);
}

Vec<Lanes<8>> BodyTree::read_positions(std::span<const uint32_t, 8> seats) const {
    return std::visit([&](const auto& e) { return e.read_positions(seats); }, parts_->engine);
}

Rigid BodyTree::motion(BodyId body) const {
    return std::visit([&](const auto& e) { return e.motion_of(e.layout().seat[body.value]); },
                      parts_->engine);
}

}  // namespace thigmo
