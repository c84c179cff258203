// What a steady wind does to a plant: force, moment and lean by speed.
#pragma once

#include <span>
#include <vector>

#include "thigmo/air/wind.h"
#include "thigmo/base/progress.h"
#include "thigmo/plant/pose.h"
#include "thigmo/sim/simulators.h"

namespace thigmo {

/// What the wind of one speed does, when the plant has come to rest in it.
struct WindLoad {
    double speed = 0;    // m/s, at the reference height
    double drag = 0;     // N, what holds the plant's foot against the wind
    double area = 0;     // m²: drag / ½ρ speed²
    double moment = 0;   // N m, at the foot, beyond that of still air: the wind, and the weight of
                         // what it makes lean
    double lean = 0;     // m, of the trunk's top along the wind
    double frontal = 0;  // m², silhouette against the wind
    Pose pose;           // the last
};

struct WindLoads {
    double height = 0;      // m
    double silhouette = 0;  // m², against the wind, as it stands in still air
    std::vector<WindLoad> rows;

    /// Drag over ½ρ speed² and the silhouette in still air.
    double coefficient(const WindLoad& row) const { return row.area / silhouette; }
};

/// Steady winds of these speeds, otherwise as the settings have it. InputError for a simulator that
/// moves by no forces and for a step that fails. Fewer rows where progress was cancelled.
WindLoads measure_wind_loads(const Plant& plant, const SimulatorSettings& settings,
                             WindSettings wind, std::span<const double> speeds, Progress& progress);

}  // namespace thigmo
