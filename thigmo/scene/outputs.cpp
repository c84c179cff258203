// Sinks for all names.
#include "thigmo/scene/outputs.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <set>

#include "thigmo/scene/motion_file.h"

namespace thigmo {
namespace {

PictureSettings picture_of(const OutputSettings& settings) {
    PictureSettings picture = film_settings();
    if (settings.samples) picture.samples = *settings.samples;
    const char* const end = settings.size.data() + settings.size.size();
    auto at = std::from_chars(settings.size.data(), end, picture.width);
    const bool two = at.ec == std::errc() && at.ptr != end && *at.ptr == 'x';
    if (two) at = std::from_chars(at.ptr + 1, end, picture.height);
    if (!two || at.ec != std::errc() || at.ptr != end)
        throw InputError(fmt::format("--size: found '{}', expected WIDTHxHEIGHT such as 960x540",
                                     settings.size));
    check(picture);
    return picture;
}

MotionFileSettings motion_settings(const OutputSettings& settings) {
    MotionFileSettings motion;
    motion.frames_per_second = settings.frames_per_second;
    motion.frames = settings.frames;
    motion.axes = settings.blender ? Axes::z_up : Axes::y_up;
    motion.most_joints = settings.most_joints;
    motion.picture = picture_of(settings);
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

}  // namespace

Outputs::Outputs(const std::vector<std::string>& names, const OutputSettings& settings,
                 const Scene& scene, const Drawing& drawing, const std::vector<SceneTrack>& tracks,
                 Progress& progress)
    : reports_(names.size()) {
    check_names(names);
    MotionFileSettings motion = motion_settings(settings);
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
    for (Output& output : outputs_) output.sink->finish();
}

}  // namespace thigmo
