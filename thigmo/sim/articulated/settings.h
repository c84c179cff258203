// Settings of the articulated simulator.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "thigmo/sim/footing.h"
#include "thigmo/sim/leaf_settings.h"

namespace thigmo {

enum class Integrator { tr_bdf2, rosenbrock, backward_euler, midpoint, semi_implicit_euler };
constexpr std::array<const char*, 5> integrator_names = {"tr-bdf2", "rosenbrock", "backward-euler",
                                                         "midpoint", "semi-implicit-euler"};

/// Ball joints with quaternions, or the thesis as it is: three Euler angles a joint, springs of
/// full length at clamps, mean second moments, thin rods ([Garcia2023] chapters 4 to 7).
enum class ArticulatedModel { ball, thesis };
constexpr std::array<const char*, 2> articulated_model_names = {"ball", "thesis"};

/// How the motion of leaves and petals is found: solved together with the wood as bodies of the
/// tree, or riding on it (see riders.h), which is cheaper in a breeze and not made for gales.
enum class LeafSolve { coupled, riding };
constexpr std::array<const char*, 2> leaf_solve_names = {"coupled", "riding"};

/// How many joints a segment has, by its key, which survives every cut; 0: one at its start.
using JointCounts = std::unordered_map<uint64_t, uint8_t>;

struct ArticulatedSettings {
    Footing footing{};
    ArticulatedModel model = ArticulatedModel::ball;
    Integrator integrator = Integrator::tr_bdf2;  // the thesis has semi-implicit Euler only
    int substeps = 1;                             // of every step
    double junction = 1;  // stiffness of joints where a branch leaves its parent, × this
    LeafSettings leaf{};
    LeafSolve leaf_solve = LeafSolve::coupled;
    bool damping = true;         // false: undamped joints
    bool load_stiffness = true;  // see docs/articulated.md
    double turn_limit = 1;       // rad: a joint's relative velocity may change by this per step
    bool energy_guard = true;    // reject a step whose energy grew by more than the loads' work
    bool planar = false;         // the thesis in a plane: joints turn about `plane_normal` only
    Vec3 plane_normal = Vec3(0, 0, 1);
    std::shared_ptr<const JointCounts> joints{};  // none: as joint_layout.h finds them
};

/// InputError for the first setting out of its range.
void check(const ArticulatedSettings& settings);

/// The simulator's own keys of a scene over what the settings have; docs/scenes.md has them.
void read_articulated(const Settings& table, ArticulatedSettings& settings);

}  // namespace thigmo
