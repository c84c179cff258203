// The choice of a writer by suffix.
#include "thigmo/scene/motion_file.h"

#include <fmt/format.h>

#include <cmath>

#include "thigmo/base/error.h"
#include "thigmo/io/gltf_motion.h"
#include "thigmo/io/point_cache.h"

namespace thigmo {
namespace {

std::unique_ptr<MotionSink> open_film_of(const std::filesystem::path& path, const Plant& plant,
                                         const MotionFileSettings& settings, Progress& progress) {
    const double rate = settings.frames_per_second;
    if (rate != std::round(rate) || rate > 240)
        throw InputError(fmt::format(
            "{}: found {} frames per second, expected a whole number up to 240 for a film",
            path.string(), rate));
    return open_motion_film(plant, settings.picture, open_frames(path, static_cast<int>(rate)),
                            progress, settings.follow);
}

}  // namespace

uint64_t expected_bytes(const std::filesystem::path& path, const Plant& plant,
                        const MotionFileSettings& settings) {
    const std::string suffix = path.extension().string();
    const DrawnSize drawn = shapes_size(plant) + skin_size(plant);
    if (suffix == ".pc2" || suffix == ".mdd") return 12 * drawn.vertices * settings.frames;
    if (suffix != ".glb" && suffix != ".gltf") return 0;
    const uint64_t bodies = plant.segments.size() + plant.domains.size();
    const uint64_t keys = std::min<uint64_t>(bodies, settings.most_joints) * settings.frames;
    const uint64_t bytes = 56 * drawn.vertices + 12 * drawn.triangles + 28 * keys;
    return suffix == ".glb" ? bytes : bytes * 4 / 3;  // as text
}

std::unique_ptr<MotionSink> open_motion(const std::filesystem::path& path, const Plant& plant,
                                        const MotionFileSettings& settings, Progress& progress,
                                        ExportReport* report) {
    const std::string suffix = path.extension().string();
    if (!(settings.frames_per_second > 0 && settings.frames_per_second <= 1e6))
        throw InputError(fmt::format("{}: found {} frames per second, expected more than 0",
                                     path.string(), settings.frames_per_second));
    if (names_frames(path)) return open_film_of(path, plant, settings, progress);
    if (suffix == ".glb" || suffix == ".gltf")
        return open_gltf_motion(plant,
                                {settings.frames_per_second,
                                 settings.frames,
                                 settings.most_joints,
                                 suffix == ".glb",
                                 report,
                                 {}},
                                path);
    if (suffix == ".pc2" || suffix == ".mdd")
        return open_point_cache(plant,
                                {suffix == ".pc2" ? CacheFormat::pc2 : CacheFormat::mdd,
                                 settings.frames,
                                 settings.axes,
                                 report,
                                 {}},
                                path);
    if (suffix == ".csv")
        return open_tracks(
            settings.tracked.empty() ? std::vector{track_segment(plant, "tip")} : settings.tracked,
            path);
    throw InputError(fmt::format(
        "{}: found no kind of motion in this name, expected .glb .gltf .pc2 .mdd .csv, a film such "
        "as .mp4, a folder, or a pattern such as frame-%04d.png or .jpg",
        path.string()));
}

}  // namespace thigmo
