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

/// A period that does not repeat is blended into the one before over this time at most (s): what is
/// kept for it grows with time.
constexpr double longest_blend = 4;

size_t blended_frames(const Loop& loop) {
    const double frames = std::min(loop.period, longest_blend) * loop.frames_per_second;
    return std::min(frames_of(loop), static_cast<size_t>(std::llround(frames)));
}

/// The ends of segments and the tips of shapes that do not bend.
class DrawnPoints {
  public:
    explicit DrawnPoints(const Plant& plant) : plant_(plant) {
        Column<ShapeId, Vec3> tips;
        for (const Shape& shape : plant.shapes) tips.push_back(farthest_vertex(shape.mesh));
        for (const DomainId row : plant.domains.rows())
            if (plant.domains.segments[row].empty() && plant.domains.shape[row].exists())
                tips_.emplace_back(row,
                                   plant.domains.placement[row] * tips[plant.domains.shape[row]]);
    }
    void gather(const Pose& pose, std::vector<Vec3f>& points) const {
        points.clear();
        for (const SegmentId row : plant_.segments.rows())
            points.push_back((pose.segments[row] * plant_.segments.end[row]).cast<float>());
        for (const auto& [row, tip] : tips_)
            points.push_back((pose.shapes[row] * tip).cast<float>());
    }

  private:
    const Plant& plant_;
    std::vector<std::pair<DomainId, Vec3>> tips_;  // at rest
};

double farthest(const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
    float most = 0;
    for (size_t i = 0; i < a.size(); ++i) most = std::max(most, (a[i] - b[i]).squaredNorm());
    return std::sqrt(most);
}

/// The moments of a period at which it is compared with the one before, each with the frame that
/// leads to it.
class Comparison {
  public:
    Comparison(const DrawnPoints& points, size_t frames, double allowed)
        : points_(points),
          allowed_(static_cast<float>(allowed * allowed)),
          stride_(std::max<size_t>(1, frames / 8)),
          at_(frames / stride_ + 1),
          steps_(at_.size(), INFINITY) {}

    /// Whether the pose at the end of frame `frame` (1 … n) is needed.
    bool wants(size_t frame) const { return frame % stride_ == 0 || (frame + 1) % stride_ == 0; }
    void take(size_t frame, const Pose& pose) {
        points_.gather(pose, now_);
        if (frame % stride_ == 0) {
            const size_t moment = frame / stride_;
            if (!before_.empty()) steps_[moment] = farthest(now_, before_);
            std::vector<Vec3f>& last = at_[moment];
            compare(last);
            last = now_;
        }
        std::swap(before_, now_);
    }
    /// Of the period, which is over.
    void finish(LoopReport& report) {
        report.difference = std::exchange(difference_, 0.0);
        report.restless = std::exchange(restless_, 0);
        report.points = before_.size();
    }
    /// The mean way from frame to frame, at the moments.
    double frame_step() const {
        double sum = 0, count = 0;
        for (const double step : steps_)
            if (std::isfinite(step)) sum += step, ++count;
        return sum / std::max(count, 1.0);
    }
    /// The frame that the shortest step leads to.
    size_t stillest() const {
        return stride_ * static_cast<size_t>(std::ranges::min_element(steps_) - steps_.begin());
    }

  private:
    void compare(const std::vector<Vec3f>& last) {
        if (last.empty()) {
            difference_ = INFINITY;
            return;
        }
        difference_ = std::max(difference_, farthest(now_, last));
        size_t count = 0;
        for (size_t i = 0; i < now_.size(); ++i)
            if ((now_[i] - last[i]).squaredNorm() > allowed_) ++count;
        restless_ = std::max(restless_, count);
    }

    const DrawnPoints& points_;
    float allowed_;  // squared
    size_t stride_;
    std::vector<Vec3f> now_, before_;
    std::vector<std::vector<Vec3f>> at_;
    std::vector<double> steps_;
    double difference_ = 0;
    size_t restless_ = 0;
};

constexpr double unseen = 1e-6;  // of the height: what moves by less stands still
constexpr int patience = 4;      // periods that come no nearer, at the shortest steps

/// Whether what does not repeat itself are single leaves.
bool few(const LoopReport& report) {
    return static_cast<double>(report.restless) <= 1e-3 * static_cast<double>(report.points);
}

/// Steps half as long from now on.
void halve_steps(Clock& clock) {
    clock.dt /= 2;
    clock.steps *= 2;
}

/// A loop that is being made.
struct Maker {
    Scene& scene;
    const Drawing& drawing;
    const Loop& loop;
    Progress& progress;
    LoopReport& report;
    DrawnPoints points{drawing.plant};
    size_t frames = frames_of(loop);
    Pose pose = rest_pose(drawing.plant);

    /// False when a step failed, or progress was cancelled.
    bool run() {
        if (!run_frame(scene, loop.frames_per_second, report.run)) return false;
        report.run.cancelled = progress.cancelled();
        return !report.run.cancelled;
    }

    bool run_period(Comparison& comparison) {
        for (size_t frame = 1; frame <= frames; ++frame) {
            if (!run()) return false;
            if (!comparison.wants(frame)) continue;
            pose_drawing(scene, drawing, pose);
            comparison.take(frame, pose);
        }
        return true;
    }

    /// Runs periods until two are alike, and on to the stillest moment.
    bool settle() {
        const double height = grown_bounds(drawing.plant).sizes().y(),
                     allowed = loop.tolerance * height;
        Comparison comparison(points, frames, allowed);
        double before = INFINITY;
        int halvings = 0, in_vain = 0;
        while (report.periods < loop.most_periods) {
            if (!run_period(comparison)) return false;
            comparison.finish(report);
            ++report.periods;
            progress.report(static_cast<double>(report.periods) / loop.most_periods,
                            "settling into the loop");
            report.settled =
                report.difference < allowed &&
                report.difference <= std::max(comparison.frame_step(), unseen * height);
            if (report.settled) break;
            const double last = std::exchange(before, report.difference);
            if (!std::isfinite(last) || report.difference < 0.5 * last) continue;
            if (few(report) || (halvings == loop.most_halvings && ++in_vain == patience)) break;
            if (halvings == loop.most_halvings) continue;
            halve_steps(scene.clock);
            ++halvings;
            before = INFINITY;
        }
        for (size_t frame = 0; frame < comparison.stillest(); ++frame)
            if (!run()) return false;
        return true;
    }

    bool keep_period(Crossfade& last, size_t plain) {
        for (size_t frame = 1; frame <= frames; ++frame) {
            if (!run()) return false;
            if (frame <= plain || frame == frames) continue;
            pose_drawing(scene, drawing, pose);
            last.keep(frame - plain, pose);
        }
        return true;
    }

    bool record(const std::vector<MotionSink*>& sinks, const std::vector<MotionSink*>& closed) {
        const size_t blended = report.settled ? 0 : blended_frames(loop), plain = frames - blended;
        Crossfade last(drawing.plant, blended);
        if (blended > 0 && !keep_period(last, plain)) return false;
        std::vector<Vec3f> now, before, first;
        Pose beginning;
        double way = 0;
        for (size_t frame = 0; frame < frames; ++frame) {
            if (frame > 0 && !run()) return false;
            const Energy energies = energy(scene);
            report.run.energy_max =
                std::max(report.run.energy_max, energies.kinetic + energies.elastic);
            pose_drawing(scene, drawing, pose);
            if (frame > plain)
                last.blend(frame - plain,
                           static_cast<double>(frame - plain) / static_cast<double>(blended), pose);
            points.gather(pose, now);
            if (frame == 0) {
                first = now;
                beginning = pose;
            } else {
                way += farthest(now, before);
            }
            std::swap(now, before);
            const double time = static_cast<double>(frame) / loop.frames_per_second;
            for (MotionSink* sink : sinks) sink->write(time, pose);
            for (MotionSink* sink : closed) sink->write(time, pose);
            ++report.run.frames;
            progress.report(static_cast<double>(frame + 1) / static_cast<double>(frames),
                            "recording the loop");
        }
        for (MotionSink* sink : closed) sink->write(loop.period, beginning);
        report.seam = farthest(before, first);
        report.frame_step = way / static_cast<double>(frames - 1);
        return true;
    }
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
    Maker maker{scene, drawing, loop, progress, report};
    if (maker.settle()) maker.record(sinks, closed);
    return report;
}

}  // namespace thigmo
