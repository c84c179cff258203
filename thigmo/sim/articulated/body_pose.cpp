// Motions of bodies for drawing.
#include "thigmo/sim/articulated/body_parts.h"

namespace thigmo {
namespace {

constexpr uint32_t in_shapes = Engine<double>::in_shapes;

/// The first row that a body moves is written; the others copy it.
void add_place(BodyTree::Parts& parts, const Layout& layout, BodyId body, uint32_t place) {
    if (!body.exists()) return;
    uint32_t& own = parts.place[layout.seat[body.value]];
    if (own == Layout::none)
        own = place;
    else
        parts.copies.push_back({own, place});
}

}  // namespace

void BodyTree::name(const Named& named) {
    Parts& parts = *parts_;
    const Layout& layout =
        std::visit([](const auto& e) -> const Layout& { return e.layout(); }, parts.engine);
    parts.place.assign(layout.body.size(), Layout::none);
    parts.copies.clear();
    parts.segment_count = named.segments.size();
    parts.shape_count = named.shapes.size();
    for (const SegmentId s : named.segments.rows())
        add_place(parts, layout, named.segments[s], s.value);
    for (const DomainId d : named.shapes.rows())
        add_place(parts, layout, named.shapes[d], d.value | in_shapes);
}

void BodyTree::pose(Pose& out) const {
    const Parts& parts = *parts_;
    out.segments.resize(parts.segment_count);
    out.shapes.resize(parts.shape_count);
    Rigid* segments = out.segments.span().data();
    Rigid* shapes = out.shapes.span().data();
    std::visit([&](const auto& e) { e.write_motions(parts.place, segments, shapes); },
               parts.engine);
    const auto row = [&](uint32_t place) -> Rigid& {
        return place & in_shapes ? shapes[place & ~in_shapes] : segments[place];
    };
    for (const Parts::Copy& copy : parts.copies) row(copy.to) = row(copy.from);
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
