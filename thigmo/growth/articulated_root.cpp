// The immovable root body of a module string, based on [Garcia2023] 5.2.1.
#include <utility>

#include "thigmo/growth/articulated.h"

namespace thigmo::turtle {
namespace {

/// The first segment of every part; none for shapes.
std::vector<uint32_t> first_segments(const Sketch& sketch) {
    std::vector<uint32_t> first(sketch.parts.size(), no_row);
    for (uint32_t i = 0; i < sketch.segments.size(); ++i) {
        uint32_t& own = first[sketch.segments[i].part];
        if (own == no_row) own = i;
    }
    return first;
}

/// Rows of the parts once every root is followed by the rest of its axis.
struct Split {
    std::vector<uint32_t> row;   // per part
    std::vector<uint32_t> rest;  // per part; none where nothing goes on
};

/// Divides the roots: each keeps its first segment, the part after it takes over the others.
Split split_roots(const std::vector<uint32_t>& first, std::vector<SketchPart>& parts) {
    Split split;
    std::vector<SketchPart> divided;
    for (uint32_t i = 0; i < parts.size(); ++i) {
        const auto row = static_cast<uint32_t>(divided.size());
        split.row.push_back(row);
        split.rest.push_back(no_row);
        divided.push_back(parts[i]);
        if (parts[i].parent != no_row || first[i] == no_row) continue;
        divided[row].rigid = true;
        if (parts[i].last == first[i]) continue;
        divided[row].last = first[i];
        SketchPart rest = parts[i];
        rest.parent = row;
        rest.segment = first[i];
        rest.continues = true;
        split.rest.back() = row + 1;
        divided.push_back(rest);
    }
    parts = std::move(divided);
    return split;
}

}  // namespace

void fix_roots(Sketch& sketch) {
    const std::vector<uint32_t> first = first_segments(sketch);
    const Split split = split_roots(first, sketch.parts);
    for (uint32_t i = 0; i < sketch.segments.size(); ++i) {
        uint32_t& part = sketch.segments[i].part;
        const bool goes_on = split.rest[part] != no_row && i != first[part];
        part = goes_on ? split.rest[part] : split.row[part];
    }
    for (SketchPart& part : sketch.parts)
        if (part.parent != no_row) part.parent = sketch.segments[part.segment].part;
    sort_parts(sketch);
}

}  // namespace thigmo::turtle
