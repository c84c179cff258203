// One renderer, one camera, pose after pose.
#include "thigmo/render/motion_film.h"

#include <optional>
#include <utility>

namespace thigmo {
namespace {

constexpr double usual_sway = 0.12;  // of a point's height, either way: a tree in a gale

/// The caller's own progress tells how far the motion has come; a frame only asks whether to stop.
class Quiet final : public Progress {
  public:
    explicit Quiet(const Progress& whole) : whole_(whole) {}
    bool cancelled() const override { return whole_.cancelled(); }

  private:
    const Progress& whole_;
};

class MotionFilm final : public MotionSink {
  public:
    MotionFilm(const Plant& plant, PictureSettings settings, std::unique_ptr<FrameSink> frames,
               Progress& progress)
        : renderer_(plant),
          settings_(std::move(settings)),
          frames_(std::move(frames)),
          quiet_(progress) {
        if (settings_.view.sway == 0) settings_.view.sway = usual_sway;
    }

    void write(double, const Pose& pose) override {
        if (quiet_.cancelled()) return;
        renderer_.set_pose(pose);
        if (!camera_) {
            camera_ = renderer_.frame(settings_);
            if (!settings_.stage) settings_.stage = renderer_.bounds();
        }
        const Film film = renderer_.expose(settings_, *camera_, quiet_);
        if (!film.pixels.empty()) frames_->write(develop(film, tone_of(settings_)));
    }

    void finish() override {
        if (!quiet_.cancelled()) frames_->finish();
    }

  private:
    Renderer renderer_;
    PictureSettings settings_;
    std::unique_ptr<FrameSink> frames_;
    Quiet quiet_;
    std::optional<Camera> camera_;
};

}  // namespace

std::unique_ptr<MotionSink> open_motion_film(const Plant& plant, const PictureSettings& settings,
                                             std::unique_ptr<FrameSink> frames,
                                             Progress& progress) {
    check(settings);
    return std::make_unique<MotionFilm>(plant, settings, std::move(frames), progress);
}

}  // namespace thigmo
