// Stiffness and mass of a solid at rest, as sparse matrices.
#pragma once

#include <Eigen/SparseCore>
#include <memory>
#include <span>

#include "thigmo/mechanics/section_fit.h"

namespace thigmo {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// A rigid body that goes with a section: its inertia about the section's centre, (angular,
/// linear).
struct CarriedBody {
    SectionFit section;
    Mat6 inertia = Mat6::Zero();
};

/// Rows 3(n − fixed) + axis of the nodes n behind the first `fixed` ones, which stay.
struct SolidMatrices {
    SparseMatrix stiffness, mass;
};
SolidMatrices assemble(const SolidMesh& mesh, size_t fixed, std::span<const CarriedBody> carried);

/// How a section's small turn (rows 0–2) and shift follow from its nodes' displacements, 6 × 81:
/// the polar decomposition's derivative at rest.
Eigen::Matrix<double, 6, 3 * brick_nodes> section_motion(const SectionFit& section);

/// Lowest squared frequencies ω² (rad²/s²), ascending, and shapes, of unit M-norm.
struct SolidModes {
    Eigen::VectorXd squared;
    Eigen::MatrixXd shapes;
};

/// Solves with a solid's stiffness.
class SolidSolver {
  public:
    /// Both matrices must outlive it.
    explicit SolidSolver(const SolidMatrices& matrices);
    ~SolidSolver();
    /// Whether the stiffness resists everything.
    bool works() const;
    Eigen::MatrixXd solve(const Eigen::MatrixXd& forces) const;
    /// As many as asked for, or as there are; none where Lanczos' method did not converge.
    SolidModes lowest(int count) const;

  private:
    struct Factor;
    const SolidMatrices& matrices_;
    std::unique_ptr<Factor> factor_;
};

}  // namespace thigmo
