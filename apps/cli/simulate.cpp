// thigmo simulate: a scene, or a plant in wind, into films, models, point caches and tables.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include "apps/cli/camera_options.h"
#include "apps/cli/plant_name.h"
#include "apps/cli/plant_settings.h"
#include "apps/cli/seconds.h"
#include "apps/cli/skin_report.h"
#include "apps/cli/verbs.h"
#include "thigmo/base/error.h"
#include "thigmo/base/json.h"
#include "thigmo/base/parallel.h"
#include "thigmo/render/frame_sink.h"
#include "thigmo/scene/loop.h"
#include "thigmo/scene/outputs.h"

namespace thigmo::cli {
namespace {

struct Request {
    std::string scene, simulator, match, wind, loop, target = "plain", follow;
    CameraRequest camera;
    std::vector<std::string> outputs, tracks, settings;
    std::string duration;  // as given; empty: the scene's
    std::optional<double> fps, dt;
    std::optional<int> samples;
    int threads = 0, max_joints = static_cast<int>(default_joints);
    uint64_t seed = 0;
    bool json = false;
};

/// NAME, or PLANT/NAME where there are several plants.
SceneTrack parse_track(const char* option, const std::string& text) {
    SceneTrack track;
    const size_t slash = text.find('/');
    track.name = text;
    std::ranges::replace(track.name, '/', '.');
    if (slash != std::string::npos) track.plant = text.substr(0, slash);
    track.place.domain = slash == std::string::npos ? text : text.substr(slash + 1);
    track.where = option;
    return track;
}

/// The wind that the file has, with another strength.
WindSettings with_wind(const std::optional<WindSettings>& before, const std::string& words) {
    WindSettings wind = before.value_or(WindSettings{});
    wind.speed = parse_wind(words).speed;
    if (wind.kind == WindSettings::Kind::calm || wind.kind == WindSettings::Kind::recorded)
        wind.kind = WindSettings::Kind::gusts;
    if (wind.speed == 0) wind.kind = WindSettings::Kind::calm;
    return wind;
}

/// What is asked for: the file, with the options over it.
SceneFile scene_of(const Request& request) {
    const std::string suffix = std::filesystem::path(request.scene).extension().string();
    if (suffix != ".toml" && suffix != ".plant" && !is_species_word(request.scene)) {
        const bool folder = std::filesystem::is_directory(request.scene);
        const std::string found = folder           ? "a folder"
                                  : suffix.empty() ? "a name without ending"
                                                   : "'" + suffix + "'";
        throw InputError(fmt::format("{}: found {}, expected a scene (.toml) or a .plant",
                                     request.scene, found));
    }
    SceneFile scene = suffix == ".toml" ? load_scene(request.scene) : scene_of_word(request.scene);
    if (!request.simulator.empty())
        for (ScenePlant& plant : scene.plants)
            plant.settings = settings_for(request.simulator, plant.settings);
    for (ScenePlant& plant : scene.plants) {
        set_all(request.settings, plant.settings);
        if (!request.match.empty()) plant.match = request.match;
    }
    if (!request.wind.empty()) scene.air = with_wind(scene.air, request.wind);
    if (!request.duration.empty()) scene.duration = parse_seconds("--for", request.duration);
    if (request.fps) scene.frames_per_second = *request.fps;
    if (request.dt) scene.dt = *request.dt;
    if (request.seed != 0 && scene.air) scene.air->seed = request.seed;
    for (const std::string& track : request.tracks)
        scene.tracks.push_back(parse_track("--track", track));
    if (!request.loop.empty() && scene.air) {
        if (scene.air->kind == WindSettings::Kind::recorded)
            throw InputError("--loop: found a recorded wind, expected one that can be periodic");
        scene.air->period = parse_seconds("--loop", request.loop);
    }
    check(scene);
    return scene;
}

Json report_json(const Request& request, const Scene& scene, const RunReport& run) {
    Json json;
    json.set("scene", request.scene);
    json.set("actors", static_cast<uint64_t>(scene.actors.size()));
    json.set("simulated_s", run.simulated);
    json.set("dt_s", scene.clock.dt);
    json.set("frames", run.frames);
    json.set("steps", run.grid_steps);
    json.set("recursions", run.steps.recursions);
    json.set("accepted", run.steps.accepted);
    json.set("rejected_turn", run.steps.rejected_turn);
    json.set("rejected_energy", run.steps.rejected_energy);
    json.set("rejected_not_finite", run.steps.rejected_not_finite);
    json.set("stepping_s", run.seconds);
    json.set("realtime_factor", run.realtime_factor());
    json.set("energy_max_j", run.energy_max);
    return json;
}

std::vector<Json> files_json(const std::vector<std::string>& files,
                             const std::vector<ExportReport>& reports) {
    std::vector<Json> list;
    for (size_t i = 0; i < files.size(); ++i) {
        Json entry;
        entry.set("file", files[i]);
        if (reports[i].joints > 0) entry.set("joints", static_cast<uint64_t>(reports[i].joints));
        if (reports[i].skin) add_skin_error(*reports[i].skin, entry);
        list.push_back(std::move(entry));
    }
    return list;
}

void require_whole(const RunReport& run, const Terminal& terminal) {
    if (run.steps.status == StepReport::Status::failed)
        throw NumericsError(fmt::format("{}; reproduce: {}", run.steps.message, terminal.command));
    if (run.cancelled) throw InputError("stopped");
}

/// Runs the take or the loop into the outputs; what became of it.
RunReport run_scene(const Request& request, const SceneFile& file, Scene& scene,
                    const Drawing& drawing, Outputs& outputs, Json& json, Terminal& terminal) {
    TerminalProgress progress = terminal.progress();
    if (request.loop.empty()) {
        const RunReport run = record(scene, drawing, {file.duration, file.frames_per_second},
                                     outputs.all(), progress);
        require_whole(run, terminal);
        return run;
    }
    Loop loop;
    loop.period = parse_seconds("--loop", request.loop);
    loop.frames_per_second = file.frames_per_second;
    const LoopReport report =
        record_loop(scene, drawing, loop, outputs.open(), outputs.closed(), progress);
    require_whole(report.run, terminal);
    if (!report.settled)
        terminal.warn({{fmt::format(
            "--loop: {} of {} points do not repeat themselves in {:g} s, by up to {:.3g} m; they "
            "were blended",
            report.restless, report.points, loop.period, report.difference)}});
    json.set("periods", static_cast<uint64_t>(report.periods));
    json.set("difference_m", report.difference);
    json.set("settled", report.settled);
    json.set("points", static_cast<uint64_t>(report.points));
    json.set("restless_points", static_cast<uint64_t>(report.restless));
    json.set("seam_m", report.seam);
    json.set("frame_step_m", report.frame_step);
    return report.run;
}

void simulate(const Request& request, Terminal& terminal) {
    if (request.threads < 0 || request.threads > 4096)
        throw InputError(fmt::format("--threads: found {}, expected 0 to 4096", request.threads));
    if (request.max_joints < 1 || request.max_joints > 65535)
        throw InputError(
            fmt::format("--max-joints: found {}, expected 1 to 65535", request.max_joints));
    const ThreadLimit limit(static_cast<size_t>(request.threads));
    const SceneFile file = scene_of(request);
    TerminalProgress progress = terminal.progress();
    Scene scene = build_scene(file, make_simulator, progress);
    terminal.warn(warnings(scene));
    for (const Event& event : file.events)
        if (request.loop.empty() && event.at >= file.duration)
            terminal.warn(
                {{fmt::format("{}: found an event at {:g} s, which the scene's end at "
                              "{:g} s never sees",
                              event.where, event.at, file.duration)}});
    const Drawing drawing = draw(scene);
    OutputSettings settings;
    settings.frames_per_second = file.frames_per_second;
    settings.frames = request.loop.empty()
                          ? frame_count({file.duration, file.frames_per_second})
                          : static_cast<size_t>(std::llround(parse_seconds("--loop", request.loop) *
                                                             file.frames_per_second));
    settings.blender = request.target == "blender";
    set_camera(request.camera, settings.picture);
    if (request.samples) settings.picture.samples = *request.samples;
    check(settings.picture);
    if (!request.follow.empty()) settings.follow = parse_track("--follow", request.follow);
    settings.most_joints = static_cast<size_t>(request.max_joints);
    std::vector<std::string> names = request.outputs;
    if (names.empty()) names = {std::filesystem::path(request.scene).stem().string() + ".glb"};
    if (progress.cancelled()) throw InputError("stopped");
    Outputs outputs(names, settings, scene, drawing, file.tracks, progress);
    terminal.warn(outputs.large_files());
    Json loop;
    const RunReport run = run_scene(request, file, scene, drawing, outputs, loop, terminal);
    outputs.finish();
    if (progress.cancelled()) throw InputError("stopped");
    for (size_t i = 0; i < names.size(); ++i)
        if (const ExportReport& report = outputs.reports()[i]; report.skin)
            terminal.warn(skin_warnings(names[i], report));
    if (request.json) {
        Json json = report_json(request, scene, run);
        if (!request.loop.empty()) json.set("loop", loop);
        json.set("files", files_json(names, outputs.reports()));
        terminal.print(json.text());
        return;
    }
    for (size_t i = 0; i < names.size(); ++i) {
        const ExportReport& report = outputs.reports()[i];
        terminal.print(report.skin ? fmt::format("{}: {}", names[i], skin_text(report)) : names[i]);
    }
    terminal.print(fmt::format("{:g} s in {} steps, {:.2g} × real time", run.simulated,
                               run.grid_steps, run.realtime_factor()));
}

/// InputError for an option of films where no film is written.
void require_film(const Request& request, const Options& options) {
    const char* const option = options.given("--follow")    ? "--follow"
                               : options.given("--samples") ? "--samples"
                                                            : given_camera_option(options);
    const auto is_film = [](const std::string& name) { return names_frames(name); };
    if (option != nullptr && std::ranges::none_of(request.outputs, is_film))
        throw InputError(fmt::format(
            "{}: found no film among the outputs, expected one, such as -o oak.mp4", option));
}

Action declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.argument("scene", request->scene,
                     "a scene (.toml), or a .plant or a species to put in the wind");
    options.option(
        "-o,--output", request->outputs,
        "what to write, again and again: .glb .gltf .pc2 .mdd .csv .mp4 …; else NAME.glb");
    options.choice("--simulator", request->simulator,
                   {simulator_names.begin(), simulator_names.end()},
                   "how plants move; else as the scene says");
    options.option("--set", request->settings,
                   "a key of [plant.settings], again and again: KEY=VALUE, such as basis=paper");
    options.option("--match", request->match,
                   "of the reduced simulator: frequencies that domains shall have, from a file, or "
                   "fem");
    options.option("--wind", request->wind, "mean speed in m/s at 10 m, or a word such as gale");
    options.option("--for", request->duration,
                   "seconds to simulate; else 10, or as the scene says");
    options.option("--fps", request->fps, "frames per second; else 30");
    options.option("--dt", request->dt, "longest step in seconds; else 1/60");
    options.option("--loop", request->loop, "a motion that repeats in that time, such as 4s");
    options.option("--threads", request->threads, "0: as many as the machine has");
    options.option("--seed", request->seed, "of the gusts; 0: as the scene says");
    options.choice("--target", request->target, {"plain", "blender"},
                   "blender: point caches and their meshes have Z up");
    options.option("--track", request->tracks,
                   "a point for .csv, again and again: branch_3, tip, PLANT/branch_3");
    options.option("--max-joints", request->max_joints,
                   "of a .glb's skeleton, 1 to 65535; else 2048, chosen by what moves. With enough "
                   "for all segments and leaves the motion is exact");
    declare_camera(options, request->camera);
    options.option("--follow", request->follow,
                   "of a film: a row that the camera goes with, such as branch_3, tip, PLANT/tip");
    options.option("--samples", request->samples, "of a film, per pixel");
    options.flag("--json", request->json, "what was done, as JSON");
    return [request, &options](Terminal& terminal) {
        // Empty words are given too.
        if (options.given("--wind")) parse_wind(request->wind);
        if (options.given("--loop")) parse_seconds("--loop", request->loop);
        if (options.given("--for")) parse_seconds("--for", request->duration);
        if (options.given("--loop") && !request->duration.empty())
            throw InputError(fmt::format("--for: found {} beside --loop {}, expected one of them",
                                         request->duration, request->loop));
        require_film(*request, options);
        simulate(*request, terminal);
    };
}

}  // namespace

Verb simulate_verb() {
    return {"simulate", "move plants: wind, pulls, cuts",
            "  thigmo grow oak --age 5 -o oak.plant\n"
            "  thigmo simulate oak.plant --wind 8 -o oak.glb\n"
            "  thigmo simulate oak.plant --wind gale --for 60 --threads 2 -o tip.csv --json\n"
            "  thigmo simulate oak.plant --loop 4s -o loop.glb\n"
            "  thigmo simulate oak.plant --for 1 --size 160x90 -o oak.mp4 --azimuth 120 --follow "
            "branch_3\n"
            "  thigmo simulate oak.plant --track branch_3 --track tip -o sway.csv\n"
            "  thigmo simulate samples/scenes/garden.toml --for 1 -o garden.pc2 --target blender",
            declare};
}

}  // namespace thigmo::cli
