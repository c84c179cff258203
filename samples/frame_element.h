// A tapered beam element in space: stiffness from exact flexibilities, mass on its own shapes.
#pragma once

#include "thigmo/base/vector.h"

namespace thigmo::samples {

using Mat6 = Eigen::Matrix<double, 6, 6>;
using Mat12 = Eigen::Matrix<double, 12, 12>;

/// A straight round piece of wood. All that varies goes linearly from its start to its end.
struct FrameElement {
    Vec3 start = Vec3::Zero(), end = Vec3::UnitX();
    Mat3 axes = Mat3::Identity();  // columns: along it, and the two about which it bends
    double start_radius = 0, end_radius = 0;
    Vec3 start_moduli = Vec3::Zero(), end_moduli = Vec3::Zero();  // Pa: shear, Young's about y, z
    double start_density = 0, end_density = 0;                    // kg/m³
};

/// Over displacement and rotation of the start, then of the end, in the plant's axes.
struct ElementMatrices {
    Mat12 stiffness = Mat12::Zero(), mass = Mat12::Zero();
};

/// With f the force and moment at the end, the motion of the section at s from a held start is
///
///     e(s) = ∫₀ˢ X(s − σ)ᵀ C(σ) X(ℓ − σ) dσ f,   C = diag(1/EA, 1/κGA, 1/κGA, 1/GJ, 1/EI, 1/EI)
///
/// where X carries a force at a distance over to the section. F = e(ℓ)/f is the flexibility; the
/// stiffness is Bᵀ F⁻¹ B with B q the motion of the end beyond that of the start's rigid body, and
/// the mass is that of the sections moved by the start and by e(s). `shear`: with Timoshenko's
/// shear (κ = 0.9, of a disc) and rotary inertia; without it 1/κGA = 0.
ElementMatrices element_matrices(const FrameElement& element, bool shear);

/// How a rigid body's motion (displacement, rotation) at a point gives that at `arm` from it.
Mat6 carry(const Vec3& arm);

/// A rigid body about a point: mass (kg), Σ m x, inertia.
Mat6 rigid_mass(double mass, const Vec3& first, const Mat3& inertia);

}  // namespace thigmo::samples
