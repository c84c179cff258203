// The lowest mode of a clamped branch that carries rigid bodies, by Stodola's iteration: the shape
// into which its own inertia bends it.
#pragma once

#include <span>

namespace thigmo {

/// What sits at a place along the branch and moves with it: way φ across and slope ψ there make a
/// force m φ + s ψ and a moment s φ + j ψ (per ω²).
struct Carried {
    double place = 0;  // m from the clamp
    double mass = 0;
    double first = 0;    // s: mass × how far its centre lies beyond the place (kg m)
    double inertia = 0;  // j: about the place, about an axis across (kg m²)
    double drag = 0;     // k (kg/m)
    double drag_first = 0;
};

/// A piece of the branch between two places.
struct Piece {
    double length = 0;      // m
    double compliance = 0;  // turn per moment (rad/(N m))
};

/// Way of the tip 1.
struct LowestMode {
    double frequency = 0;      // Hz
    double mass = 0;           // φᵀMφ (kg)
    double participation = 0;  // φᵀM·1 / φᵀMφ
    double drag = 0;           // φᵀk (kg/m): force on the mode per squared speed of the wind
};

/// Pieces from the clamp to the tip, bodies by rising place.
LowestMode lowest_mode(std::span<const Piece> pieces, std::span<const Carried> bodies);

}  // namespace thigmo
