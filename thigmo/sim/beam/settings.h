// Settings of the beam simulator.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "thigmo/sim/beam/motion_texture.h"
#include "thigmo/sim/footing.h"
#include "thigmo/sim/leaf_settings.h"

namespace thigmo {

class Settings;

/// Where a branch's frequency comes from: the plant's material and mass, or measured trees of that
/// length.
enum class FrequencyLaw { material, measured };
constexpr std::array<const char*, 2> frequency_law_names = {"material", "measured"};

/// How a branch bends: to its true length; or by [Habel2009]'s correction, which shortens it, or by
/// none, which stretches it.
enum class Bending { true_length, printed, sheared };
constexpr std::array<const char*, 3> bending_names = {"true-length", "printed", "sheared"};

/// The wind that a beam plant is told of; it makes its gusts itself.
struct BeamWind {
    Vec3 mean = Vec3(8, 0, 0);     // m/s at the reference height
    double turbulence = 0.2;       // standard deviation of gusts over the mean speed
    double reference_height = 10;  // m
    /// Share of the squared speed that is left where the plant shelters itself, one for each of
    /// rest_samples(); empty: all of it.
    std::vector<double> sheltered{};
    double roughness = 0.03;  // z0 of the logarithmic profile (m); 0: the same at all heights
};

struct BeamSettings {
    Footing footing{};
    LeafSettings leaf{};
    FrequencyLaw frequency = FrequencyLaw::material;
    double frequency_factor = 1;  // of the species, on either law
    Bending bending = Bending::true_length;
    Weave weave = Weave::rows;
    BeamWind wind{};
    double gravity = 9.81;  // m/s²: what hangs swings as a pendulum
    /// Damping ratio by order of branches, the last for all above it. Empty: each branch's own, of
    /// its wood and of the wind that it moves through. ([Habel2009] 5.4: large branches with many
    /// others on them are near critical, twigs are underdamped.)
    std::vector<double> damping{};
    std::vector<double> stiffness{};  // × the plant's; empty: 1
    std::vector<double> sway{};       // of the motion, × this; empty: 1
    double flutter = 1;               // of the leaves' motion, × this
    double period = 0;                // s, after which it repeats exactly; 0: never
    uint64_t seed = 1;
    Vec3 place = Vec3::Zero();  // of the plant in the wind (m), in its own axes
};

/// InputError for the first setting out of its range.
void check(const BeamSettings& settings);

/// The simulator's own keys of a scene over what the settings have; docs/scenes.md has them.
void read_beam(const Settings& table, BeamSettings& settings);

}  // namespace thigmo
