// The rigid motion that moves weighted points best, from sums over the points.
#pragma once

#include <span>
#include <vector>

#include "thigmo/base/vector.h"

namespace thigmo {

using Matrix34 = Eigen::Matrix<double, 3, 4>;

/// Σ w x xᵀ of points (x y z 1) at rest.
using Spread = Eigen::Matrix4d;

/// The motion as x ↦ M (x y z 1).
Matrix34 matrix34(const Rigid& motion);

/// Weighted points at rest and in some frames, as sums that can be added. Points of one body that
/// moves by M give moved = M·rest in that frame.
struct MovedPoints {
    Spread rest = Spread::Zero();
    std::vector<Matrix34> moved;  // Σ w y xᵀ by frame; empty where there are no points
    double square = 0;            // Σ w |y|² over all frames

    bool empty() const { return moved.empty(); }
    void add(const MovedPoints& other);
};

/// The points of one body that moves so, frame by frame.
MovedPoints moved_points(const Spread& rest, std::span<const Rigid> motions);

/// The rigid motion N with the least Σ w |y − N x|², drawn a little towards the turn of `near`:
/// what the points leave open (all of them on a line, or none) is as there, and what they hardly
/// tell does not jump where `near` does not. Based on [Horn1987].
Rigid fit_rigid(const Spread& rest, const Matrix34& moved, const Rigid& near);

/// Σ w |y − N x|² over all frames.
double square_error(const MovedPoints& points, std::span<const Rigid> motions);

}  // namespace thigmo
