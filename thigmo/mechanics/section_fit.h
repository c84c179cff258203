// A cross-section of a brick: its mean place and its turn as linear functions of the brick's nodes.
#pragma once

#include "thigmo/mechanics/solid_mesh.h"

namespace thigmo {

/// With x_b where the brick's nodes are now and X_b where they were at rest:
///
///     mean     x̄ = Σ mean_b x_b
///     moment   A = Σ x_b moment_bᵀ = ∫ (x − x̄)(X − X̄)ᵀ dA / area
///     slope    ∂x/∂n = Σ slope_b x_b,   the mean derivative along the section's normal
///
/// The polar rotation of A is the section's turn. Weights are by area: those of equal nodes make a
/// joint too soft.
struct SectionFit {
    uint32_t brick = 0;
    BrickValues mean = BrickValues::Zero();
    BrickGradients moment = BrickGradients::Zero();
    BrickValues slope = BrickValues::Zero();
    Vec3 centre = Vec3::Zero();    // X̄
    Mat3 rest = Mat3::Zero();      // A at rest
    Mat3 axes = Mat3::Identity();  // columns: two in the section, then its normal
    Vec3 spread = Vec3::Ones();    // of A at rest along the first two
};

/// The section at ζ of a brick.
SectionFit fit_section(const SolidMesh& mesh, uint32_t brick, double zeta);

/// A flat section about a place of a brick: local coordinates of its middle, and as columns what of
/// them half its sides and any step along its normal change.
SectionFit fit_section(const SolidMesh& mesh, uint32_t brick, const Vec3& local, const Mat3& axes);

/// Weights W of a point that goes with the section as if the solid's mean motion there, turn and
/// strain, went on beyond it: x = Σ W_b x_b. Exact for every affine motion of the brick.
BrickValues tie(const SectionFit& section, const Vec3& point);

}  // namespace thigmo
