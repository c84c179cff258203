// The plants whose motion is timed, here and in other libraries.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "bench/steps.h"
#include "samples/trees.h"
#include "thigmo/sim/articulated/settings.h"

namespace thigmo::bench {

enum class MovingPlant { tree, chain, cantilever };
constexpr std::array<const char*, 3> moving_plant_names = {"tree", "chain", "cantilever"};

/// Trees and chains begin in a random pose of 1e-2 rad and stand under gravity; the cantilever
/// begins straight and sags.
inline Plant make_plant(MovingPlant what, size_t segments) {
    if (what == MovingPlant::cantilever) return samples::cantilever(segments);
    Plant plant =
        what == MovingPlant::tree ? samples::binary_tree(segments) : samples::chain(segments);
    samples::disturb(plant, 1e-2, 1);
    return plant;
}

inline ArticulatedSettings settings_of(MovingPlant what) {
    ArticulatedSettings settings;
    if (what == MovingPlant::cantilever) settings.footing.shape = GivenShape::unloaded;
    return settings;
}

inline ArticulatedSettings undamped() {
    ArticulatedSettings settings;
    settings.footing.shape = GivenShape::unloaded;
    settings.damping = false;
    return settings;
}

inline Plant plucked_cantilever(size_t segments) {
    Plant plant = samples::cantilever(segments);
    samples::pluck(plant, 1e-3);
    return plant;
}

/// What the step alone does to the 8.3 Hz mode: its damping ratio at 1 ms and 1/60 s, its
/// frequency's error at 1/60 s, and the energy that ten periods leave at 1 ms.
inline void report_damping(benchmark::State& state, const std::vector<double>& at_1_ms,
                           const std::vector<double>& at_60_hz) {
    const Mode fine = fit_mode(at_1_ms, 1e-3, samples::cantilever_hz),
               coarse = fit_mode(at_60_hz, 1.0 / 60, samples::cantilever_hz);
    state.counters["damping_1ms"] = fine.damping_ratio;
    state.counters["damping_60hz"] = coarse.damping_ratio;
    state.counters["frequency_error_60hz"] = coarse.hz / samples::cantilever_hz - 1;
    state.counters["energy_left"] = std::exp(-40 * std::numbers::pi * fine.damping_ratio);
}

}  // namespace thigmo::bench
