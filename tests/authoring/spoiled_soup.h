// Soups as careless programs leave them: faces turned over, drawn twice, vertices a little off.
#pragma once

#include <cstdint>

#include "thigmo/plant/soup.h"

namespace thigmo::made {

/// Turns over a share of the faces, and draws a share a second time, half of those turned over.
/// What is drawn again stands in parts of its own at the end, so that triangles keep their numbers.
void flip_and_double(double flipped, double doubled, uint64_t seed, Soup& soup);

enum class Copies { of_same_part, of_own_part, of_own_look };

/// Draws a share of the quads a second time from the other side, cut along the other diagonal. A
/// quad is two triangles of a part with their longest edge in common, bent there by less than 60°.
/// Copies of the same part share its vertices; the others stand in parts of their own at the end.
void double_quads(double share, Copies copies, uint64_t seed, Soup& soup);

/// Moves every vertex along each axis by up to `share` of the diagonal of the box around all.
void shake(double share, uint64_t seed, Soup& soup);

}  // namespace thigmo::made
