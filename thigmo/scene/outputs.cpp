// Sinks for all names.
#include "thigmo/scene/outputs.h"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "thigmo/base/byte_size.h"
#include "thigmo/base/file_set.h"
#include "thigmo/scene/motion_file.h"

namespace thigmo {
namespace {

MotionFileSettings motion_settings(const OutputSettings& settings) {
    MotionFileSettings motion;
    motion.frames_per_second = settings.frames_per_second;
    motion.frames = settings.frames;
    motion.axes = settings.blender ? Axes::z_up : Axes::y_up;
    motion.most_joints = settings.most_joints;
    motion.picture = settings.picture;
    return motion;
}

/// Two writers of one file would wait for each other.
void check_names(const std::vector<std::string>& names) {
    std::set<std::filesystem::path> seen;
    for (const std::string& name : names)
        if (!seen.insert(std::filesystem::absolute(name).lexically_normal()).second)
            throw InputError(fmt::format("{}: found twice, expected each output once", name));
}

/// Readers of these know times, so a loop in them ends where it begins.
bool knows_times(const std::string& name) {
    return name.ends_with(".glb") || name.ends_with(".gltf") || name.ends_with(".csv");
}

constexpr double large = 200e6;  // bytes

/// Says that a file will be large, before it is written; nothing where it will not.
void warn_if_large(const std::string& name, const Plant& plant, const MotionFileSettings& settings,
                   Log& log) {
    const uint64_t bytes = expected_bytes(name, plant, settings);
    if (static_cast<double>(bytes) <= large) return;
    std::string smaller = "a lower --fps, a shorter --for";
    const uint64_t as_glb = expected_bytes("x.glb", plant, settings);
    if (as_glb < bytes / 2)
        smaller += fmt::format(", or a .glb (about {})", shown_bytes(as_glb));
    else if (settings.most_joints > default_joints)
        smaller += ", or fewer --max-joints";
    log.warn(fmt::format("{}: about {} will be written for {} frames; smaller: {}", name,
                         shown_bytes(bytes), settings.frames, smaller));
}

FollowedPoint followed_point(const Scene& scene, const Drawing& drawing, const SceneTrack& track) {
    const TrackedPoint point = tracked_points(scene, drawing, {track}).front();
    return {point.segment, point.shape, point.rest};
}

}  // namespace

Outputs::Outputs(const std::vector<std::string>& names, const OutputSettings& settings,
                 const Scene& scene, const Drawing& drawing, const std::vector<SceneTrack>& tracks,
                 Progress& progress)
    : reports_(names.size()) {
    check_names(names);
    MotionFileSettings motion = motion_settings(settings);
    if (settings.follow) motion.follow = followed_point(scene, drawing, *settings.follow);
    for (const std::string& name : names) warn_if_large(name, drawing.plant, motion, large_files_);
    for (size_t i = 0; i < names.size(); ++i) {
        if (names[i].ends_with(".csv")) motion.tracked = tracked_points(scene, drawing, tracks);
        outputs_.push_back({open_motion(names[i], drawing.plant, motion, progress, &reports_[i]),
                            knows_times(names[i])});
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
    FileSet files;
    for (Output& output : outputs_) output.sink->finish();
    files.commit();
}

}  // namespace thigmo
