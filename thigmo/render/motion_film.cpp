// One renderer, one camera, pose after pose, once all of them are known.
#include "thigmo/render/motion_film.h"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "thigmo/plant/pose_file.h"

namespace thigmo {
namespace {

/// The caller's own progress tells how far the film has come; a frame only asks whether to stop.
class Quiet final : public Progress {
  public:
    explicit Quiet(const Progress& whole) : whole_(whole) {}
    bool cancelled() const override { return whole_.cancelled(); }

  private:
    const Progress& whole_;
};

/// What a camera of fixed direction must see: the points that lie farthest out over each edge of
/// its picture, and the nearest one.
class Reach {
  public:
    Reach(const Plant& plant, const Camera& camera, double zoom) : plant_(plant) {
        const Vec3f x = camera.right, y = camera.up, f = camera.forward;
        const float tan_x = camera.tan_x * static_cast<float>(zoom);
        const float tan_y = camera.tan_y * static_cast<float>(zoom);
        outward_ = {x - tan_x * f, -x - tan_x * f, y - tan_y * f, -y - tan_y * f, -f};
        most_.fill(-1e30f);
        for (const Shape& shape : plant.shapes) {
            Box box;
            for (const Vec3f& point : shape.mesh.positions) box.extend(point.cast<double>());
            boxes_.push_back(box);
        }
    }
    void add(const Pose& pose) {
        for (const SegmentId row : plant_.segments.rows())
            for (const Vec3& end : {plant_.segments.start[row], plant_.segments.end[row]})
                add(pose.segments[row] * end);
        for (const DomainId row : plant_.domains.rows()) {
            if (!plant_.domains.segments[row].empty() || !plant_.domains.shape[row].exists())
                continue;
            const Box& box = boxes_[plant_.domains.shape[row]];
            for (int i = 0; i < 8; ++i)
                add(pose.shapes[row] *
                    (plant_.domains.placement[row] * box.corner(static_cast<Box::CornerType>(i))));
        }
    }
    std::span<const Vec3f> points() const { return points_; }

  private:
    void add(const Vec3& point) {
        const Vec3f at = point.cast<float>();
        for (size_t i = 0; i < outward_.size(); ++i) {
            const float way = outward_[i].dot(at);
            if (way <= most_[i]) continue;
            most_[i] = way;
            points_[i] = at;
        }
    }

    const Plant& plant_;
    Column<ShapeId, Box> boxes_;
    std::array<Vec3f, 5> outward_, points_;
    std::array<float, 5> most_;
};

class MotionFilm final : public MotionSink {
  public:
    MotionFilm(const Plant& plant, PictureSettings settings, std::unique_ptr<FrameSink> frames,
               Progress& progress, std::optional<FollowedPoint> followed)
        : plant_(plant),
          renderer_(plant),
          settings_(std::move(settings)),
          frames_(std::move(frames)),
          progress_(progress),
          followed_(followed) {}

    void write(double, const Pose& pose) override {
        if (!reach_) look_from(pose);
        reach_->add(pose);
        poses_.write(pose);
    }

    void finish() override {
        if (poses_.size() == 0) return frames_->finish();
        const Camera camera = frame_points(reach_->points(), settings_.view,
                                           static_cast<double>(settings_.width) / settings_.height);
        Quiet quiet(progress_);
        Pose pose = rest_pose(plant_);
        poses_.rewind();
        for (size_t i = 0; i < poses_.size() && !quiet.cancelled(); ++i) {
            poses_.read(pose);
            renderer_.set_pose(pose);
            const Film film = renderer_.expose(settings_, camera_at(camera, pose), quiet);
            if (!film.pixels.empty()) frames_->write(develop(film, tone_of(settings_)));
            progress_.report(static_cast<double>(i + 1) / static_cast<double>(poses_.size()),
                             "drawing");
        }
        if (!quiet.cancelled()) frames_->finish();
    }

  private:
    /// The view's direction and the ground are those of the first pose.
    void look_from(const Pose& first) {
        renderer_.set_pose(first);
        const Camera camera = renderer_.frame(settings_);
        reach_.emplace(plant_, camera, settings_.view.zoom);
        const auto down = static_cast<double>(camera.forward.y());
        settings_.view.elevation_deg =
            -std::asin(std::clamp(down, -1.0, 1.0)) * 180 / std::numbers::pi;
        if (!settings_.stage) settings_.stage = renderer_.bounds();
    }

    Camera camera_at(const Camera& camera, const Pose& pose) const {
        if (!followed_) return camera;
        const Rigid& motion = followed_->segment.exists() ? pose.segments[followed_->segment]
                                                          : pose.shapes[followed_->shape];
        return centre_on(camera, motion * followed_->rest);
    }

    const Plant& plant_;
    Renderer renderer_;
    PictureSettings settings_;
    std::unique_ptr<FrameSink> frames_;
    Progress& progress_;
    std::optional<FollowedPoint> followed_;
    PoseFile<float> poses_;
    std::optional<Reach> reach_;
};

}  // namespace

std::unique_ptr<MotionSink> open_motion_film(const Plant& plant, const PictureSettings& settings,
                                             std::unique_ptr<FrameSink> frames, Progress& progress,
                                             std::optional<FollowedPoint> followed) {
    check(settings);
    return std::make_unique<MotionFilm>(plant, settings, std::move(frames), progress, followed);
}

}  // namespace thigmo
