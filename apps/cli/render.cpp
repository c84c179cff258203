// thigmo render: a picture of a plant, or a film that goes round it.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "apps/cli/camera_options.h"
#include "apps/cli/plant_name.h"
#include "apps/cli/verbs.h"
#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/base/parallel.h"
#include "thigmo/render/row_colours.h"
#include "thigmo/render/turntable.h"

namespace thigmo::cli {
namespace {

struct Request {
    std::string plant, output, colour;
    CameraRequest camera;
    int threads = 0, fps = 25;
    std::optional<int> samples;
    bool turntable = false;
    double seconds = 6;
    uint64_t seed = 1;
};

PictureSettings settings_of(const Request& request) {
    PictureSettings settings;
    set_camera(request.camera, settings);
    settings.samples = request.samples.value_or(request.turntable ? 8 : 16);
    settings.seed = request.seed;
    check(settings);
    return settings;
}

ColourBy colour_by(const std::string& word) {
    return word == "order" ? ColourBy::order : word == "kind" ? ColourBy::kind : ColourBy::domain;
}

std::filesystem::path output_of(const Request& request) {
    if (!request.output.empty()) return request.output;
    const char* const suffix = request.turntable ? ".mp4" : ".png";
    return std::filesystem::path(request.plant).filename().replace_extension(suffix);
}

void render_film(const Request& request, const Plant& plant, const PictureSettings& settings,
                 Terminal& terminal) {
    const Turntable turntable{request.seconds, request.fps};
    frame_count(turntable);
    const auto sink = open_frames(output_of(request), request.fps);
    TerminalProgress progress = terminal.progress();
    render_turntable(Renderer(plant), settings, turntable, *sink, progress);
    if (progress.cancelled()) throw InputError("stopped");
}

void render_picture(const Request& request, const Plant& plant, const PictureSettings& settings,
                    Terminal& terminal) {
    TerminalProgress progress = terminal.progress();
    const Image image = render(plant, rest_pose(plant), settings, progress);
    if (progress.cancelled()) throw InputError("stopped");
    write_file(output_of(request), encode_picture(output_of(request), image));
}

void render_plant(const Request& request, Terminal& terminal) {
    PictureSettings settings = settings_of(request);
    if (request.threads < 0 || request.threads > 4096)
        throw InputError(fmt::format("--threads: found {}, expected 0 to 4096", request.threads));
    const std::string suffix = output_of(request).extension().string();
    if (!request.turntable && !names_picture(output_of(request)))
        throw InputError(
            fmt::format("{}: found '{}', expected .png or .jpg, or --turntable for a film",
                        output_of(request).string(), suffix));
    const std::filesystem::path folder = output_of(request).parent_path();
    if (!request.turntable && !folder.empty() && !std::filesystem::is_directory(folder))
        throw InputError(
            fmt::format("{}: there is no folder {}", output_of(request).string(), folder.string()));
    const ThreadLimit limit(static_cast<size_t>(request.threads));
    const Plant plant = load_or_grow(request.plant, terminal);
    if (!request.colour.empty()) settings.colours = row_colours(plant, colour_by(request.colour));
    if (request.turntable)
        render_film(request, plant, settings, terminal);
    else
        render_picture(request, plant, settings, terminal);
    terminal.print(output_of(request).string());
}

Action declare(Options& options) {
    auto request = std::make_shared<Request>();
    options.argument("plant", request->plant, "a .plant file or a species");
    options.option("-o,--output", request->output, "what to write; else NAME.png here");
    declare_camera(options, request->camera);
    options.option("--samples", request->samples,
                   "per pixel, more is smoother and slower; else 16, and 8 in a turntable");
    options.choice("--color,--colour", request->colour, {"order", "domain", "kind"},
                   "colour rows by what they are, on white");
    options.option("--seed", request->seed, "of the samples");
    options.option("--threads", request->threads, "0: as many as the machine has");
    options.flag("--turntable", request->turntable, "a film once round: .mp4 .gif .webp, a folder");
    options.option("--seconds", request->seconds, "of the turn");
    options.option("--fps", request->fps, "frames per second of the turn");
    return [request](Terminal& terminal) { render_plant(*request, terminal); };
}

}  // namespace

Verb render_verb() {
    return {
        "render", "draw a plant as a picture",
        "  thigmo grow oak --age 5 -o oak.plant\n"
        "  thigmo render oak.plant --size 480x270\n"
        "  thigmo render oak.plant -o oak.png --size 320x180 --samples 64\n"
        "  thigmo render oak.plant --size 320x180 --azimuth 120 --elevation 10 --sun 200,25\n"
        "  thigmo render oak.plant --size 320x180 -o close.jpg --camera 1,0.9,3 --look-at 0,1,0\n"
        "  thigmo render oak.plant --size 320x180 -o orders.png --color order\n"
        "  thigmo render oak.plant -o oak.mp4 --turntable --seconds 2 --size 160x90 --samples 4",
        declare};
}

}  // namespace thigmo::cli
