// Frames on whole steps.
#include "thigmo/scene/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "thigmo/scene/step.h"

namespace thigmo {
namespace {

void count(const StepReport& own, StepReport& sum) {
    sum.status = own.status;
    if (!own.message.empty()) sum.message = own.message;
    add_counts(own, sum);
}

size_t find_tracked_origin(const Scene& scene, const SceneTrack& track) {
    for (size_t i = 0; i < scene.origins.size(); ++i)
        if (scene.origins[i].name == track.plant) return i;
    if (track.plant.empty() && scene.origins.size() == 1) return 0;
    throw InputError(fmt::format("{}: found plant '{}', expected one of the scene's {}, such as {}",
                                 track.where, track.plant, scene.origins.size(),
                                 scene.origins.front().name));
}

TrackedPoint tracked_point(const Scene& scene, const Drawing& drawing, size_t origin,
                           PlaceName name, const SceneTrack& track) {
    const Origin& stands = scene.origins[origin];
    if (name.near)
        name.near =
            stands.placement.rotation.conjugate() * (*name.near - stands.placement.translation);
    const Place place =
        drawn_place(scene, drawing, origin, find_place(stands.part->plant, name, track.where));
    const bool on_segment = place.table == Load::Table::segments;
    return {track.name, on_segment ? SegmentId(place.row) : SegmentId::none(),
            on_segment ? DomainId::none() : DomainId(place.row), place.point};
}

}  // namespace

size_t frame_count(const Take& take) {
    return static_cast<size_t>(std::floor(take.duration * take.frames_per_second + 1e-6)) + 1;
}

bool run_frame(Scene& scene, double frames_per_second, RunReport& report) {
    const auto before = std::chrono::steady_clock::now();
    const auto steps =
        static_cast<uint64_t>(std::llround(1 / (frames_per_second * scene.clock.dt)));
    bool well = true;
    for (uint64_t i = 0; i < steps && well; ++i) {
        count(step(scene), report.steps);
        well = report.steps.status == StepReport::Status::advanced;
        report.grid_steps += well;
    }
    report.simulated = scene.clock.now() - scene.clock.start;
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - before;
    report.seconds += spent.count();
    return well;
}

RunReport record(Scene& scene, const Drawing& drawing, const Take& take,
                 const std::vector<MotionSink*>& sinks, Progress& progress) {
    RunReport report;
    Pose pose = rest_pose(drawing.plant);
    const size_t frames = frame_count(take);
    const bool shapes = std::ranges::any_of(sinks, &MotionSink::reads_shapes);
    for (size_t frame = 0; frame < frames; ++frame) {
        if (frame > 0 && !run_frame(scene, take.frames_per_second, report)) return report;
        const Energy now = energy(scene);
        report.energy_max = std::max(report.energy_max, now.kinetic + now.elastic);
        if (!sinks.empty()) pose_drawing(scene, drawing, pose, shapes);
        for (MotionSink* sink : sinks)
            sink->write(static_cast<double>(frame) / take.frames_per_second, pose);
        ++report.frames;
        progress.report(static_cast<double>(frame + 1) / static_cast<double>(frames), "simulating");
        report.cancelled = progress.cancelled();
        if (report.cancelled) return report;
    }
    return report;
}

std::vector<TrackedPoint> tracked_points(const Scene& scene, const Drawing& drawing,
                                         const std::vector<SceneTrack>& tracks) {
    std::vector<TrackedPoint> points;
    for (const SceneTrack& track : tracks)
        points.push_back(
            tracked_point(scene, drawing, find_tracked_origin(scene, track), track.place, track));
    if (!tracks.empty()) return points;
    for (size_t i = 0; i < scene.origins.size(); ++i) {
        SceneTrack tip;
        tip.name = scene.origins.size() == 1 ? "tip" : scene.origins[i].name + ".tip";
        tip.place.domain = "tip";
        points.push_back(tracked_point(scene, drawing, i, tip.place, tip));
    }
    return points;
}

}  // namespace thigmo
