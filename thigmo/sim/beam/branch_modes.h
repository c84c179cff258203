// How a branch swings by itself, clamped where it grows: its modes, with everything that grows from
// it swinging too.
//
// The modes are those of a Krylov space that begins with the branch bent by accelerations in two
// directions across it (Lanczos' method with whole orthogonalisation): what a shaken base or a wind
// moves is found first, and the hundreds of twigs and leaves that swing on their own stand for few.
#pragma once

#include <vector>

#include "thigmo/sim/beam/sway_tree.h"

namespace thigmo {

/// A branch among the bodies of its plant.
struct SwayBranch {
    SwayTree::Range range;
    int tip_body = -1;
    Vec3 tip = Vec3::Zero();
    Vec3 across[2] = {Vec3::UnitY(), Vec3::UnitZ()};
    std::vector<size_t> bases{};  // first bodies of the branches that grow from it
};
using Mat6X = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// Modes of unit modal mass, those with the most of the tip's sway first:
///
///     share = |tip| |drive| / ω²,   both across the branch
struct BranchModes {
    Eigen::VectorXd squares;  // ω² (1/s²)
    Eigen::Matrix3Xd tip;     // displacement of the tip
    Eigen::Matrix3Xd drive;   // modal force per acceleration of everything (√kg)
    Eigen::VectorXd share;
    Eigen::MatrixXd damping, air;  // of the wood (1/s), and of the air per m/s of wind (1/m)
    Eigen::VectorXd softer;        // elastic energy over that with the weight's, at least 1
    /// Modal forces by accelerations of the base along x, y, z and about them, at its first joint;
    /// by its velocities, which the air resists, and by gusts along x, y, z: both per m/s of wind.
    Mat6X shaken, dragged;
    Eigen::MatrixX3d gusted;
    std::vector<Mat6X> held;  // displacement and turn of each of the bases

    Eigen::Index size() const { return squares.size(); }
};
BranchModes find_branch_modes(const SwayTree& tree, const SwayBranch& branch);

}  // namespace thigmo
