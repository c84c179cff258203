// Chains of bricks made to turn under moments as the wood does that they stand for.
#pragma once

#include <span>

#include "thigmo/mechanics/solid_mesh.h"

namespace thigmo {

/// Where a rod turns at an angle its bricks lean, overlap or are made straighter, and give way
/// otherwise than it. A chain that is held at its foot passes a moment at its tip on through every
/// section, so each brick turns by
///
///     Δθ = B M,   B = ∫ (t tᵀ/GJ + (1 − t tᵀ)/EI) ds          of the wood that it is of
///
/// Young's moduli are changed until bricks bend by that, and shear moduli until they twist by it;
/// not those of the last bricks, whose turn shows how the moment is applied.
/// `wood` has B of every brick (rad/(N m)), in the mesh's axes. A chain that gives way somewhere is
/// left as it is.
void tune_chain(SolidMesh& mesh, std::span<const Mat3> wood);

}  // namespace thigmo
