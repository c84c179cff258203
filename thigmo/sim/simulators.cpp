// Which settings make which simulator.
#include "thigmo/sim/simulators.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "thigmo/base/error.h"
#include "thigmo/base/nearest_word.h"
#include "thigmo/base/settings.h"
#include "thigmo/sim/articulated/articulated.h"
#include "thigmo/sim/articulated/joint_layout.h"
#include "thigmo/sim/beam/beam.h"
#include "thigmo/sim/fem/fem.h"
#include "thigmo/sim/reduced/bodies.h"
#include "thigmo/sim/reduced/match.h"
#include "thigmo/sim/reduced/models_file.h"
#include "thigmo/sim/reduced/prepare_models.h"
#include "thigmo/sim/reduced/reduced.h"
#include "thigmo/sim/standing_factors.h"

namespace thigmo {
namespace {

void read(const Settings& table, ArticulatedSettings& settings) {
    read_articulated(table, settings);
}
void read(const Settings& table, BeamSettings& settings) {
    read_beam(table, settings);
}
void read(const Settings& table, ReducedSettings& settings) {
    read_reduced(table, settings);
}
Plant prepared(Plant plant, const ReducedSettings& settings) {
    return prepare_reduced(std::move(plant), settings);
}
void read(const Settings& table, FemSettings& settings) {
    read_fem(table, settings);
}
Plant prepared(Plant plant, const BeamSettings&) {
    return plant;
}
Plant prepared(Plant plant, const FemSettings&) {
    return plant;
}
Plant prepared(Plant plant, const ArticulatedSettings& settings) {
    return prepare_articulated(std::move(plant), settings);
}
std::unique_ptr<Simulator> make(const Plant& plant, const ArticulatedSettings& settings,
                                const Start& start) {
    return make_articulated(plant, settings, start);
}

std::unique_ptr<Simulator> make(const Plant& plant, const BeamSettings& settings,
                                const Start& start) {
    return make_beam(plant, settings, start);
}

std::unique_ptr<Simulator> make(const Plant& plant, const ReducedSettings& settings,
                                const Start& start) {
    return make_reduced(plant, settings, start);
}

bool damp(ReducedSettings& settings) {
    settings.integrator = ReducedIntegrator::backward_euler;
    return true;
}
std::unique_ptr<Simulator> make(const Plant& plant, const FemSettings& settings,
                                const Start& start) {
    return make_fem(plant, settings, start);
}

bool damp(BeamSettings&) {
    return false;
}
bool damp(FemSettings& settings) {
    settings.integrator = FemIntegrator::backward_euler;
    return true;
}
bool damp(ArticulatedSettings& settings) {
    settings.integrator = Integrator::backward_euler;
    settings.energy_guard = false;
    return settings.model == ArticulatedModel::ball;
}

void read_all(const Settings& table, SimulatorSettings& settings) {
    read_footing(table, footing(settings));
    read_leaves(table, leaf(settings));
    std::visit([&](auto& own) { read(table, own); }, settings);
}

/// The keys of [plant.settings] that a simulator takes.
std::vector<std::string> keys_of(std::string_view simulator) {
    SimulatorSettings settings = settings_for(simulator, {});
    const Settings nothing = Settings::parse("", "");
    read_all(nothing, settings);
    return nothing.asked();
}

/// InputError for a key that other simulators take and this one does not.
void refuse_others(const Settings& table, std::string_view simulator) {
    const std::vector<std::string> own = keys_of(simulator);
    for (const std::string& key : table.keys()) {
        if (std::ranges::find(own, key) != own.end()) continue;
        std::vector<std::string_view> takers;
        for (const std::string_view other : simulator_names) {
            const std::vector<std::string> keys = keys_of(other);
            if (std::ranges::find(keys, key) != keys.end()) takers.push_back(other);
        }
        if (!takers.empty())
            table.refuse(key, fmt::format("a key of the simulator {}: {} belongs to {}", simulator,
                                          key, fmt::join(takers, " and ")));
    }
}

}  // namespace

SimulatorSettings settings_for(std::string_view simulator, const SimulatorSettings& settings) {
    const std::array<SimulatorSettings, simulator_names.size()> defaults = {
        ArticulatedSettings{}, BeamSettings{}, ReducedSettings{}, FemSettings{}};
    const auto named = std::ranges::find(simulator_names, simulator);
    if (named == simulator_names.end())
        throw InputError(
            fmt::format("simulator: found '{}', expected one of {}{}", simulator,
                        fmt::join(simulator_names, ", "),
                        did_you_mean(simulator, std::vector<std::string>(simulator_names.begin(),
                                                                         simulator_names.end()))));
    const auto which = static_cast<size_t>(named - simulator_names.begin());
    if (settings.index() == which) return settings;
    SimulatorSettings changed = defaults[which];
    footing(changed) = footing(settings);
    leaf(changed) = leaf(settings);
    return changed;
}

void read_settings(const Settings& table, SimulatorSettings& settings) {
    refuse_others(table, simulator_names[settings.index()]);
    read_all(table, settings);
}

void tell_wind(SimulatorSettings& settings, const BeamWind& wind, double period, uint64_t seed) {
    auto* const beam = std::get_if<BeamSettings>(&settings);
    if (!beam) return;
    beam->wind = wind;
    beam->period = period;
    beam->seed = seed;
}

Plant prepare(Plant plant, const SimulatorSettings& settings) {
    return std::visit([&](const auto& own) { return prepared(std::move(plant), own); }, settings);
}

Log load_prepared(const std::filesystem::path& plant, const SimulatorSettings& settings) {
    Log log;
    const auto* const reduced = std::get_if<ReducedSettings>(&settings);
    const std::filesystem::path path = models_path(plant);
    if (!reduced || !std::filesystem::exists(path)) return log;
    if (!load_models(path, *reduced->models))
        log.warn(
            fmt::format("{}: found models of another Thigmo, which are made anew; thigmo "
                        "prepare renews the file",
                        path.string()));
    return log;
}

void keep_layout(const Plant& plant, SimulatorSettings& settings) {
    auto* const articulated = std::get_if<ArticulatedSettings>(&settings);
    if (articulated && !articulated->joints)
        articulated->joints =
            std::make_shared<const JointCounts>(joints_by_key(plant, *articulated));
}

void keep_standing(const Plant& plant, const Rigid& placement, SimulatorSettings& settings) {
    Footing& own = footing(settings);
    if (own.stiffer || own.shape != GivenShape::standing) return;
    SolidSettings solids;
    if (const auto* const reduced = std::get_if<ReducedSettings>(&settings))
        solids = solid_settings(plant, *reduced);
    else if (const auto* const fem = std::get_if<FemSettings>(&settings))
        solids.leaf = fem->leaf;
    else
        return;
    Footing placed = own;
    placed.gravity = placement.rotation.conjugate() * own.gravity;
    Log silent;
    own.stiffer = std::make_shared<const StandingFactors>(
        standing_factors(plant, placed, solids.leaf, solids.stiffness, silent));
}

Log settle(const Plant& plant, const Column<DomainId, double>& frequencies,
           SimulatorSettings& settings, Progress& progress) {
    keep_layout(plant, settings);
    auto* const reduced = std::get_if<ReducedSettings>(&settings);
    if (!reduced) return {};
    if (reduced->models->all().empty()) prepare_models(plant, *reduced, progress);
    if (progress.cancelled() || (frequencies.empty() && reduced->stiffness_by_order == 1))
        return {};
    return match_frequencies(plant, frequencies, *reduced, progress);
}

std::optional<SimulatorSettings> damped(const SimulatorSettings& settings) {
    SimulatorSettings changed = settings;
    footing(changed).base = Base::held;
    footing(changed).shape = GivenShape::unloaded;
    const bool can = std::visit([](auto& own) { return damp(own); }, changed);
    return can ? std::optional(changed) : std::nullopt;
}

std::unique_ptr<Simulator> make_simulator(const Plant& plant, const SimulatorSettings& settings,
                                          const Start& start) {
    const auto make_own = [&](auto own) {
        own.footing.gravity = start.placement.rotation.conjugate() * own.footing.gravity;
        return make(plant, own, start);
    };
    return std::visit(make_own, settings);
}

}  // namespace thigmo
