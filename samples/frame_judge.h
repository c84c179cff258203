// Simulators beside the frame: frequencies of modes of the same shape, and sag under weight.
#pragma once

#include <string>
#include <vector>

#include "samples/frame.h"
#include "thigmo/sim/linear_modes.h"

namespace thigmo::samples {

/// Whether the simulator moves wood as a solid, which shears too.
bool is_solid(const SimulatorSettings& settings);

/// The frame as a simulator's settings have the plant: leaves on stalks or welded, with shear and
/// rotary inertia where wood is a solid.
FrameSettings frame_settings(const Plant& plant, const SimulatorSettings& settings);

/// The frame's modes in the form that simulators give theirs in; without damping.
LinearModes frame_modes(const Plant& plant, const SimulatorSettings& settings, size_t count);

/// A mode of the frame and the simulator's of that shape.
struct JudgedMode {
    double frame = 0, own = 0;  // Hz
    double likeness = 0;        // of the two shapes, 0…1
    double deviation() const { return own / frame - 1; }
};

struct Judgement {
    std::vector<JudgedMode> modes;  // the frame's first six
    /// Greatest deviation of a tip's sag, of those that sag by more than 1e-4 of the plant's size;
    /// and of all those together: √(Σ |difference|² / Σ |sag|²).
    double sag = 0, sag_rms = 0;
};
Judgement judge(const Plant& plant, const SimulatorSettings& settings);

/// What is allowed, as shares: of f₁ to f₃, of those of f₄ to f₆ that are below ten times f₁, and
/// of sag.
struct Limits {
    double low = 0, high = 0, sag = 0;
};
/// What exceeds the limits, in words; empty where nothing does.
std::string faults(const Judgement& judgement, const Limits& limits);

/// One line of deviations in percent: f₁ … f₆, and sag.
std::string table_line(const std::string& name, const Judgement& judgement);

/// Plants for which joints, bricks and stalks matter, with n segments in every straight piece.
struct JudgedPlant {
    std::string name;
    Plant plant;
};
std::vector<JudgedPlant> judged_plants(size_t segments);

/// The ten species, young.
std::vector<std::string> judged_species();
Plant young_plant(const std::string& species);

}  // namespace thigmo::samples
