// Stems for plants that were drawn without any: cards alone still sway as a plant does.
#pragma once

#include <string>

#include "thigmo/authoring/blades.h"
#include "thigmo/authoring/limbs.h"

namespace thigmo {

/// Limbs that take some of the blades as their own skin, so that nothing is drawn that was not.
struct StandIns {
    Limbs limbs;
    std::vector<BladeId> taken;  // blades that are limbs now, ascending
    std::string reason;          // empty: there was nothing to stand in for
};

/// A few large cards: each that reaches the ground bends from there by itself, and those that cross
/// each other together. Many cards: one stem from the ground below their middle and a branch to the
/// middle of each of a few clusters. `ground` as for roots.
StandIns stand_in(const SoupSurface& surface, const Blades& blades, std::optional<double> ground);

}  // namespace thigmo
