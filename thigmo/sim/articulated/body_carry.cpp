// Bodies and the leaves that ride on them: where the bodies are kept, and what they carry.
#include <algorithm>

#include "thigmo/mechanics/drag.h"
#include "thigmo/sim/articulated/body_drag.h"
#include "thigmo/sim/articulated/body_parts.h"

namespace thigmo {

uint32_t BodyTree::seat(BodyId body) const {
    return std::visit([&](const auto& e) { return e.layout().seat[body.value]; }, parts_->engine);
}

size_t BodyTree::blocks() const {
    return std::visit([&](const auto& e) { return e.layout().blocks.size(); }, parts_->engine);
}

uint32_t BodyTree::block(BodyId body) const {
    return std::visit(
        [&](const auto& e) {
            const Layout& layout = e.layout();
            const auto row = static_cast<uint32_t>(layout.seat[body.value] / layout.lanes);
            // The last batch that begins at this row or before it; batches lie in order of blocks.
            const auto batch = std::ranges::upper_bound(layout.batches, row, {}, &Batch::first) -
                               1 - layout.batches.begin();
            const auto block = std::ranges::upper_bound(layout.blocks, batch, {}, &Block::last);
            return static_cast<uint32_t>(block - layout.blocks.begin());
        },
        parts_->engine);
}

const CarrierRows& BodyTree::rows() const {
    return std::visit([](const auto& e) -> const CarrierRows& { return e; }, parts_->engine);
}

void BodyTree::carry(Passengers& passengers, const Crown& crown, const Bodies& bodies) {
    Parts& parts = *parts_;
    parts.passengers = &passengers;
    std::vector<uint32_t> seats;
    for (size_t i = 0; i < crown.riding.size(); ++i) {
        const BodyId leaf = crown.riding[i], carrier = crown.carrier[i];
        seats.push_back(seat(carrier));
        parts.mass += bodies.mass[leaf];
        parts.carried_stiffness += bodies.stiffness[leaf].sum();
        parts.carried_damping |= parts.settings.damping && bodies.damping[leaf] != Vec3::Zero();
        const Vec3 rates = bodies.stiffness[leaf].cwiseQuotient(bodies.inertia[leaf].diagonal());
        parts.fastest = std::max(parts.fastest, rates.maxCoeff());
        add_body_drag(bodies, leaf, parts.sampled_area[parts.sample[carrier.value]]);
    }
    std::visit([&](auto& e) { e.carry(passengers, seats); }, parts.engine);
    parts.settle();
}

}  // namespace thigmo
