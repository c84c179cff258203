// A scene as a person writes it, in TOML: plain data, and the scene that it describes.
// docs/scenes.md has every key.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "thigmo/air/wind.h"
#include "thigmo/base/log.h"
#include "thigmo/base/progress.h"
#include "thigmo/scene/scene.h"
#include "thigmo/scene/start.h"

namespace thigmo {

/// A plant of the file: where it comes from, where it stands, how it moves.
struct ScenePlant {
    std::string name;            // of each place; numbered where there are several
    std::filesystem::path file;  // of a .plant; empty: a species
    std::string species;
    std::optional<double> age;  // years
    uint64_t seed = 1;
    struct Stand {
        Vec3 at = Vec3::Zero();
        double yaw = 0;  // rad about +Y
    };
    std::vector<Stand> places = {Stand{}};
    SimulatorSettings settings;
    std::string match;  // a file of frequencies, or fem; see match.h
    double friction = 0.5;
    std::string where;  // in the file, for errors
};

/// A point whose path is wanted.
struct SceneTrack {
    std::string name, plant;
    PlaceName place;
    std::string where;
};

struct SceneFile {
    std::vector<ScenePlant> plants;
    std::optional<WindSettings> air = WindSettings{};  // none: a vacuum
    WindStart wind_start = WindStart::blowing;
    Vec3 gravity = Vec3(0, -9.81, 0);
    std::optional<double> ground = 0.0;
    double duration = 10;
    double frames_per_second = 30;
    double dt = 1.0 / 60;  // at most; frames fall on whole steps
    std::vector<Event> events;
    std::vector<SceneTrack> tracks;
};

/// InputError with line and column for what is not TOML, unknown keys and values out of range.
/// Files that it names are found from `folder`.
SceneFile parse_scene(std::string_view text, const std::string& name,
                      const std::filesystem::path& folder = {});
SceneFile load_scene(const std::filesystem::path& path);

/// The default scene of a lone plant: gusts of 8 m/s.
SceneFile scene_of_plant(const std::filesystem::path& plant);

/// InputError for values that no scene can have, whoever set them.
void check(const SceneFile& file);

/// The longest step up to `dt` of which a frame takes a whole number.
double step_for(double dt, double frames_per_second);

/// Loads and grows the plants, builds simulators and air, binds the events; less than all where it
/// was cancelled.
Scene build_scene(const SceneFile& file, const SimulatorFactory& make, Progress& progress);

/// What was met in building the scene, and what simulators changed of their plants, a line each,
/// which plants alike share.
Log warnings(const Scene& scene);

}  // namespace thigmo
