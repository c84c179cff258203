// Points that go with a deforming body, and forces on them.
//
// A point is at y = X + U q in the body's frame. A force on it stands in the body's equation by
// Pᵀ = ([y]; Uᵀ ...), the transpose of what makes the point's acceleration from the frame's and q̈.
#pragma once

#include <span>

#include "thigmo/sim/reduced/moving_body.h"

namespace thigmo {

struct MovingPoint {
    Vec3 place = Vec3::Zero();  // X
    PaddedRows of_modes;        // U (rows a); then, where the point has an axis, how that changes
};

/// axis_modes: 3×r, or none.
MovingPoint make_point(const Vec3& place, const Modes3& modes,
                       const Modes3& axis_modes = Eigen::Matrix<double, 3, 0>());

/// What of a point's motion its body's coordinates make.
struct PointState {
    Vec3 place;                       // X + U q
    Vec3 rate, acceleration;          // U q̇, U q̈
    Vec3 axis_change = Vec3::Zero();  // of its axis
};
PointState state_of(const MovingPoint& point, std::span<const double> q,
                    std::span<const double> qdot, std::span<const double> qddot);

/// A force `known` − slope · (the point's acceleration, the frame's less gravity included), in the
/// body's axes; slope is symmetric.
struct PointForce {
    const MovingPoint* point;
    Vec3 place;  // now
    Vec3 known;
    Mat3 slope;
};

/// Puts forces on the equation of their body, all of whose coordinates they know.
void add_forces(std::span<const PointForce> forces, BodyEquation out);

}  // namespace thigmo
