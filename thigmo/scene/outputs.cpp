// Sinks by suffix.
#include "thigmo/scene/outputs.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>

#include "thigmo/io/gltf_motion.h"
#include "thigmo/io/point_cache.h"
#include "thigmo/render/motion_film.h"

namespace thigmo {
namespace {

PictureSettings picture_of(const OutputSettings& settings) {
    PictureSettings picture = film_settings();
    picture.samples = settings.samples;
    const char* const end = settings.size.data() + settings.size.size();
    auto at = std::from_chars(settings.size.data(), end, picture.width);
    if (at.ec == std::errc() && at.ptr != end && *at.ptr == 'x')
        at = std::from_chars(at.ptr + 1, end, picture.height);
    if (at.ec != std::errc() || at.ptr != end)
        throw InputError(fmt::format("--size: found '{}', expected WIDTHxHEIGHT such as 960x540",
                                     settings.size));
    check(picture);
    return picture;
}

std::unique_ptr<MotionSink> open_film(const std::string& name, const OutputSettings& settings,
                                      const Drawing& drawing, Progress& progress) {
    const double fps = settings.frames_per_second;
    if (std::abs(fps - std::round(fps)) > 1e-9)
        throw InputError(fmt::format(
            "{}: found {:g} frames per second, expected a whole number in a film", name, fps));
    return open_motion_film(drawing.plant, picture_of(settings),
                            open_frames(name, static_cast<int>(std::lround(fps))), progress);
}

std::unique_ptr<MotionSink> open_gltf(const std::string& name, const OutputSettings& settings,
                                      const Drawing& drawing) {
    GltfMotionSettings gltf;
    gltf.frames_per_second = settings.frames_per_second;
    gltf.frames = settings.frames;
    gltf.binary = name.ends_with(".glb");
    return open_gltf_motion(drawing.plant, gltf, name);
}

std::unique_ptr<MotionSink> open_cache(const std::string& name, const OutputSettings& settings,
                                       const Drawing& drawing) {
    PointCacheSettings cache;
    cache.format = name.ends_with(".mdd") ? CacheFormat::mdd : CacheFormat::pc2;
    cache.frames = settings.frames;
    cache.axes = settings.blender ? Axes::z_up : Axes::y_up;
    return open_point_cache(drawing.plant, cache, name);
}

}  // namespace

Outputs::Outputs(const std::vector<std::string>& names, const OutputSettings& settings,
                 const Scene& scene, const Drawing& drawing, const std::vector<SceneTrack>& tracks,
                 Progress& progress) {
    for (const std::string& name : names) {
        const std::string suffix = std::filesystem::path(name).extension().string();
        if (suffix == ".glb" || suffix == ".gltf")
            outputs_.push_back({open_gltf(name, settings, drawing), true});
        else if (suffix == ".pc2" || suffix == ".mdd")
            outputs_.push_back({open_cache(name, settings, drawing), false});
        else if (suffix == ".csv")
            outputs_.push_back({open_tracks(tracked_points(scene, drawing, tracks), name), true});
        else if (suffix == ".toml" || suffix == ".plant" || suffix.empty())
            throw InputError(fmt::format(
                "{}: found '{}', expected .glb, .gltf, .pc2, .mdd, .csv, or a film such as .mp4",
                name, suffix));
        else
            outputs_.push_back({open_film(name, settings, drawing, progress), false});
    }
}

std::vector<MotionSink*> Outputs::all() const {
    std::vector<MotionSink*> sinks;
    for (const Output& output : outputs_) sinks.push_back(output.sink.get());
    return sinks;
}

std::vector<MotionSink*> Outputs::open() const {
    std::vector<MotionSink*> sinks;
    for (const Output& output : outputs_)
        if (!output.closed) sinks.push_back(output.sink.get());
    return sinks;
}

std::vector<MotionSink*> Outputs::closed() const {
    std::vector<MotionSink*> sinks;
    for (const Output& output : outputs_)
        if (output.closed) sinks.push_back(output.sink.get());
    return sinks;
}

void Outputs::finish() {
    for (Output& output : outputs_) output.sink->finish();
}

}  // namespace thigmo
