// The first stiffness of a plant of which nothing is known but its form.
//
// Based on [Zhao2013], sec. 4.11: Young's modulus is scaled so that the root's lowest frequency is
// 1 Hz. Frequencies go with √E, not with E as the paper prints; E′ = E (f/f₀)² is right.
#pragma once

#include "thigmo/authoring/centreline.h"

namespace thigmo {

/// Lowest frequency (Hz) of a limb clamped at the first point of its line, straightened, alone:
///
///     (E I u″)″ = ρ A ω² u,  I = π r⁴/4,  A = π r²
///
/// by inverse iteration (Stodola 1927): the mode's inertia load bends the beam into the mode.
double lowest_frequency(const Axis& line, double young, double density);

}  // namespace thigmo
