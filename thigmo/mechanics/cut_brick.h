// Quadrature of a brick that a solid fills only in part.
//
// Finite cells [Parvizian2007]: a brick's functions are those of the whole, and its integrals go
// over the part that the solid fills, here a cloud of points with volumes. A few points with
// positive weights stand for the cloud: they have its moments up to a degree.
#pragma once

#include <span>

#include "thigmo/mechanics/solid_mesh.h"

namespace thigmo {

/// Points for strains, eighteen or three times as many. Gauss' points where positive weights on
/// them give the cloud's moments x^a y^b z^c of a, b ≤ 2, c ≤ 1, and nearly that of z²; else points
/// of the cloud with its moments of a + b + c ≤ 4 (fewer would leave a brick too soft), and Gauss'
/// points of 1e-4 of their weight, so that nodes far from what is filled are held by something.
std::vector<BrickPoint> strain_rule(std::span<const BrickPoint> cloud);

/// Points for mass: of the cloud, with its moments x^a y^b z^c of a + b + c ≤ 4.
std::vector<BrickPoint> mass_rule(std::span<const BrickPoint> cloud);

}  // namespace thigmo
