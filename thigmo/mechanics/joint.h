// How far a piece of a beam bends and twists, for the elastic joint that stands for it.
//
// Compliances of pieces add up, so a twig on a trunk keeps its own softness, where the arithmetic
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
