// Where the bricks of a centreline meet.
#pragma once

#include <functional>

#include "thigmo/sim/centreline.h"

namespace thigmo {

/// Whether two segments beside each other are of one stuff, so that one brick may hold both.
using SameStuff = std::function<bool(SegmentId, SegmentId)>;

/// Ends of bricks of wood, as shares of the length: 0 … 1. Bricks end where segments do, but for
/// three things. A short first brick stands on what holds it: a fixed section can grow neither
/// thinner nor thicker. Segments that are long for their thickness are several bricks. Neighbours
/// that go on nearly straight, or are shorter than thick, are one. `seats` are places inside
/// segments at which a branch sits: where a segment is divided, bricks end there too.
std::vector<double> place_bricks(const Centreline& line, const SameStuff& same,
                                 const std::vector<double>& seats = {});

/// Ends more bricks, `reach` radii below and above each of these places, where no others are as
/// near: what a branch sits on is read there, and a long brick knows its direction in two places
/// only.
void add_collars(const Centreline& line, const std::vector<double>& seats, double reach,
                 std::vector<double>& ends);

/// Ends of bricks of a blade of this thickness (m), evenly spaced.
std::vector<double> place_blade_bricks(const Centreline& line, double thickness);

}  // namespace thigmo
