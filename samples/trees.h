// Plants of any size whose mechanics is known: what the articulated simulator is measured on.
#pragma once

#include "thigmo/plant/plant.h"

namespace thigmo::samples {

/// A binary tree of n segments, five to a branch, filled level by level. A branch at a level has
/// the radius 0.1 m · 2^(−level/2), the length 2 m · 0.82^level and a modulus that goes as its
/// length^(−0.59), 8 GPa at the trunk; its two children leave its tip, level by level in turned
/// planes.
Plant binary_tree(size_t segments);

/// A rod that hangs from its root, of n segments of 5 cm and radius 1 cm.
Plant chain(size_t segments);

/// The cantilever of [Garcia2023] 9.1: 1 m long, of radius 1 cm, level towards +X, in n segments.
Plant cantilever(size_t segments);

/// Every joint begins turned at random, by at most `angle` about each of its axes.
void disturb(Plant& plant, double angle, uint64_t seed);

/// A cantilever begins bent upwards as its first mode is, by `tip` (m, small) at its end.
void pluck(Plant& cantilever, double tip);

/// Lowest frequency of that cantilever as a beam, 1.875² / 2π · √(EI / μL⁴) (Hz).
constexpr double cantilever_hz = 8.2886261;

}  // namespace thigmo::samples
