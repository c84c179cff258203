// Rest angles with which the given shape stands in equilibrium.
#pragma once

#include "thigmo/sim/articulated/outboard.h"

namespace thigmo {

/// The matrix of v × ….
inline Mat3 cross(const Vec3& v) {
    Mat3 m;
    m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return m;
}

/// The moment with which an elastic ball joint holds back its child, in the child's axes: the
/// gradient of U = ½ φᵀ K φ over turns of the child, K = diag(stiffness).
///
///     τ = J_r⁻ᵀ(φ) K φ = Kφ − ½ φ × Kφ + c φ × (φ × Kφ),
///     c = 1/θ² − (1 + cos θ)/(2θ sin θ),   θ = |φ| < 2π
Vec3 joint_moment(const Vec3& stiffness, const Vec3& phi);

/// ∂τ/∂φ of joint_moment.
Mat3 joint_slope(const Vec3& stiffness, const Vec3& phi);

/// Second derivative of U along turns of the child about an axis fixed in it, child axes:
/// the symmetric part of ∂τ/∂φ · J_r⁻¹(φ).
Mat3 joint_hessian(const Vec3& stiffness, const Vec3& phi);

/// The φ whose joint moment is `moment`, the branch that begins at φ = 0. Beyond `turn_most` a
/// joint has none here: `found` is false.
struct JointTurn {
    Vec3 phi = Vec3::Zero();
    bool found = false;
};
JointTurn solve_joint(const Vec3& stiffness, const Vec3& moment);

/// A joint that would have to be bent by more than this to carry what hangs on it (rad) is too
/// soft.
constexpr double turn_most = 1;

/// Second derivative, over turns of a body, of the energy in gravity of a first moment s that turns
/// with it: (g·s) 1 − ½ (g sᵀ + s gᵀ).
Mat3 weight_block(const Vec3& gravity, const Vec3& s);

/// Turns `rest` so that every joint carries the weight outboard of it as the plant is given; what
/// is too soft for it is made stiffer (sim/standing_factors.h), and the log says so.
void stand(const Plant& plant, const Column<BodyId, Solid>& outboard, const Vec3& gravity,
           Bodies& bodies);

}  // namespace thigmo
