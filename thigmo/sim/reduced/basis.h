// The few shapes in which a domain deforms: modes, and what large motions along them add.
//
// Based on [Barbic2005] (modal derivatives) and [Zhao2013], sec. 4.10; the modes are those of the
// domain with its child subtrees carried as rigid bodies. Clamped modes alone, as in the papers,
// have no moment and no shear at their tip, where a child applies both: their frequencies converge
// like 1/r once the coupling is exact.
#pragma once

#include <span>

#include "thigmo/mechanics/solid_matrices.h"

namespace thigmo {

/// Displacements of all nodes (rows 3n + axis, zero at fixed ones), of greatest length 1.
struct ReducedBasis {
    Eigen::MatrixXd shapes;
    Eigen::VectorXd sway;  // of every shape, what of φᵀKφ is sway: of modes that hardly stretch
    double lowest = 0;     // ω² of the lowest mode with what is carried (rad²/s²)
};

/// Adds a body's weights by an acceleration along each axis, on the rows of all nodes, 3n × 3.
void add_weight(const SolidMesh& mesh, const CarriedBody& body, Eigen::MatrixXd& weights);

/// `modes` loaded modes, a torsion among them, and the `derivatives` most important directions of
/// the modal derivatives:
///
///     K d_ij = −(∂K/∂q_i) φ_j, weighted by (ω₁²/ω_i²)(ω₁²/ω_j²), modes taken out in the K-norm,
///
/// then principal components in the K-norm. Up to three of these give their place to what modes
/// lack of static shapes: those that the weight of the solid and `weights`, those of what it
/// carries, bend it to along each axis; none where it carries nothing. Without them the sag of a
/// twig whose loads lie unevenly is off by up to a fifth.
/// Fewer where the solid has fewer; a solid whose stiffness cannot be factored gives none.
ReducedBasis loaded_basis(const SolidMesh& mesh, std::span<const CarriedBody> carried,
                          const Eigen::MatrixXd& weights, int modes, int derivatives);

/// The paper's: 10 modes of the clamped solid without load and all derivatives, weighted by
/// ω₁²/ω_i² and (ω₁²/ω_i²)(ω₁²/ω_j²), for a motion as far as the solid, of unit length, is long;
/// then the r principal components in the M-norm.
ReducedBasis paper_basis(const SolidMesh& mesh, int r);

/// r = max(5, ⌊r_max log e / log e_max⌋) for e elements                    [Zhao2013] sec. 4.10
int paper_size(size_t elements, size_t most_elements, int r_max = 20);

}  // namespace thigmo
