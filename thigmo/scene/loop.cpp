// Periods compared and recorded.
#include "thigmo/scene/loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/plant/walk.h"

namespace thigmo {
namespace {

size_t frames_of(const Loop& loop) {
    return static_cast<size_t>(std::llround(loop.period * loop.frames_per_second));
}

/// Where the ends of segments and the places of rigid shapes are.
void gather(const Plant& plant, const Pose& pose, std::vector<Vec3f>& points) {
    points.clear();
    for (const SegmentId row : plant.segments.rows())
        points.push_back((pose.segments[row] * plant.segments.end[row]).cast<float>());
    for (const DomainId row : plant.domains.rows())
        if (plant.domains.segments[row].empty())
            points.push_back(
                (pose.shapes[row] * plant.domains.placement[row].position).cast<float>());
}

double farthest(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
    float most = 0;
    for (size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).squaredNorm());
    return std::sqrt(most);
}

/// The moments of a period at which it is compared with the one before.
class Comparison {
  public:
    Comparison(const Drawing& drawing, size_t frames)
        : drawing_(drawing), stride_(std::max<size_t>(1, frames / 8)) {}

    /// Takes the pose at the end of frame `frame` (1 … n) of a period.
    void take(size_t frame, const Pose& pose) {
        if (frame % stride_ != 0) return;
        gather(drawing_.plant, pose, points_);
        std::vector<Vec3f>& before = at_[frame / stride_];
        difference_ = before.empty() ? INFINITY : std::max(difference_, farthest(points_, before));
        before = points_;
    }
    bool wants(size_t frame) const { return frame % stride_ == 0; }
    /// The largest difference of the period, which is over.
    double finish() { return std::exchange(difference_, 0.0); }

  private:
    const Drawing& drawing_;
    size_t stride_;
    std::vector<Vec3f> points_;
    std::array<std::vector<Vec3f>, 17> at_;
    double difference_ = 0;
};

/// Runs periods until two are alike. False when a step failed, or progress was cancelled.
bool settle(Scene& scene, const Drawing& drawing, const Loop& loop, double allowed,
            LoopReport& report, Progress& progress) {
    Comparison comparison(drawing, frames_of(loop));
    Pose pose = rest_pose(drawing.plant);
    while (!report.settled && report.periods < loop.most_periods) {
        for (size_t frame = 1; frame <= frames_of(loop); ++frame) {
            if (!run_frame(scene, loop.frames_per_second, report.run)) return false;
            if (comparison.wants(frame)) {
                pose_drawing(scene, drawing, pose);
                comparison.take(frame, pose);
            }
            report.run.cancelled = progress.cancelled();
            if (report.run.cancelled) return false;
        }
        report.difference = comparison.finish();
        report.settled = report.difference < allowed;
        progress.report(static_cast<double>(++report.periods) / loop.most_periods,
                        "settling into the loop");
    }
    return true;
}

}  // namespace

void check(const Loop& loop, const Scene& scene) {
    const double frames = loop.period * loop.frames_per_second;
    if (!(frames >= 2 && frames <= 1e6) || std::abs(frames - std::round(frames)) > 1e-6)
        throw InputError(
            fmt::format("--loop: found {:g} s, which are {:g} frames at {:g} per "
                        "second, expected a whole number of at least 2",
                        loop.period, frames, loop.frames_per_second));
    if (!scene.cues.empty())
        throw InputError(
            fmt::format("--loop: found {} events, expected none in a scene that "
                        "repeats itself",
                        scene.cues.size()));
}

LoopReport record_loop(Scene& scene, const Drawing& drawing, const Loop& loop,
                       const std::vector<MotionSink*>& sinks,
                       const std::vector<MotionSink*>& closed, Progress& progress) {
    check(loop, scene);
    LoopReport report;
    const double height = bounds(drawing.plant).sizes().y();
    if (!settle(scene, drawing, loop, loop.tolerance * height, report, progress) || !report.settled)
        return report;
    Pose first, pose;
    for (size_t frame = 0; frame < frames_of(loop); ++frame) {
        if (frame > 0 && !run_frame(scene, loop.frames_per_second, report.run)) return report;
        const Energy now = energy(scene);
        report.run.energy_max = std::max(report.run.energy_max, now.kinetic + now.elastic);
        if (frame == 0) pose = rest_pose(drawing.plant);
        pose_drawing(scene, drawing, pose);
        if (frame == 0) first = pose;
        const double time = static_cast<double>(frame) / loop.frames_per_second;
        for (MotionSink* sink : sinks) sink->write(time, pose);
        for (MotionSink* sink : closed) sink->write(time, pose);
        ++report.run.frames;
        progress.report(static_cast<double>(frame + 1) / static_cast<double>(frames_of(loop)),
                        "recording the loop");
    }
    for (MotionSink* sink : closed) sink->write(loop.period, first);
    return report;
}

}  // namespace thigmo
