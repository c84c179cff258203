// thigmo render: a picture of a plant, or a film that goes round it.
#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <memory>
#include <utility>

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
    std::string plant, output, size = "960x540", colour, sun;
    int threads = 0, fps = 25;
    std::optional<int> samples;
    bool turntable = false;
    double azimuth_deg = 30, fov_deg = 30, zoom = 1, seconds = 6;
    std::optional<double> elevation_deg;
    uint64_t seed = 1;
};

/// Two numbers with a separator between and nothing else.
template <class Number>
std::pair<Number, Number> parse_pair(const char* option, const std::string& text, char separator,
                                     const char* expected) {
    const char* const end = text.data() + text.size();
    std::pair<Number, Number> values;
    auto at = std::from_chars(text.data(), end, values.first);
    if (at.ec == std::errc() && at.ptr != end && *at.ptr == separator)
        at = std::from_chars(at.ptr + 1, end, values.second);
    else
        at.ec = std::errc::invalid_argument;
    if (at.ec != std::errc() || at.ptr != end)
        throw InputError(fmt::format("{}: found '{}', expected {}", option, text, expected));
    return values;
}

PictureSettings settings_of(const Request& request) {
    PictureSettings settings;
    std::tie(settings.width, settings.height) =
        parse_pair<int>("--size", request.size, 'x', "WIDTHxHEIGHT such as 960x540");
    settings.samples = request.samples.value_or(request.turntable ? 8 : 16);
    settings.seed = request.seed;
    settings.view.azimuth_deg = request.azimuth_deg;
    settings.view.elevation_deg = request.elevation_deg;
    settings.view.fov_deg = request.fov_deg;
    settings.view.zoom = request.zoom;
    if (!request.sun.empty())
        std::tie(settings.sun_azimuth_deg, settings.sun_elevation_deg) = parse_pair<double>(
            "--sun", request.sun, ',', "AZIMUTH,ELEVATION in degrees such as 120,35");
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
    write_file(output_of(request), encode_png(image));
}

void render_plant(const Request& request, Terminal& terminal) {
    PictureSettings settings = settings_of(request);
    if (request.threads < 0 || request.threads > 4096)
        throw InputError(fmt::format("--threads: found {}, expected 0 to 4096", request.threads));
    const std::string suffix = output_of(request).extension().string();
    if (!request.turntable && suffix != ".png")
        throw InputError(fmt::format("{}: found '{}', expected .png, or --turntable for a film",
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
    options.option("--size", request->size, "width x height in pixels");
    options.option("--samples", request->samples,
                   "per pixel, more is smoother and slower; else 16, and 8 in a turntable");
    options.choice("--color,--colour", request->colour, {"order", "domain", "kind"},
                   "colour rows by what they are, on white");
    options.option("--azimuth", request->azimuth_deg,
                   "degrees round the plant: 0 looks from +Z, 90 from +X");
    options.option("--elevation", request->elevation_deg,
                   "degrees above the horizon; else by the plant's height");
    options.option("--fov", request->fov_deg, "vertical field of view in degrees");
    options.option("--zoom", request->zoom, "1 frames the whole plant, 2 half of it");
    options.option("--sun", request->sun, "AZIMUTH,ELEVATION in degrees; else to the left");
    options.option("--seed", request->seed, "of the samples");
    options.option("--threads", request->threads, "0: as many as the machine has");
    options.flag("--turntable", request->turntable, "a film once round: .mp4 .gif .webp, a folder");
    options.option("--seconds", request->seconds, "of the turn");
    options.option("--fps", request->fps, "frames per second of the turn");
    return [request](Terminal& terminal) { render_plant(*request, terminal); };
}

}  // namespace

Verb render_verb() {
    return {"render", "draw a plant as a picture",
            "  thigmo render oak.plant\n"
            "  thigmo render oak.plant -o oak.png --size 1920x1080 --samples 64\n"
            "  thigmo render oak.plant --azimuth 120 --elevation 10 --sun 200,25\n"
            "  thigmo render oak.plant -o orders.png --color order\n"
            "  thigmo render oak.plant -o oak.mp4 --turntable --size 640x360 --samples 8",
            declare};
}

}  // namespace thigmo::cli
