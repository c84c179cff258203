// The closed list of simulators. A new one joins the settings, the names, and in its own folder
// gives what simulators.cpp calls: a reader of its settings, and a maker.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>

#include "thigmo/base/log.h"
#include "thigmo/base/progress.h"
#include "thigmo/sim/articulated/settings.h"
#include "thigmo/sim/beam/settings.h"
#include "thigmo/sim/fem/settings.h"
#include "thigmo/sim/reduced/settings.h"
#include "thigmo/sim/simulator.h"

namespace thigmo {

class Settings;

/// Each has a Footing named `footing` and LeafSettings named `leaf`. The first is the default.
using SimulatorSettings =
    std::variant<ArticulatedSettings, BeamSettings, ReducedSettings, FemSettings>;

/// In the order of SimulatorSettings.
constexpr std::array<const char*, 4> simulator_names = {"articulated", "beam", "reduced", "fem"};
static_assert(simulator_names.size() == std::variant_size_v<SimulatorSettings>);

inline Footing& footing(SimulatorSettings& settings) {
    return std::visit([](auto& own) -> Footing& { return own.footing; }, settings);
}
inline const Footing& footing(const SimulatorSettings& settings) {
    return std::visit([](const auto& own) -> const Footing& { return own.footing; }, settings);
}

inline LeafSettings& leaf(SimulatorSettings& settings) {
    return std::visit([](auto& own) -> LeafSettings& { return own.leaf; }, settings);
}
inline const LeafSettings& leaf(const SimulatorSettings& settings) {
    return std::visit([](const auto& own) -> const LeafSettings& { return own.leaf; }, settings);
}

/// The settings as they are where they belong to that simulator, else its defaults on the same
/// footing and with the same leaves. InputError for a name that is not in the list.
SimulatorSettings settings_for(std::string_view simulator, const SimulatorSettings& settings);

/// The keys of a scene's [plant.settings] over what the settings have.
void read_settings(const Settings& table, SimulatorSettings& settings);

/// Tells simulators that make their gusts themselves which wind blows, and after how many seconds
/// it repeats (0: never).
void tell_wind(SimulatorSettings& settings, const BeamWind& wind, double period, uint64_t seed);

/// The plant as its simulator takes it, such as with leaves that bend.
Plant prepare(Plant plant, const SimulatorSettings& settings);

/// Takes up what was prepared for the plant of a file and stands beside it (X.models beside
/// X.plant); tells where it cannot be used. InputError where it is damaged.
Log load_prepared(const std::filesystem::path& plant, const SimulatorSettings& settings);

/// Writes down by key where a simulator puts its joints in the plant as a whole, so that cuts leave
/// them where they are; what was written before stays.
void keep_layout(const Plant& plant, SimulatorSettings& settings);

/// Writes down by key what of the plant as a whole is made stiffer so that it stands as it is
/// placed, so that its parts keep it after a cut, where the simulator's state does not carry it.
void keep_standing(const Plant& plant, const Rigid& placement, SimulatorSettings& settings);

/// What the settings say of the plant as a whole is written down by key, so that cuts do not change
/// it; the reduced simulator's domains with a prescribed lowest frequency (Hz; 0: none) get it, or
/// a line says why not. Its models, unless a file brought some, are made here, where it shows.
Log settle(const Plant& plant, const Column<DomainId, double>& frequencies,
           SimulatorSettings& settings, Progress& progress);

/// The same simulator with long steps that damp every motion, on a held base and with the shape as
/// a state will give it: for finding a balance. None where it has no such steps.
std::optional<SimulatorSettings> damped(const SimulatorSettings& settings);

/// The plant must outlive the simulator.
std::unique_ptr<Simulator> make_simulator(const Plant& plant, const SimulatorSettings& settings,
                                          const Start& start);

}  // namespace thigmo
