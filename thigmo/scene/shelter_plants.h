// Shelter between the plants of a scene, and of each plant's parts.
#pragma once

#include "thigmo/scene/scene.h"

namespace thigmo {

/// The size (m) of the cells on which a plant shelters itself: a 24th of its longest extent, at
/// least two lengths of its leaves.
double shelter_cell(const Plant& plant);

/// The share of the squared speed of a wind of that mean (m/s at the reference height, in the
/// plant's axes) that is left at each of rest_samples() of a plant by what it shelters itself.
std::vector<double> sheltered_shares(const Plant& plant, const BeamWind& wind);

/// Tells it to simulators that do not sample the air. `yaw`: of the plant in the world (rad).
void tell_shelter(const Plant& plant, double yaw, SimulatorSettings& settings);

/// Slows the sampled wind of all actors by what stands upwind; nothing where the scene has none, or
/// an air that feels plants by itself.
void shelter_plants(Scene& scene);

}  // namespace thigmo
