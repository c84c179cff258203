// Trees of the sizes that [Zhao2013] simulates: as many domains of every kind, by regular
// branching.
#pragma once

#include "thigmo/plant/plant.h"
#include "thigmo/sim/reduced/settings.h"

namespace thigmo::samples {

/// The peach of figure 1: 237 flexible branches in five orders, 3,556 rigid twigs on them, 18,536
/// rigid leaves on those.
Plant zhao_peach();
/// One body a branch, with about its 2,950 reduced coordinates.
ReducedSettings zhao_peach_settings();

/// The oak of figure 5: 871 flexible branches in five orders, 120,000 rigid leaves on the thinner
/// ones.
Plant zhao_oak();
/// One body a branch.
ReducedSettings zhao_oak_settings();

/// The plant of figure 14: 91 slender flexible domains; a stem, seven petioles on it, and an umbel
/// of leaflets at the end of each. The stem is twice as stiff as the rest.
Plant zhao_schefflera();

}  // namespace thigmo::samples
