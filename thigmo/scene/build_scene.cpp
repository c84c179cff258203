// From the description to plants, simulators, air and events.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "thigmo/air/wind_record.h"
#include "thigmo/base/file.h"
#include "thigmo/plant/file.h"
#include "thigmo/scene/match.h"
#include "thigmo/scene/nursery.h"
#include "thigmo/scene/scene_file.h"
#include "thigmo/scene/shelter_plants.h"

namespace thigmo {
namespace {

/// Errors of the work tell where the file has the plant.
template <class Work>
auto at_line(const ScenePlant& plant, Work work) {
    try {
        return work();
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", plant.where, error.what()));
    }
}

Plant make_plant(const ScenePlant& plant, Progress& progress, Log& log) {
    if (!plant.file.empty()) {
        Plant loaded = load_plant(plant.file);
        for (const std::string& text : load_prepared(plant.file, plant.settings).warnings)
            log.warn(text);
        return loaded;
    }
    return at_line(plant, [&] {
        GrowthSettings settings;
        settings.derivation.seed = plant.seed;
        settings.age = plant.age;
        return grow_species(find_species(plant.species), settings, progress).plant;
    });
}

/// Names of all places in order: numbered where several would be the same.
std::vector<std::string> names_of_places(const SceneFile& file) {
    std::map<std::string, size_t> total, count;
    for (const ScenePlant& plant : file.plants) total[plant.name] += plant.places.size();
    std::vector<std::string> names;
    for (const ScenePlant& plant : file.plants)
        for (size_t i = 0; i < plant.places.size(); ++i)
            names.push_back(total[plant.name] == 1
                                ? plant.name
                                : fmt::format("{}_{}", plant.name, ++count[plant.name]));
    return names;
}

/// What is left of a wind for plants that make its gusts themselves. A record tells its mean, and
/// how far it goes from that.
BeamWind spoken_wind(const std::optional<WindSettings>& air) {
    BeamWind wind;
    wind.mean = Vec3::Zero();
    if (!air || air->kind == WindSettings::Kind::calm) return wind;
    wind.reference_height = air->reference_height;
    wind.roughness = air->profile ? air->roughness : 0;
    if (air->kind != WindSettings::Kind::recorded) {
        wind.mean = air->speed * air->direction.normalized();
        wind.turbulence = air->kind == WindSettings::Kind::gusts ? air->turbulence : 0;
        return wind;
    }
    const WindRecord record = read_wind_record(read_file(air->file), air->file.string());
    double square = 0;
    const auto count = static_cast<double>(record.velocities.size());
    for (const Vec3& velocity : record.velocities) wind.mean += velocity / count;
    for (const Vec3& velocity : record.velocities)
        square += std::pow((velocity - wind.mean).dot(wind.mean.normalized()), 2) / count;
    wind.turbulence = std::min(2.0, std::sqrt(square) / std::max(wind.mean.norm(), 1e-3));
    return wind;
}

void refuse(std::string_view what, double found, std::string_view expected) {
    throw InputError(fmt::format("{}: found {:g}, expected {}", what, found, expected));
}

}  // namespace

void check(const SceneFile& file) {
    if (!(file.dt > 0 && file.dt <= 10)) refuse("dt", file.dt, "more than 0 s, at most 10 s");
    if (!(file.frames_per_second >= 0.01 && file.frames_per_second <= 1e4))
        refuse("fps", file.frames_per_second, "0.01 to 10000 frames per second");
    if (!(file.duration >= 0 && file.duration <= 1e6))
        refuse("for", file.duration, "a duration of 0 to 1e6 s");
    if (!(file.duration / file.dt <= 1e9))
        refuse("dt", file.dt, fmt::format("at most 1e9 steps in {:g} s", file.duration));
}

double step_for(double dt, double frames_per_second) {
    const double frame = 1 / frames_per_second;
    return frame / std::max(1.0, std::ceil(frame / dt * (1 - 1e-9)));
}

Scene build_scene(const SceneFile& file, const SimulatorFactory& make, Progress& progress) {
    check(file);
    Scene scene;
    scene.make = make;
    scene.gravity = file.gravity;
    scene.ground = file.ground;
    scene.clock.dt = step_for(file.dt, file.frames_per_second);
    if (file.air) scene.air = make_air(*file.air);
    scene.shelter = !file.air || file.air->shelter;
    const std::vector<std::string> names = names_of_places(file);
    size_t placed = 0;
    const BeamWind wind = spoken_wind(file.air);
    for (const ScenePlant& plant : file.plants) {
        const auto part =
            make_part(prepare(make_plant(plant, progress, scene.log), plant.settings));
        SimulatorSettings settings = plant.settings;
        const WindSettings air = file.air.value_or(WindSettings());
        tell_wind(settings, wind, air.period, air.seed);
        if (scene.shelter) tell_shelter(part->plant, plant.places.front().yaw, settings);
        const Log matched = at_line(
            plant, [&] { return settle_matched(part->plant, plant.match, settings, progress); });
        for (const std::string& text : matched.warnings)
            scene.log.warn(fmt::format("{}: {}", plant.name, text));
        if (progress.cancelled()) return scene;
        for (const ScenePlant::Stand& stand : plant.places) {
            if (progress.cancelled()) return scene;
            progress.report(static_cast<double>(placed) / static_cast<double>(names.size()),
                            "plants");
            const Rigid placement{Quat(Eigen::AngleAxisd(stand.yaw, Vec3::UnitY())), stand.at};
            at_line(plant, [&] {
                add_plant(scene, names[placed++], part, settings, placement, plant.friction);
            });
        }
    }
    for (const Event& event : file.events) add_event(scene, event);
    if (file.wind_start == WindStart::blowing) stand_in_wind(scene, progress);
    return scene;
}

Log warnings(const Scene& scene) {
    std::vector<std::string> texts;
    std::map<std::string, std::vector<std::string>> plants;  // that a text is about
    for (const Actor& actor : scene.actors)
        for (const std::string& text : actor.simulator->warnings()) {
            if (plants[text].empty()) texts.push_back(text);
            plants[text].push_back(actor.name);
        }
    Log log = scene.log;
    for (const std::string& text : texts) {
        const std::vector<std::string>& named = plants[text];
        const std::string more =
            named.size() == 1 ? "" : fmt::format(" and {} more", named.size() - 1);
        log.warn(fmt::format("{}{}: {}", named.front(), more, text));
    }
    return log;
}

}  // namespace thigmo
