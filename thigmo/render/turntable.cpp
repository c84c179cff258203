// The camera on a circle.
#include "thigmo/render/turntable.h"

#include <fmt/format.h>

#include <cmath>

#include "thigmo/base/error.h"

namespace thigmo {
namespace {

/// Reports a frame's progress as that of the whole film.
class FrameProgress final : public Progress {
  public:
    FrameProgress(Progress& whole, int frame, int frames)
        : whole_(whole), frame_(frame), frames_(frames) {}
    void report(double fraction, std::string_view) override {
        whole_.report((frame_ + fraction) / frames_, "drawing the turn");
    }
    bool cancelled() const override { return whole_.cancelled(); }

  private:
    Progress& whole_;
    int frame_, frames_;
};

}  // namespace

int frame_count(const Turntable& turntable) {
    const double frames = turntable.seconds * turntable.frames_per_second;
    if (turntable.frames_per_second < 1 || turntable.frames_per_second > 240)
        throw InputError(fmt::format("turntable: {} frames per second, expected 1 to 240",
                                     turntable.frames_per_second));
    if (!(frames >= 1 && frames <= 100000))
        throw InputError(
            fmt::format("turntable: {} s at {} frames per second, expected 1 to "
                        "100000 frames",
                        turntable.seconds, turntable.frames_per_second));
    return static_cast<int>(std::lround(frames));
}

void render_turntable(const Renderer& renderer, PictureSettings settings,
                      const Turntable& turntable, FrameSink& sink, Progress& progress) {
    const int frames = frame_count(turntable);
    settings.view.all_round = true;
    const double first_deg = settings.view.azimuth_deg;
    const Camera start = renderer.frame(settings);
    for (int frame = 0; frame < frames; ++frame) {
        const double turn_deg = 360.0 * frame / frames;
        settings.view.azimuth_deg = first_deg + turn_deg;
        const Camera camera = orbit(start, renderer.bounds().center(), turn_deg);
        FrameProgress part(progress, frame, frames);
        const Film film = renderer.expose(settings, camera, part);
        if (film.pixels.empty()) return;
        sink.write(develop(film, tone_of(settings)));
    }
    sink.finish();
}

}  // namespace thigmo
