// Words of the camera's options as numbers.
#include "apps/cli/camera_options.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "thigmo/base/error.h"

namespace thigmo::cli {
namespace {

/// Numbers with a separator between and nothing else.
template <class Number, size_t count>
std::array<Number, count> parse_numbers(const char* option, const std::string& text, char separator,
                                        const char* expected) {
    const char* const end = text.data() + text.size();
    const char* at = text.data();
    std::array<Number, count> values{};
    bool well = true;
    for (size_t i = 0; i < count && well; ++i) {
        if (i > 0) well = at != end && *at++ == separator;
        const auto read = std::from_chars(at, end, values[i]);
        well = well && read.ec == std::errc();
        at = read.ptr;
    }
    if (!well || at != end)
        throw InputError(fmt::format("{}: found '{}', expected {}", option, text, expected));
    return values;
}

Vec3 parse_point(const char* option, const std::string& text) {
    const auto point =
        parse_numbers<double, 3>(option, text, ',', "X,Y,Z in metres such as 4,1.7,12");
    return {point[0], point[1], point[2]};
}

void require_one_way_to_look(const CameraRequest& request) {
    if (request.eye.empty()) return;
    const char* const other = request.azimuth_deg     ? "--azimuth"
                              : request.elevation_deg ? "--elevation"
                              : request.zoom          ? "--zoom"
                                                      : nullptr;
    if (other != nullptr)
        throw InputError(
            fmt::format("{}: found --camera beside it, expected one of them: --camera and "
                        "--look-at say where it stands and looks",
                        other));
}

}  // namespace

const char* given_camera_option(const Options& options) {
    for (const char* name : {"--size", "--azimuth", "--elevation", "--fov", "--zoom", "--camera",
                             "--look-at", "--sun"})
        if (options.given(name)) return name;
    return nullptr;
}

void declare_camera(Options& options, CameraRequest& request) {
    options.option("--size", request.size, "width x height in pixels");
    options.option("--azimuth", request.azimuth_deg,
                   "degrees round the plant: 0 looks from +Z, 90 from +X; else 30");
    options.option("--elevation", request.elevation_deg,
                   "degrees above the horizon; else by the plant's height");
    options.option("--fov", request.fov_deg, "vertical field of view in degrees");
    options.option("--zoom", request.zoom, "1 frames the whole plant, 2 half of it; else 1");
    options.option("--camera", request.eye, "X,Y,Z in metres: where the camera stands");
    options.option("--look-at", request.target,
                   "X,Y,Z in metres: what it looks at from there; else the plant's middle");
    options.option("--sun", request.sun, "AZIMUTH,ELEVATION in degrees; else to the left");
}

void set_camera(const CameraRequest& request, PictureSettings& settings) {
    const auto size =
        parse_numbers<int, 2>("--size", request.size, 'x', "WIDTHxHEIGHT such as 960x540");
    settings.width = size[0];
    settings.height = size[1];
    if (request.azimuth_deg) settings.view.azimuth_deg = *request.azimuth_deg;
    settings.view.elevation_deg = request.elevation_deg;
    settings.view.fov_deg = request.fov_deg;
    if (request.zoom) settings.view.zoom = *request.zoom;
    require_one_way_to_look(request);
    if (!request.eye.empty()) settings.view.eye = parse_point("--camera", request.eye);
    if (!request.target.empty()) settings.view.target = parse_point("--look-at", request.target);
    if (settings.view.target && !settings.view.eye)
        throw InputError("--look-at: found no --camera, expected it: where the camera stands");
    if (settings.view.eye && settings.view.target && *settings.view.eye == *settings.view.target)
        throw InputError("--look-at: found the camera's own place, expected another point");
    if (request.sun.empty()) return;
    const auto sun = parse_numbers<double, 2>("--sun", request.sun, ',',
                                              "AZIMUTH,ELEVATION in degrees such as 120,35");
    settings.sun_azimuth_deg = sun[0];
    settings.sun_elevation_deg = sun[1];
}

}  // namespace thigmo::cli
