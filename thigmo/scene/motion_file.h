// Motion into a file of whatever kind its name tells.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "thigmo/io/export_report.h"
#include "thigmo/io/gltf.h"
#include "thigmo/io/obj.h"
#include "thigmo/io/tracks.h"
#include "thigmo/plant/pose.h"
#include "thigmo/render/motion_film.h"

namespace thigmo {

struct MotionFileSettings {
    double frames_per_second = 30;
    size_t frames = 0;                    // that will come; needed by .mdd, else only to plan ahead
    Axes axes = Axes::y_up;               // of point caches; glTF is Y up by its own rules
    size_t most_joints = default_joints;  // of a glTF's skeleton
    std::vector<TrackedPoint> tracked;    // of a CSV; empty: the tip of the first stem
    PictureSettings picture = film_settings();
    std::optional<FollowedPoint> follow;  // of a film
};

/// About how many bytes the file will have; 0 for films and tables, which are small.
uint64_t expected_bytes(const std::filesystem::path& path, const Plant& plant,
                        const MotionFileSettings& settings);

/// By the name: .glb .gltf an animated skeleton, .pc2 .mdd a point cache with its .obj, .csv
/// tracked points, and what open_frames takes a film. The plant and `progress` must outlive the
/// sink; the report, where one is wanted, is filled by finish() for meshes. InputError for other
/// names, and for settings that the kind of file cannot have.
std::unique_ptr<MotionSink> open_motion(const std::filesystem::path& path, const Plant& plant,
                                        const MotionFileSettings& settings, Progress& progress,
                                        ExportReport* report = nullptr);

}  // namespace thigmo
