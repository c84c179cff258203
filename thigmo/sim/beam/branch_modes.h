// How a branch swings by itself, clamped where it grows: its modes, with everything that grows from
// it swinging too.
//
// The modes are those of a Krylov space that begins with the branch bent by accelerations in two
// directions across it (Lanczos' method with whole orthogonalisation): what a shaken base or a wind
// moves is found first, and the hundreds of twigs and leaves that swing on their own stand for few.
#pragma once

#include "thigmo/sim/beam/sway_tree.h"

namespace thigmo {

/// A branch among the bodies of its plant.
struct SwayBranch {
    SwayTree::Range range;
    int tip_body = -1;
    Vec3 tip = Vec3::Zero();
    Vec3 across[2] = {Vec3::UnitY(), Vec3::UnitZ()};
};

/// Modes of unit modal mass, those with the most of the tip's sway first:
///
///     share = |tip| |drive| / ω²,   both across the branch
struct BranchModes {
    Eigen::VectorXd squares;  // ω² (1/s²)
    Eigen::Matrix3Xd tip;     // displacement of the tip
    Eigen::Matrix3Xd drive;   // modal force per acceleration of everything (√kg)
    Eigen::MatrixX2d blown;   // modal force of a wind of 1 m/s in both directions across
    Eigen::VectorXd share;
    Eigen::MatrixXd damping, air;  // of the wood (1/s), and of the air per m/s of wind (1/m)
    Eigen::VectorXd softer;        // elastic energy over that with the weight's, at least 1

    Eigen::Index size() const { return squares.size(); }
};
BranchModes find_branch_modes(const SwayTree& tree, const SwayBranch& branch);

}  // namespace thigmo
