// Settings of the articulated simulator.
#pragma once

#include <array>

#include "thigmo/base/vector.h"

namespace thigmo {

enum class Integrator { tr_bdf2, rosenbrock, backward_euler, midpoint, semi_implicit_euler };
constexpr std::array<const char*, 5> integrator_names = {"tr-bdf2", "rosenbrock", "backward-euler",
                                                         "midpoint", "semi-implicit-euler"};

/// What holds the plant's base. A held one moves as it is driven; a sliding one is a pot that is
/// pushed and does not turn; a free one is nothing: the plant, which must have one root, falls.
enum class Base { held, sliding, free };
constexpr std::array<const char*, 3> base_names = {"held", "sliding", "free"};

/// What gravity has done to the shape that is given: made it (it stands as it is), or nothing yet
/// (it sags when let go).
enum class GivenShape { standing, unloaded };
constexpr std::array<const char*, 2> given_shape_names = {"standing", "unloaded"};

/// Ball joints with quaternions, or the thesis as it is: three Euler angles a joint, springs of
/// full length at clamps, mean second moments, thin rods ([Garcia2023] chapters 4 to 7).
enum class ArticulatedModel { ball, thesis };
constexpr std::array<const char*, 2> articulated_model_names = {"ball", "thesis"};

/// How leaves and petals hang on the wood: solved together with it, or riding on it (see riders.h),
/// which is far cheaper and lets each leaf take steps of its own; or riding in large crowns only.
enum class Leaves { automatic, coupled, riding };
constexpr std::array<const char*, 3> leaves_names = {"automatic", "coupled", "riding"};

struct ArticulatedSettings {
    ArticulatedModel model = ArticulatedModel::ball;
    Integrator integrator = Integrator::tr_bdf2;  // the thesis has semi-implicit Euler only
    int substeps = 1;                             // of every step
    GivenShape shape = GivenShape::standing;
    // Under which the given shape stands. In the world for a simulator, which knows where the plant
    // is placed; in the plant's space for build_bodies.
    Vec3 gravity = Vec3(0, -9.81, 0);
    Base base = Base::held;
    double base_mass = 0;  // kg, of a sliding base
    double junction = 1;   // stiffness of joints where a branch leaves its parent, × this
    Leaves leaves = Leaves::automatic;
    int leaf_bodies = 1;         // rigid bodies along a leaf
    double leaf_stiffness = 1;   // of a leaf's joint, × this
    bool damping = true;         // false: undamped joints
    bool load_stiffness = true;  // see docs/articulated.md
    double turn_limit = 1;       // rad: a joint's relative velocity may change by this per step
    bool energy_guard = true;    // reject a step whose energy grew by more than the loads' work
    bool planar = false;         // the thesis in a plane: joints turn about `plane_normal` only
    Vec3 plane_normal = Vec3(0, 0, 1);
};

}  // namespace thigmo
