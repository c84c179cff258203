// The frame of a child that rides on a face of a deforming body: the face's mean place and, by
// polar decomposition, its turn; with their exact derivatives.
//
// With the places y of the face's points now and X at rest, weighted by area:
//
//     c = mean of y = c₀ + U_c q,   A = mean of (y − c)(X − c₀)ᵀ = A₀ + Σ q_k A_k,   A = Q S
//     G = tr(S) 1 − S,   the face turns by J_k = G⁻¹ ax(QᵀA_k) per q̇_k, in its own axes; w = J q̇
//     J̇ q̇ = G⁻¹ (2 (B − tr(B) 1) w − w × S w),   B = Qᵀ Ȧ
//
// G's eigenvalues are sums of two stretches: a plane face will do, a line of points will not.
#pragma once

#include <span>

#include "thigmo/base/vector.h"
#include "thigmo/sim/reduced/padded_rows.h"

namespace thigmo {

/// A face of a body with r coordinates, in the body's frame.
struct MovingFace {
    int size = 0;                // r
    Vec3 centre = Vec3::Zero();  // c₀
    Mat3 moment = Mat3::Zero();  // A₀
    PaddedRows of_modes;         // U_c (rows a), then A_k (rows 3 + 3a + b), over k
};

/// centre_modes: U_c; moment_modes: every A_k.
MovingFace make_face(const Vec3& centre, const Mat3& moment,
                     const Eigen::Ref<const Eigen::Matrix<double, 3, Eigen::Dynamic>>& centre_modes,
                     std::span<const Mat3> moment_modes);

/// How a child sits on a face: its axes as columns and its origin seen from the face's centre, both
/// in the face's axes, which at rest are the body's.
struct Mount {
    Mat3 axes = Mat3::Identity();
    Vec3 origin = Vec3::Zero();
};

/// A mounted child as the tree recursion wants it; `ride` J is 6×r, apart.
struct MountedFrame {
    Mat3 turn = Mat3::Identity();  // the body's axes → child's
    Vec3 arm = Vec3::Zero();       // in the body's axes
    Eigen::Matrix<double, 6, 1> rate = Eigen::Matrix<double, 6, 1>::Zero();   // J q̇
    Eigen::Matrix<double, 6, 1> drift = Eigen::Matrix<double, 6, 1>::Zero();  // ζ
};

/// The frame of a child at a state of the body, whose own spin is omega (its axes): the child's
/// twist is X (V + rate), its acceleration X (a + J q̈) + drift, X that of `turn` and `arm`.
/// False where the face has no turn: it has collapsed to a line, or through it.
bool mount(const MovingFace& face, const Mount& mount, std::span<const double> q,
           std::span<const double> qdot, const Vec3& omega, MountedFrame& out,
           Eigen::Map<Eigen::Matrix<double, 6, Eigen::Dynamic>> ride);

/// Where the face is: its centre and turn. False where it has no turn.
bool place_face(const MovingFace& face, std::span<const double> q, Vec3& centre, Mat3& turn);

/// The rotation Q (det +1) that maximises tr(QᵀA), by the characteristic polynomial of
/// [Markley1993] and Newton's step on the rotation, mostly one; A may be plane, Q any turn. False
/// where it is not unique.
bool nearest_rotation(const Mat3& A, Mat3& Q);

}  // namespace thigmo
