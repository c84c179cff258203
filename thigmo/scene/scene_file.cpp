// Tables of the file into plain data.
#include "thigmo/scene/scene_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "thigmo/base/file.h"
#include "thigmo/base/settings.h"
#include "thigmo/scene/event_file.h"

namespace thigmo {
namespace {

constexpr double degree = std::numbers::pi / 180;

std::vector<ScenePlant::Stand> read_places(const Settings& table) {
    const double yaw = degree * table.number("yaw_deg", {-360, 360}, 0);
    if (!table.has("place")) return {{Vec3::Zero(), yaw}};
    if (!table.is_nested("place")) return {{table.vector("place", {-1e6, 1e6}), yaw}};
    std::vector<ScenePlant::Stand> stands;
    for (const std::vector<double>& row : table.rows("place", 4, {-1e6, 1e6}))
        stands.push_back({Vec3(row[0], row[1], row[2]), degree * row[3] + yaw});
    return stands;
}

ScenePlant read_plant(const Settings& table, const std::filesystem::path& folder,
                      const Vec3& gravity) {
    if (table.has("file") == table.has("species"))
        throw input_error(table.place(""),
                          table.has("file") ? "a file and a species" : "neither file nor species",
                          "file = \"X.plant\" or species = \"oak\"");
    ScenePlant plant;
    plant.where = table.place(table.has("file") ? "file" : "species").str();
    if (table.has("file")) plant.file = folder / table.text("file");
    plant.species = table.text("species", "");
    if (table.has("age")) {
        if (plant.species.empty()) table.refuse("age", "a species for it");
        plant.age = table.number("age", {0, 1e4});
    }
    plant.seed = static_cast<uint64_t>(table.whole("seed", {0, 2e9}, 1));
    plant.name =
        table.text("name", plant.file.empty() ? plant.species : plant.file.stem().string());
    plant.places = read_places(table);
    plant.friction = table.number("friction", {0, 10}, plant.friction);
    if (table.has("simulator"))
        plant.settings =
            settings_for(simulator_names[table.word(
                             "simulator", {simulator_names.begin(), simulator_names.end()})],
                         plant.settings);
    footing(plant.settings).gravity = gravity;
    if (table.has("settings")) read_settings(table.table("settings"), plant.settings);
    plant.match = table.text("match", "");
    if (!plant.match.empty() && plant.match != "fem") plant.match = (folder / plant.match).string();
    return plant;
}

std::optional<WindSettings> read_air(const Settings& table, const std::filesystem::path& folder) {
    const std::vector<std::string> kinds = {"calm", "uniform", "gusts", "recorded", "none"};
    WindSettings air;
    const size_t kind = table.has("kind") ? table.word("kind", kinds) : 2;
    if (kind == 4) return std::nullopt;
    air.kind = static_cast<WindSettings::Kind>(kind);
    if (table.has("wind")) air.speed = read_wind_speed(table, "wind");
    air.direction = wind_direction(table.number("direction_deg", {-360, 360}, 0));
    air.reference_height = table.number("reference_height_m", {0.1, 1e3}, air.reference_height);
    air.roughness = table.number("roughness_m", {1e-6, 10}, air.roughness);
    air.profile = table.yes("profile", air.profile);
    air.turbulence = table.number("turbulence", {0, 2}, air.turbulence);
    if (table.has("spectrum"))
        air.spectrum = static_cast<Spectrum>(table.word("spectrum", {"kaimal", "von-karman"}));
    air.seed = static_cast<uint64_t>(table.whole("seed", {0, 2e9}, 1));
    air.period = table.number("period_s", {0, 1e5}, air.period);
    air.loop = table.yes("loop", air.loop);
    air.shelter = table.yes("shelter", air.shelter);
    if (air.kind == WindSettings::Kind::recorded) air.file = folder / table.text("file");
    return air;
}

void read_time(const Settings& table, SceneFile& scene) {
    scene.duration = table.number("for_s", {0, 1e6}, scene.duration);
    scene.frames_per_second = table.number("fps", {0.01, 1e4}, scene.frames_per_second);
    scene.dt = table.number("dt_s", {1e-7, 10}, scene.dt);
}

SceneTrack read_track(const Settings& table) {
    SceneTrack track;
    track.where = table.place("name").str();
    for (const char* key : {"domain", "key", "at_m"})
        if (table.has(key)) track.where = table.place(key).str();
    track.name = table.text("name");
    track.plant = table.text("plant", "");
    track.place = read_place(table);
    return track;
}

}  // namespace

SceneFile parse_scene(std::string_view text, const std::string& name,
                      const std::filesystem::path& folder) {
    const Settings top = Settings::parse(text, name);
    SceneFile scene;
    scene.gravity = top.vector("gravity_m_s2", {-1e4, 1e4}, scene.gravity);
    if (top.has("ground") && !top.is_number("ground")) {
        if (!top.is_boolean("ground") || top.yes("ground", true))
            top.refuse("ground", "its height in metres, or false");
        scene.ground.reset();
    } else {
        scene.ground = top.number("ground", {-1e6, 1e6}, 0);
    }
    if (top.has("time")) read_time(top.table("time"), scene);
    if (top.has("air")) {
        const Settings air = top.table("air");
        scene.air = read_air(air, folder);
        scene.wind_start = air.choose("start", wind_start_names, scene.wind_start);
    }
    for (const Settings& table : top.tables("plant"))
        scene.plants.push_back(read_plant(table, folder, scene.gravity));
    for (const Settings& table : top.tables("event"))
        scene.events.push_back(read_event(table, scene.air));
    for (const Settings& table : top.tables("track")) scene.tracks.push_back(read_track(table));
    top.finish();
    if (scene.plants.empty())
        throw InputError(fmt::format("{}: found no plant, expected at least one [[plant]]", name));
    return scene;
}

SceneFile load_scene(const std::filesystem::path& path) {
    constexpr size_t largest = size_t{16} << 20;
    return parse_scene(read_file(path, largest), path.string(), path.parent_path());
}

SceneFile scene_of_plant(const std::filesystem::path& path) {
    SceneFile scene;
    ScenePlant plant;
    plant.file = path;
    plant.name = path.stem().string();
    plant.where = path.string();
    scene.plants.push_back(std::move(plant));
    return scene;
}

}  // namespace thigmo
