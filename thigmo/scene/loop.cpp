// Periods compared and recorded.
#include "thigmo/scene/loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/plant/walk.h"
#include "thigmo/scene/crossfade.h"

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

/// The period is blended into the one before over this time at most (s): what is kept for it grows
/// with time.
constexpr double longest_blend = 4;

size_t blended_frames(const Loop& loop) {
    const double frames = std::min(loop.period, longest_blend) * loop.frames_per_second;
    return std::min(frames_of(loop), static_cast<size_t>(std::llround(frames)));
}

/// The moments of a period at which it is compared with the one before.
class Comparison {
  public:
    Comparison(const Drawing& drawing, size_t frames, double allowed)
        : drawing_(drawing), stride_(std::max<size_t>(1, frames / 8)), allowed_(allowed) {}

    /// Takes the pose at the end of frame `frame` (1 … n) of a period.
    void take(size_t frame, const Pose& pose) {
        gather(drawing_.plant, pose, points_);
        std::vector<Vec3f>& before = at_[frame / stride_];
        if (before.empty()) {
            difference_ = INFINITY;
            alike_ = 0;
        } else {
            difference_ = std::max(difference_, farthest(points_, before));
            alike_ = std::min(alike_, share_alike(before));
        }
        std::swap(before, points_);
    }
    bool wants(size_t frame) const { return frame % stride_ == 0; }
    /// The largest difference of the period, which is over, and the share of points without one.
    void finish(LoopReport& report) {
        report.difference = std::exchange(difference_, 0.0);
        report.alike = std::exchange(alike_, 1.0);
    }

  private:
    double share_alike(const std::vector<Vec3f>& before) const {
        if (points_.empty()) return 1;
        const auto allowed = static_cast<float>(allowed_ * allowed_);
        size_t count = 0;
        for (size_t i = 0; i < points_.size(); ++i)
            if ((points_[i] - before[i]).squaredNorm() < allowed) ++count;
        return static_cast<double>(count) / static_cast<double>(points_.size());
    }

    const Drawing& drawing_;
    size_t stride_;
    double allowed_;
    std::vector<Vec3f> points_;
    std::array<std::vector<Vec3f>, 17> at_;
    double difference_ = 0, alike_ = 1;
};

/// Whether enough has settled, or no more does.
bool gave_up(const std::vector<double>& alike, const Loop& loop) {
    constexpr size_t patience = 6;  // periods
    if (alike.empty()) return false;
    if (alike.back() >= loop.most) return true;
    if (alike.size() <= 2 * patience) return false;
    const auto best = [&](size_t from, size_t to) {
        return *std::max_element(alike.begin() + static_cast<long>(from),
                                 alike.begin() + static_cast<long>(to));
    };
    const size_t n = alike.size();
    return best(n - patience, n) < best(0, n - patience) + 0.02;
}

/// Runs periods until two are alike. False when a step failed, or progress was cancelled.
bool settle(Scene& scene, const Drawing& drawing, const Loop& loop, double allowed, Crossfade& last,
            LoopReport& report, Progress& progress) {
    const size_t frames = frames_of(loop), plain = frames - blended_frames(loop);
    Comparison comparison(drawing, frames, allowed);
    Pose pose = rest_pose(drawing.plant);
    std::vector<double> alike;  // after each period
    while (!report.settled && report.periods < loop.most_periods && !gave_up(alike, loop)) {
        for (size_t frame = 1; frame <= frames; ++frame) {
            if (!run_frame(scene, loop.frames_per_second, report.run)) return false;
            const bool kept = frame > plain && frame < frames;
            if (kept || comparison.wants(frame)) pose_drawing(scene, drawing, pose);
            if (kept) last.keep(frame - plain, pose);
            if (comparison.wants(frame)) comparison.take(frame, pose);
            report.run.cancelled = progress.cancelled();
            if (report.run.cancelled) return false;
        }
        comparison.finish(report);
        report.settled = report.difference < allowed;
        alike.push_back(report.alike);
        progress.report(static_cast<double>(++report.periods) / loop.most_periods,
                        "settling into the loop");
    }
    return true;
}

/// How far points go from frame to frame of what is recorded.
class FrameSteps {
  public:
    explicit FrameSteps(const Drawing& drawing) : drawing_(drawing) {}
    void take(const Pose& pose) {
        std::swap(before_, points_);
        gather(drawing_.plant, pose, points_);
        if (first_.empty()) first_ = points_;
        if (!before_.empty()) sum_ += farthest(points_, before_);
        ++frames_;
    }
    void finish(LoopReport& report) const {
        report.seam = farthest(points_, first_);
        report.frame_step = sum_ / std::max(1.0, static_cast<double>(frames_) - 1);
    }

  private:
    const Drawing& drawing_;
    std::vector<Vec3f> points_, before_, first_;
    double sum_ = 0;
    size_t frames_ = 0;
};

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
    const size_t frames = frames_of(loop), blended = blended_frames(loop);
    Crossfade last(drawing.plant, blended);
    if (!settle(scene, drawing, loop, loop.tolerance * height, last, report, progress))
        return report;
    FrameSteps steps(drawing);
    Pose first, pose;
    for (size_t frame = 0; frame < frames; ++frame) {
        if (frame > 0 && !run_frame(scene, loop.frames_per_second, report.run)) return report;
        const Energy now = energy(scene);
        report.run.energy_max = std::max(report.run.energy_max, now.kinetic + now.elastic);
        if (frame == 0) pose = rest_pose(drawing.plant);
        pose_drawing(scene, drawing, pose);
        if (const size_t plain = frames - blended; frame > plain)
            last.blend(frame - plain,
                       static_cast<double>(frame - plain) / static_cast<double>(blended), pose);
        steps.take(pose);
        if (frame == 0) first = pose;
        const double time = static_cast<double>(frame) / loop.frames_per_second;
        for (MotionSink* sink : sinks) sink->write(time, pose);
        for (MotionSink* sink : closed) sink->write(time, pose);
        ++report.run.frames;
        progress.report(static_cast<double>(frame + 1) / static_cast<double>(frames),
                        "recording the loop");
    }
    for (MotionSink* sink : closed) sink->write(loop.period, first);
    steps.finish(report);
    return report;
}

}  // namespace thigmo
