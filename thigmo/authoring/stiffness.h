// The first stiffness of a plant of which nothing is known but its form.
//
// Based on [Zhao2013], sec. 4.11: Young's modulus is scaled so that the root's lowest frequency is
// 1 Hz. Frequencies go with √E, not with E as the paper prints; E′ = E (f/f₀)² is right. The paper
// takes the root alone; a short stem under a large crown then makes all wood far too soft, so that
// here the root carries what grows from it. Artists draw twigs as thin as lines: a branch that
// would sway slower than trees' do against their trunk is stiffened by itself.
#pragma once

#include <span>

#include "thigmo/authoring/hierarchy.h"
#include "thigmo/plant/plant.h"

namespace thigmo {

/// A mass that a limb carries at an arc length from its base.
struct Carried {
    double along = 0;  // m
    double mass = 0;   // kg
};

/// Thickens a line, where it is thinner, to the least radius that wood has on a plant of that size
/// (m): that of simulators, a two thousandth of its own length (no twig is as slender), two
/// millionths of the plant, and twice what a line has, so that a plant made smaller still stands.
void blunt(double plant_size, Axis& line);

/// Lowest frequency (Hz) of a limb clamped at the first point of its line, straightened:
///
///     (E I u″)″ = ω² (ρ A + Σ m δ) u,  I = π r⁴/4,  A = π r²
///
/// by inverse iteration (Stodola 1927): the mode's inertia load bends the beam into the mode.
double lowest_frequency(const Axis& line, double young, double density,
                        std::span<const Carried> carried = {});

/// By how much to multiply Young's modulus of every limb, so that the first root sways with
/// `frequency` (Hz) and no limb slower than that times √(length of the root / its own), 1 … 8,
/// as far as 10⁴ times the root's modulus can do that.
/// `foliage`: mass of the leaves on each limb (kg).
Column<LimbId, double> tune_limbs(const Limbs& limbs, const Hierarchy& hierarchy,
                                  const Column<LimbId, double>& foliage, const Material& wood,
                                  double frequency);

}  // namespace thigmo
