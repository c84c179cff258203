// How far gusts make the branches of a plant sway, each with what bears it: pushed by the gusts at
// its own place, and shaken by the branch that it grows from.
//
// Every branch is known by its modes, clamped where it grows. A base that moves by b adds to the
// modal forces F of the gusts, so that at a circular frequency ω
//
//     q = (K − ω² + iωC)⁻¹ (F + (ω² D − iω E) b),   b' = T b + B q
//
// with D the inertia and E the drag of the branch that its base carries along, and b' the base of
// what grows from it: T b carried as a rigid body, B its motion in the modes.
#pragma once

#include <span>
#include <vector>

#include "thigmo/sim/beam/branch_modes.h"

namespace thigmo {

/// A branch in a wind, for each of its n modes of unit mass.
struct GustyBranch {
    int parent = -1;           // row of the one that it grows from; before it
    Vec3 base = Vec3::Zero();  // its first joint
    double spread = 0;         // m, of its drag: see GustsMet
    Eigen::VectorXd squares;   // ω² (1/s²)
    Eigen::MatrixXd damping;   // of wood and air (1/s)
    Eigen::Matrix2Xd tip;      // displacement of the tip along its two sways
    Mat6X shaken, dragged;     // see BranchModes; the latter in this wind
    Eigen::MatrixX3d gusted;   // modal force per m/s of gusts along, across the wind, and up
    /// Way of the tip along its two sways per m/s of these gusts, by modes too stiff to be here.
    Eigen::Matrix<double, 2, 3> stiffer = Eigen::Matrix<double, 2, 3>::Zero();
    Mat6X held;  // of its base, in the modes of the one that it grows from
};

/// Gusts at the reference height.
struct PlantGusts {
    double speed = 8;                  // m/s, of the mean wind, with which they travel
    Vec3 deviation = Vec3::Zero();     // m/s, root mean square along, across the wind, and up
    Vec3 length = Vec3::Constant(50);  // m, of gusts along, across and up
};

/// How a branch's tip sways, without what the swell does.
struct TipSway {
    /// Variances in the branch's own frame (m²), along its two sways.
    Eigen::Vector2d variance = Eigen::Vector2d::Zero();
    /// Covariances of its sways (rows) with those of the branch that stands on the ground.
    Eigen::Matrix2d with_stem = Eigen::Matrix2d::Zero();

    Eigen::Vector2d sway() const { return variance.cwiseSqrt(); }  // root mean square (m)
};

/// Sways of all tips. Gusts over a part of a branch are those over the whole and, beside them, some
/// of their own that the size of the part leaves room for.
std::vector<TipSway> sways_in_gusts(std::span<const GustyBranch> branches, const PlantGusts& gusts);

}  // namespace thigmo
