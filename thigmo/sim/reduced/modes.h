// Natural frequencies and shapes of a reduced plant at rest.
#pragma once

#include "thigmo/sim/reduced/bodies.h"

namespace thigmo {

struct ReducedModes {
    Eigen::VectorXd frequencies;  // Hz, lowest first; none where they cannot be found
    Eigen::MatrixXd shapes;       // over the coordinates of all bodies, of unit modal mass (√kg)
};

/// The lowest modes of the plant held at its base, undamped, in its given shape without gravity.
/// With lumped coupling, for which the bodies must be built, nothing acts on its parent: the
/// spectrum is that of all bodies by themselves.
ReducedModes find_reduced_modes(const ReducedBodies& bodies, Coupling coupling, int count);

}  // namespace thigmo
