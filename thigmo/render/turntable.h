// One full turn around a plant.
#pragma once

#include "thigmo/render/frame_sink.h"
#include "thigmo/render/picture.h"

namespace thigmo {

struct Turntable {
    double seconds = 6;
    int frames_per_second = 25;
};

/// Frames of the turn; InputError when out of range.
int frame_count(const Turntable& turntable);

/// The camera goes round at one distance that shows the whole plant from every side. The sun goes
/// with it unless the settings give its azimuth. Stops early, unfinished, when cancelled.
void render_turntable(const Renderer& renderer, PictureSettings settings,
                      const Turntable& turntable, FrameSink& sink, Progress& progress);

}  // namespace thigmo
