// Leaves, petals and fruits as rigid blades on elastic stalks, condensed onto what carries them.
//
// A blade turns about its hinge by three coordinates of its own, and nothing hangs on it. Its
// equation is solved for these alone; what carries it, its seat, then feels an inertia and a force
// that stand for the blade. That is exact, and cheap for thousands of blades.
//
// All is in the seat's axes, which are the plant's at rest. With A = (angular, linear) acceleration
// of the hinge less gravity, w the blade's angular velocity relative to the seat, Ω the seat's,
// ω = Ω + w, I its inertia about the hinge, P = (−[d], 1) of a point d where a force acts:
//
//     I (A + (ẇ, 0)) + p = (τ, f) + Σ Pᵀ F
//     p = I (Ω×w, 0) + (ω × Jω, m ω×(ω×c))
//     τ = −(∂φ/∂θ)ᵀ K φ − β K w                  φ: rotation vector from the stalk's rest
//
// f is the force that the seat gives. In a stage w = w₀ + c_rate ẇ and θ = θ₀ + c_place ẇ, so that
// with N = (c_rate β + c_place) K and H = J + N, where point forces add to I what their slopes say,
//
//     H ẇ = r − I_a A,   r = τ + N ẇ₋ − p_a       ₋: of the iterate before
//     the seat feels (I − I_aᵀ H⁻¹ I_a) A + p + I_aᵀ H⁻¹ r
#pragma once

#include <span>

#include "thigmo/mechanics/drag.h"
#include "thigmo/plant/plant.h"
#include "thigmo/sim/simulator.h"
#include "thigmo/sim/solid.h"

namespace thigmo {

/// Constants of a blade. Vectors and matrices are in the plant's axes, in the given shape.
struct Blade {
    DomainId domain;
    Vec3 hinge = Vec3::Zero();      // in the plant's space
    Solid solid;                    // about the hinge
    Mat3 stiffness = Mat3::Zero();  // K (N m/rad)
    double viscosity = 0;           // β, over stiffness (s)
    Quat rest = Quat::Identity();   // of the blade on a stalk that carries nothing
    DragLaw drag;
    Vec3 drag_centre = Vec3::Zero();  // seen from the hinge
    uint32_t patch = 0;               // whose wind it feels
};

/// How a blade has turned from the given shape, seen from its seat.
struct BladeMotion {
    Quat turn = Quat::Identity();
    Vec3 rate = Vec3::Zero();  // w (rad/s)
};

/// How a seat moves, in its own axes.
struct SeatMotion {
    Vec3 centre = Vec3::Zero();  // in the plant's space, at rest
    Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();
    Vec6 felt = Vec6::Zero();  // acceleration (angular, linear) less gravity, iterate before
};

/// What a stage's acceleration adds to rates and places.
struct StageReach {
    double rate = 0, place = 0;
};

/// What a blade's state is in a stage without its own acceleration, and what that adds.
struct BladeStage {
    Quat begin = Quat::Identity();  // its turn when the step began
    Vec3 turn = Vec3::Zero();       // rotation vector since then
    Vec3 rate = Vec3::Zero();       // w
    StageReach reach;

    /// With an acceleration ẇ. Rotations do not add up: the turn within the stage comes last.
    BladeMotion at(const Vec3& acceleration) const;
};

/// A load on a blade's material point.
struct BladeLoad {
    uint32_t blade = 0;
    Vec3 place = Vec3::Zero();  // seen from the hinge, in the given shape
    Load load;                  // its point and velocity: those at which springs and dampers rest
};

/// What pushes the blades of a seat, and how the seat's axes lie in the world.
struct BladePush {
    const Vec3* wind = nullptr;  // none: no air
    std::span<const BladeLoad> loads{};
    Mat3 axes = Mat3::Identity();  // columns
    Vec3 origin = Vec3::Zero();    // where the seat's centre is
};

/// A force on a blade: F at a velocity and place of now, falling by the slopes of both.
struct BladeForce {
    Vec3 point = Vec3::Zero();  // seen from the hinge, in the seat's axes, now
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    Mat3 slope = Mat3::Zero();  // of the force by the point's acceleration within the stage (kg)
};

/// A blade's equation, solved for its own coordinates.
struct CondensedBlade {
    Mat6 inertia;  // about the seat's centre
    Vec6 force;    // on the left-hand side, as in TreeRecursion
    Eigen::Matrix<double, 3, 6> follow;
    Vec3 own;

    /// ẇ where the seat's centre accelerates by this, less gravity.
    Vec3 acceleration(const Vec6& seat) const { return own - follow * seat; }
};

/// `before`: ẇ of the iterate before. `stiffness` multiplies the stalk's.
CondensedBlade condense(const Blade& blade, const BladeMotion& now, const Vec3& before,
                        double stiffness, const SeatMotion& seat, const StageReach& reach,
                        std::span<const BladeForce> forces);

/// Condensed where the blade's own equation holds with the seat's acceleration as it is, found by
/// Newton's method from a guess of ẇ, which is made better. `k` is the blade's number in loads.
CondensedBlade condense_settled(const Blade& blade, uint32_t k, const BladeStage& stage,
                                double stiffness, const SeatMotion& seat, const BladePush& push,
                                Vec3& acceleration);

/// The motion of the blade as its seat's motion carries it on.
Rigid blade_motion(const Blade& blade, const BladeMotion& now, const Rigid& seat);

/// Energy where the seat moves so; `up` leads from the seat's axes to the world, `centre` is where
/// the seat's centre is.
Energy energy_of(const Blade& blade, const BladeMotion& now, double stiffness,
                 const SeatMotion& seat, const Mat3& up, const Vec3& centre, const Vec3& gravity);

/// How the acceleration of a point at `arm` follows from that of where the arm begins.
Mat6 arm_map(const Vec3& arm);

/// Torque of the stalk on the blade at this turn, in the seat's axes (N m).
Vec3 stalk_torque(const Blade& blade, const Quat& turn);

/// Turns `rest` so that the given shape is at rest under gravity (in the plant's axes).
void hold_blade(Blade& blade, const Vec3& gravity);

/// A rotation turned on by a small rotation vector in the outer axes.
Quat turned_on(const Vec3& by, const Quat& turn);

}  // namespace thigmo
