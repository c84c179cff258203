// The lowest natural frequency of a domain with all that it carries, held at its base.
//
// At rest stiffness is one block per body, so that K⁻¹ is had at once, and the mass is a pass over
// the tree: down, each frame rides on its parent's shapes; up, each subtree's force comes back.
#pragma once

#include <vector>

#include "thigmo/sim/reduced/bodies.h"

namespace thigmo {

struct SubtreeMode {
    double frequency = 0;  // Hz
    double own = 0;        // the domain's own share of its elastic energy
};

/// What a domain carries bends, or is rigid; or is part of the domain's own mass already.
enum class CarriedAs { bending, rigid, lumped };

/// Leaves count as welded on. A domain is named by the body that is its first piece, which must
/// have coordinates.
class SubtreeFrequency {
  public:
    SubtreeFrequency(const ReducedBodies& bodies, CarriedAs carried);
    /// Multiplies a domain's stiffness and mass.
    void scale(size_t first, const DomainFactors& factors);
    SubtreeMode lowest(size_t first) const;

  private:
    /// A body at rest.
    struct Row {
        DomainId domain;
        int parent = -1, size = 0;
        Mat6 I;
        Eigen::Matrix<double, 6, Eigen::Dynamic> C, ride;  // ride: on the parent's coordinates
        Eigen::MatrixXd M, L;                              // K = L Lᵀ
        Mat3 turn = Mat3::Identity();
        Vec3 arm = Vec3::Zero();
        DomainFactors factors;
    };
    void fold_children();
    std::vector<size_t> subtree(size_t first) const;
    Eigen::VectorXd apply(const std::vector<size_t>& rows, const Eigen::VectorXd& z) const;

    std::vector<Row> rows_;
};

}  // namespace thigmo
