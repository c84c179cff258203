// The lowest natural frequency of a body with all that it carries, held at its base.
//
// At rest stiffness is one block per body, so that K⁻¹ is had at once, and the mass is a pass over
// the tree: down, each frame rides on its parent's shapes; up, each subtree's force comes back.
#pragma once

#include <vector>

#include "thigmo/sim/reduced/bodies.h"

namespace thigmo {

struct SubtreeMode {
    double frequency = 0;  // Hz
    double own = 0;        // the body's own share of its elastic energy
};

class SubtreeFrequency {
  public:
    /// `lumped`: a body has what it carries as part of its own mass, and moves alone.
    SubtreeFrequency(const ReducedBodies& bodies, bool lumped);
    /// Multiplies a body's stiffness and mass.
    void scale(size_t body, const DomainFactors& factors);
    /// The body must have coordinates.
    SubtreeMode lowest(size_t body) const;

  private:
    /// A body at rest.
    struct Row {
        int parent = -1, size = 0;
        Mat6 I;
        Eigen::Matrix<double, 6, Eigen::Dynamic> C, ride;  // ride: on the parent's coordinates
        Eigen::MatrixXd M, L;                              // K = L Lᵀ
        Mat3 turn = Mat3::Identity();
        Vec3 arm = Vec3::Zero();
        DomainFactors factors;
    };
    std::vector<size_t> subtree(size_t body) const;
    Eigen::VectorXd apply(const std::vector<size_t>& rows, const Eigen::VectorXd& z) const;

    std::vector<Row> rows_;
    bool lumped_;
};

}  // namespace thigmo
