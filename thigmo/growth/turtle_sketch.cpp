// From strokes to domains and segments.
#include "thigmo/growth/turtle_sketch.h"

#include <algorithm>

#include "thigmo/base/random.h"

namespace thigmo::turtle {
namespace {

uint32_t segment_at(const Sketch& sketch, uint32_t bearer) {
    return bearer == no_row ? no_row : sketch.parts[bearer].last;
}

/// Rows of the sketch's segments when they stand part by part.
struct Layout {
    std::vector<uint32_t> first;  // per part, one more
    std::vector<uint32_t> row;    // per segment of the sketch
};

Layout lay_out(const Sketch& sketch) {
    Layout layout;
    layout.first.assign(sketch.parts.size() + 1, 0);
    for (const SketchSegment& segment : sketch.segments) ++layout.first[segment.part + 1];
    for (size_t i = 1; i < layout.first.size(); ++i) layout.first[i] += layout.first[i - 1];
    std::vector<uint32_t> next(layout.first.begin(), layout.first.end() - 1);
    layout.row.reserve(sketch.segments.size());
    for (const SketchSegment& segment : sketch.segments) layout.row.push_back(next[segment.part]++);
    return layout;
}

/// Hash of the parent's key, the place on the parent and the ordinal among the parts of the same
/// sort there, so that parts drawn elsewhere leave it alone.
class KeyMaker {
  public:
    explicit KeyMaker(size_t segments) : counts_(2 * (segments + 1), 0) {}

    Key of(Key parent, uint32_t place, uint32_t row, bool shape) {
        const size_t slot = row == no_row ? counts_.size() / 2 - 1 : row;
        uint32_t& count = counts_[2 * slot + (shape ? 1 : 0)];
        return mix(mix(parent, place), 2 * uint64_t{count++} + (shape ? 1 : 0));
    }

  private:
    std::vector<uint32_t> counts_;
};

void add_domains(const Sketch& sketch, const Layout& layout, Plant& plant) {
    Domains& domains = plant.domains;
    std::apply([&](auto&... column) { (column.reserve(sketch.parts.size()), ...); },
               domains.columns());
    KeyMaker keys(sketch.segments.size());
    for (size_t i = 0; i < sketch.parts.size(); ++i) {
        const SketchPart& part = sketch.parts[i];
        const bool root = part.parent == no_row;
        const DomainId parent = root ? DomainId::none() : DomainId(part.parent);
        const SegmentId on = root ? SegmentId::none() : SegmentId(layout.row[part.segment]);
        const uint32_t place = root ? 0 : on.value - layout.first[part.parent];
        domains.key.push_back(keys.of(root ? 0 : domains.key[parent], place,
                                      root ? no_row : on.value, part.shape.exists()));
        domains.parent.push_back(parent);
        domains.attachment.push_back({on, root ? 0.0 : part.along});
        domains.segments.push_back({layout.first[i], layout.first[i + 1] - layout.first[i]});
        const int order = root ? 0 : domains.order[parent] + (part.continues ? 0 : 1);
        domains.order.push_back(static_cast<uint16_t>(std::min(order, int{UINT16_MAX})));
        domains.kind.push_back(part.kind);
        domains.flexible.push_back(part.shape.exists() || part.rigid ? 0 : 1);
        domains.material.push_back(part.material);
        domains.look.push_back(part.look);
        domains.shape.push_back(part.shape);
        domains.placement.push_back(part.placement);
    }
}

/// Order 0 is trunk; other wood is branch where it bears wood, else twig.
void name_wood(const Sketch& sketch, const std::array<WoodPart, 3>& wood, Plant& plant) {
    Domains& domains = plant.domains;
    std::vector<uint8_t> bears_wood(sketch.parts.size(), 0);
    for (const SketchPart& part : sketch.parts)
        if (!part.shape.exists() && part.parent != no_row) bears_wood[part.parent] = 1;
    for (const DomainId domain : domains.rows()) {
        if (domains.shape[domain].exists()) continue;
        const Kind kind = domains.order[domain] == 0      ? Kind::trunk
                          : bears_wood[domain.value] != 0 ? Kind::branch
                                                          : Kind::twig;
        domains.kind[domain] = kind;
        domains.material[domain] = wood[static_cast<size_t>(kind)].material;
        domains.look[domain] = wood[static_cast<size_t>(kind)].look;
    }
}

void add_segments(const Sketch& sketch, const Layout& layout, Plant& plant) {
    Segments& segments = plant.segments;
    const size_t count = sketch.segments.size();
    std::apply([&](auto&... column) { (column.resize(count), ...); }, segments.columns());
    plant.articulations.resize(sketch.articulations.size());
    for (size_t i = 0; i < count; ++i) {
        const SketchSegment& drawn = sketch.segments[i];
        const SegmentId row(layout.row[i]);
        const Key key = plant.domains.key[DomainId(drawn.part)];
        segments.key[row] = mix(key, ~uint64_t{row.value - layout.first[drawn.part]});
        segments.start[row] = drawn.start;
        segments.end[row] = drawn.end;
        segments.start_radius[row] = 0.5 * drawn.start_width;
        segments.end_radius[row] = 0.5 * drawn.end_width;
        if (!sketch.articulations.empty()) plant.articulations[row] = sketch.articulations[i];
    }
}

void taper(const Sketch& sketch, const Layout& layout, double tip_taper, Plant& plant) {
    Segments& segments = plant.segments;
    std::vector<uint8_t> forks(sketch.segments.size(), 0);
    for (const SketchPart& part : sketch.parts)
        if (!part.shape.exists() && part.parent != no_row) forks[layout.row[part.segment]] = 1;
    for (const Rows<SegmentId>& run : plant.domains.segments)
        for (const SegmentId row : run) {
            if (segments.end_radius[row] >= 0) continue;
            const double own = segments.start_radius[row];
            segments.end_radius[row] = forks[row.value] != 0 ? own
                                       : row == run.back()
                                           ? tip_taper * own
                                           : segments.start_radius[SegmentId(row.value + 1)];
        }
}

}  // namespace

void add_segment(const Vec3& start, const Vec3& end, double start_width, double end_width,
                 SketchPlace& place, Sketch& sketch) {
    const bool drawn = place.axis != no_row;
    if (!drawn || sketch.segments[sketch.parts[place.axis].last].end != start) {
        SketchPart part;
        part.parent = place.bearer();
        part.segment = segment_at(sketch, part.parent);
        part.continues = drawn;
        place.axis = static_cast<uint32_t>(sketch.parts.size());
        sketch.parts.push_back(part);
    }
    sketch.parts[place.axis].last = static_cast<uint32_t>(sketch.segments.size());
    sketch.segments.push_back({start, end, start_width, end_width, place.axis});
}

void add_shape(SketchPart part, const SketchPlace& place, Sketch& sketch) {
    part.parent = place.bearer();
    part.segment = segment_at(sketch, part.parent);
    sketch.parts.push_back(std::move(part));
}

void sort_parts(Sketch& sketch) {
    const size_t count = sketch.parts.size();
    std::vector<uint32_t> size(count, 1), row(count), next(count);
    for (size_t i = count; i-- > 0;)
        if (const uint32_t parent = sketch.parts[i].parent; parent != no_row)
            size[parent] += size[i];
    uint32_t roots = 0;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t parent = sketch.parts[i].parent;
        uint32_t& free = parent == no_row ? roots : next[parent];
        row[i] = free;
        free += size[i];
        next[i] = row[i] + 1;
    }
    std::vector<SketchPart> sorted(count);
    for (size_t i = 0; i < count; ++i) {
        sorted[row[i]] = sketch.parts[i];
        uint32_t& parent = sorted[row[i]].parent;
        if (parent != no_row) parent = row[parent];
    }
    sketch.parts = std::move(sorted);
    for (SketchSegment& segment : sketch.segments) segment.part = row[segment.part];
}

void build_plant(const Sketch& sketch, const std::array<WoodPart, 3>& wood, double tip_taper,
                 Plant& plant) {
    const Layout layout = lay_out(sketch);
    add_domains(sketch, layout, plant);
    name_wood(sketch, wood, plant);
    add_segments(sketch, layout, plant);
    taper(sketch, layout, tip_taper, plant);
}

}  // namespace thigmo::turtle
