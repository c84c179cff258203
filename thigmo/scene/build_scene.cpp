// From the description to plants, simulators, air and events.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "thigmo/plant/file.h"
#include "thigmo/scene/nursery.h"
#include "thigmo/scene/scene_file.h"

namespace thigmo {
namespace {

Plant make_plant(const ScenePlant& plant, Progress& progress) {
    if (!plant.file.empty()) return load_plant(plant.file);
    try {
        GrowthSettings settings;
        settings.derivation.seed = plant.seed;
        settings.age = plant.age;
        return grow_species(find_species(plant.species), settings, progress).plant;
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", plant.where, error.what()));
    }
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
    const std::vector<std::string> names = names_of_places(file);
    size_t placed = 0;
    for (const ScenePlant& plant : file.plants) {
        const auto part = make_part(prepare(make_plant(plant, progress), plant.settings));
        for (const ScenePlant::Stand& stand : plant.places) {
            progress.report(static_cast<double>(placed) / static_cast<double>(names.size()),
                            "plants");
            add_plant(scene, names[placed++], part, plant.settings,
                      {Quat(Eigen::AngleAxisd(stand.yaw, Vec3::UnitY())), stand.at},
                      plant.friction);
        }
    }
    for (const Event& event : file.events) add_event(scene, event);
    return scene;
}

}  // namespace thigmo
