// Natural frequencies and shapes of a plant as one elastic body.
#pragma once

#include <string>

#include "thigmo/sim/fem/model.h"

namespace thigmo {

struct FemMode {
    double frequency = 0;  // Hz
    /// Displacements of segments' starts and ends and turns of their middles, scaled to a modal
    /// mass of 1 kg.
    Column<SegmentId, Vec3> start, end, turn;
    Vec3 drive =
        Vec3::Zero();  // modal force by which an acceleration of everything drives it (√kg)
};

struct FemModes {
    std::vector<FemMode> modes;  // lowest first
    Eigen::MatrixXd damping;     // of the modes on each other by viscosity (1/s); none if undamped
    std::string failure;         // why there are none
};

/// The lowest modes of the plant held at its base, as they are without damping. With
/// GivenShape::standing it is loaded by the footing's gravity (in the plant's space), else by none.
FemModes find_fem_modes(const Plant& plant, const FemSettings& settings, size_t count);

}  // namespace thigmo
