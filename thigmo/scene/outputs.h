// The files that a run writes, by their names.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "thigmo/scene/record.h"

namespace thigmo {

struct OutputSettings {
    double frames_per_second = 30;
    size_t frames = 0;             // expected
    bool blender = false;          // point caches have Z up
    std::string size = "960x540";  // of a film
    int samples = 8;               // of a film, per pixel
};

/// Opens every file before the run, so that what cannot be written is known at once. The scene,
/// drawing and progress must outlive it.
class Outputs {
  public:
    /// InputError for a name that promises no known format.
    Outputs(const std::vector<std::string>& names, const OutputSettings& settings,
            const Scene& scene, const Drawing& drawing, const std::vector<SceneTrack>& tracks,
            Progress& progress);

    std::vector<MotionSink*> all() const;
    /// Those that play a loop from first to last frame and begin anew.
    std::vector<MotionSink*> open() const;
    /// Those that know times, and so end where they begin.
    std::vector<MotionSink*> closed() const;
    void finish();

  private:
    struct Output {
        std::unique_ptr<MotionSink> sink;
        bool closed = false;
    };
    std::vector<Output> outputs_;
};

}  // namespace thigmo
