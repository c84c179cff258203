// The elastic joint between two rigid pieces of a beam: bending and twisting of the half lengths
// that it stands for, in series.
//
// Every joint takes over the second half of the piece before it and the first half of the one
// behind it; a clamp and a branch that leaves its parent's side take the latter only. So a chain
// converges at second order, and a twig on a trunk keeps its own softness, where the arithmetic
// mean of second moments of [Garcia2023] eq. 6.6 would make it rigid.
#pragma once

#include "thigmo/mechanics/frustum.h"

namespace thigmo {

/// ∫ ds/r⁴ along the frustum (m⁻³), exactly:
///
///     ∫ ds/r⁴ = ℓ (a² + ab + b²) / (3 a³ b³)
///
/// a and b the radii of its ends, neither of which may be 0.
double slenderness(const Frustum& frustum);

/// Turn per moment of a solid round piece (rad/(N m)), bent with Young's modulus E (Pa):
///
///     ∫ ds/(E I),   I = π r⁴/4
double bending_compliance(const Frustum& frustum, double E);

/// The same about its own axis with shear modulus G (Pa): ∫ ds/(G J), J = π r⁴/2.
double twisting_compliance(const Frustum& frustum, double G);

}  // namespace thigmo
