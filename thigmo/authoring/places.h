// Which triangles lie in one place: those with the same corners, and the copies of one polygon.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "thigmo/authoring/soup_surface.h"
#include "thigmo/base/union_find.h"

namespace thigmo {

/// A side of a triangle, by its welded ends, the lower one first.
struct Side {
    uint64_t edge;
    uint32_t triangle;
};

struct Places {
    std::vector<uint32_t> duplicates;  // per triangle: the one that stands for it
    UnionFind sets;                    // triangles of one place, whichever stand
    std::vector<Side> sides;           // by edge: of all triangles that differ in their corners
};

/// The first triangle of the least rank stands for all in one place. An empty rank is 0 for all.
Places find_places(const SoupSurface& surface, std::span<const uint8_t> rank);

/// Calls visit(first, last) for the sides of each edge.
template <class Visit>
void for_each_edge(std::span<const Side> sides, Visit visit) {
    for (size_t first = 0; first < sides.size();) {
        size_t last = first + 1;
        while (last < sides.size() && sides[last].edge == sides[first].edge) ++last;
        visit(sides.subspan(first, last - first));
        first = last;
    }
}

}  // namespace thigmo
