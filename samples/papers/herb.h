// The small herb that is pulled and carried around: an upright stem, whose mechanics is known.
#pragma once

#include "samples/papers/rods.h"

namespace thigmo::papers {

constexpr double herb_damping_ratio = 0.05;

Beam herb_stem();
Plant herb();

/// Lowest frequency (Hz) of a beam that stands upright under gravity, which takes away the share of
/// its stiffness that its weight has of the weight that would buckle it [Greenhill1881]:
///
///     f = f₁ √(1 − q L³ / 7.837 EI)
double standing_frequency(const Beam& beam, double gravity);

/// What the herb rings at, f √(1 − ζ²).
double ringing_frequency();

}  // namespace thigmo::papers
