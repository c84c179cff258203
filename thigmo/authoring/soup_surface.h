// All triangles of a soup as one surface in metres, its vertices joined where they lie in one
// place.
//
// Based on [Zhao2013], sec. 4.1. A step of authoring: a soup in, a surface out; nothing is lost.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "thigmo/plant/soup.h"

namespace thigmo {

struct SoupSurface {
    TriangleMesh mesh;                 // of all parts in the file's order, vertices as in the file
    std::vector<uint32_t> part;        // per triangle: of the soup
    std::vector<LookId> look;          // per triangle
    std::vector<uint32_t> welded;      // per vertex: the first one in the same place
    std::vector<uint32_t> duplicates;  // per triangle: the one that stands for it; itself for most
    double diagonal = 0;               // of the box around it (m)
    double weld_tolerance = 0;         // m
    size_t near_misses = 0;            // vertices that ten times that would have welded
    Box box;
};

/// The corners of a triangle in double precision.
std::array<Vec3, 3> corners(const SoupSurface& surface, uint32_t triangle);

/// How near each other vertices are one: within a share of the diagonal, and within a share of the
/// shortest edge that meets there, so that thin tips keep their rings.
struct Nearness {
    double of_diagonal = 1e-6, of_edge = 0.1;
};

/// Joins the parts, times `scale`, welds them and finds what is drawn twice.
SoupSurface join_parts(const Soup& soup, double scale);

/// Welds anew, as for soup whose vertices are noisy.
void weld(SoupSurface& surface, const Nearness& nearness);

}  // namespace thigmo
