// What the elastic body owes to the plant as a whole: stress in the given shape, and viscosity.
#pragma once

#include "thigmo/sim/fem/model.h"

namespace thigmo {

/// The weight on every row.
std::vector<Vec3> row_weights(const FemModel& model, const Vec3& gravity);

/// Small displacements of the nodes under gravity, K₀u = f. Taken as if they had led to the given
/// shape, the stresses C:ε(u) hold it exactly where it is. None where nothing holds the plant.
std::vector<Vec3> find_sag(const FemModel& model, const Vec3& gravity);

/// C:ε(u) of every brick.
std::vector<BrickStresses> sag_stresses(const FemModel& model, std::span<const Vec3> sag);

/// β = 2ζ/ω of every solid (s), ω its own lowest sway with all that it carries, rigid.
std::vector<double> find_viscosity(const FemModel& model);

}  // namespace thigmo
