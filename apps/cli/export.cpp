// thigmo export: a plant for other programs.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "apps/cli/plant_name.h"
#include "apps/cli/seconds.h"
#include "apps/cli/skin_report.h"
#include "apps/cli/verbs.h"
#include "thigmo/air/wind.h"
#include "thigmo/base/error.h"
#include "thigmo/base/json.h"
#include "thigmo/io/gltf.h"
#include "thigmo/io/obj.h"
#include "thigmo/scene/gust_poses.h"
#include "thigmo/scene/shader_pack.h"
#include "thigmo/scene/shelter_plants.h"

namespace thigmo::cli {
namespace {

struct Request {
    std::string plant, output, shader, wind, loop, frequency;
    std::vector<std::string> times;
    bool skin = false, json = false;
    std::optional<int> most_joints;
};

void check_shader_request(const Request& request) {
    if (!request.output.empty() || request.skin || request.most_joints)
        throw InputError(
            "--shader: found -o, --skin or --max-joints beside it, expected it alone: a shader "
            "pack has files of its own");
}

void check_request(const Request& request, const std::string& suffix) {
    if (!request.times.empty() || !request.wind.empty() || !request.loop.empty() ||
        !request.frequency.empty())
        throw InputError(
            "--at, --wind, --loop, --frequency: found no --shader, expected it: they are of shader "
            "packs");
    if (request.output.empty())
        throw InputError(
            "thigmo export: found no output, expected -o FILE.glb, .gltf or .obj, or --shader "
            "FOLDER");
    if (suffix != ".glb" && suffix != ".gltf" && suffix != ".obj")
        throw InputError(
            fmt::format("{}: found {}, expected a name that ends in .glb, .gltf or "
                        ".obj",
                        request.output, suffix.empty() ? "no suffix" : "suffix " + suffix));
    if (request.skin && suffix == ".obj")
        throw InputError(
            fmt::format("{}: found --skin, expected a .glb or .gltf: an OBJ file holds "
                        "no skeleton",
                        request.output));
    if (request.most_joints && !request.skin)
        throw InputError("--max-joints: found no --skin, expected it: only a skeleton has joints");
    if (request.most_joints && (*request.most_joints < 1 || *request.most_joints > 65535))
        throw InputError(
            fmt::format("--max-joints: found {}, expected 1 to 65535", *request.most_joints));
}

FrequencyLaw frequency_law(const std::string& word) {
    const auto found = std::ranges::find(frequency_law_names, word);
    if (found == frequency_law_names.end())
        throw InputError(
            fmt::format("--frequency: found '{}', expected material or measured", word));
    return static_cast<FrequencyLaw>(found - frequency_law_names.begin());
}

ExportReport write_shader(const Request& request, const Terminal& terminal) {
    check_shader_request(request);
    ShaderPackSettings settings;
    for (const std::string& time : request.times)
        settings.check_times.push_back(parse_seconds("--at", time));
    if (!request.wind.empty())
        settings.beam.wind.mean = parse_wind(request.wind).speed * Vec3::UnitX();
    if (!request.loop.empty()) settings.beam.period = parse_seconds("--loop", request.loop);
    if (!request.frequency.empty()) settings.beam.frequency = frequency_law(request.frequency);
    const Plant plant = load_or_grow(request.plant, terminal);
    settings.beam.wind.sheltered = sheltered_shares(plant, settings.beam.wind);
    return write_shader_pack(plant, settings, request.shader);
}

/// Where there are more segments than joints, those joints are kept that a breeze needs most.
std::vector<Pose> poses_to_choose_by(const Request& request, const Plant& plant,
                                     const GltfSettings& settings, Terminal& terminal) {
    if (!settings.skin || plant.segments.size() <= settings.most_joints) return {};
    TerminalProgress progress = terminal.progress();
    std::vector<Pose> poses = gust_poses(scene_of_word(request.plant), progress);
    if (progress.cancelled()) throw InputError("stopped");
    return poses;
}

ExportReport write(const Request& request, Terminal& terminal) {
    if (!request.shader.empty()) return write_shader(request, terminal);
    const std::string suffix = std::filesystem::path(request.output).extension().string();
    check_request(request, suffix);
    const Plant plant = load_or_grow(request.plant, terminal);
    if (suffix == ".obj") return write_obj(plant, {}, request.output);
    GltfSettings settings;
    settings.skin = request.skin;
    settings.binary = suffix == ".glb";
    if (request.most_joints) settings.most_joints = static_cast<size_t>(*request.most_joints);
    check(plant, settings);
    const std::vector<Pose> poses = poses_to_choose_by(request, plant, settings, terminal);
    settings.poses = poses;
    return write_gltf(plant, settings, request.output);
}

std::string as_json(const ExportReport& report) {
    Json json;
    json.set("triangles", uint64_t{report.triangles})
        .set("vertices", uint64_t{report.vertices})
        .set("meshes", uint64_t{report.parts})
        .set("segments", uint64_t{report.segments})
        .set("joints", uint64_t{report.joints});
    if (report.skin) add_skin_error(*report.skin, json);
    return json.text();
}

std::string as_text(const ExportReport& report) {
    std::string text;
    for (const std::filesystem::path& file : report.files)
        text += (text.empty() ? "" : ", ") + file.string();
    text += fmt::format(": {} triangles and {} vertices in {} mesh{}", report.triangles,
                        report.vertices, report.parts, report.parts == 1 ? "" : "es");
    if (report.joints == 0) return text;
    text += fmt::format("\n{} joints for {} segments", report.joints, report.segments);
    if (report.skin)
        text += fmt::format(
            ", chosen by four seconds in gusts of 8 m/s: vertices move by {:.3g} m and lie {:.2g} "
            "m "
            "off ({:.2g} %)",
            report.skin->moved_rms, report.skin->error_rms, 100 * report.skin->share());
    return text;
}

Action declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.argument("plant", request->plant, "a .plant file or a species");
    options.option("-o,--output", request->output, "FILE.glb, FILE.gltf or FILE.obj");
    options.flag("--skin", request->skin,
                 "with a skeleton: one joint per segment, or those that a breeze needs most");
    options.option("--max-joints", request->most_joints,
                   "at most so many joints, 1 to 65535 [2048]");
    options.option("--shader", request->shader,
                   "a folder: the plant for engines, moved by its vertex shader");
    options.option("--wind", request->wind, "of a pack to begin with: a speed or a word [8]");
    options.option("--loop", request->loop, "a pack's motion repeats after so long, such as 10s");
    options.option("--frequency", request->frequency,
                   "of a pack's branches: of their material, or as measured on trees [material]");
    options.option(
        "--at", request->times,
        "a time (s), again for more: with --shader, also where the CPU moves every vertex then");
    options.flag("--json", request->json, "say what was written as JSON");
    return [request](Terminal& terminal) {
        const ExportReport report = write(*request, terminal);
        if (report.skin) terminal.warn(skin_warnings(request->output, report));
        terminal.print(request->json ? as_json(report) : as_text(report));
    };
}

}  // namespace

Verb export_verb() {
    return {"export", "write a plant for other programs",
            "  thigmo grow oak --age 5 -o oak.plant\n"
            "  thigmo export oak.plant -o oak.glb\n"
            "  thigmo export oak.plant -o oak.glb --skin --max-joints 1024\n"
            "  thigmo export oak.plant -o oak.obj\n"
            "  thigmo export oak.plant --shader oak_pack\n"
            "  thigmo export oak.plant --shader oak_pack --wind breeze --loop 10s",
            declare};
}

}  // namespace thigmo::cli
