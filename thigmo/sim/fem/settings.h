// Settings of the simulator of full finite elements.
#pragma once

#include <array>

#include "thigmo/mechanics/solid_law.h"
#include "thigmo/sim/footing.h"
#include "thigmo/sim/leaf_settings.h"
#include "thigmo/sim/solid_kind.h"

namespace thigmo {

/// The first is of second order, the other for finding a balance: long steps end every motion.
enum class FemIntegrator { sdirk2, backward_euler };
constexpr std::array<const char*, 2> fem_integrator_names = {"sdirk2", "backward-euler"};

struct FemSettings {
    Footing footing{};
    LeafSettings leaf{};
    FemIntegrator integrator = FemIntegrator::sdirk2;
    SolidLaw law = SolidLaw::stvk;
    SolidKind solid = SolidKind::automatic;
    int substeps = 1;          // of every step
    int wind_samples = 15;     // along every branch; foliage is gathered to as many
    bool damping = true;       // false: undamped
    double tolerance = 1e-10;  // of Newton's method: the change to come over the plant's size
};

/// InputError for the first setting out of its range.
void check(const FemSettings& settings);

/// The simulator's own keys of a scene over what the settings have; docs/scenes.md has them.
void read_fem(const Settings& table, FemSettings& settings);

}  // namespace thigmo
