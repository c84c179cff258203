// The files that a run writes, by their names.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "thigmo/io/export_report.h"
#include "thigmo/scene/record.h"

namespace thigmo {

struct OutputSettings {
    double frames_per_second = 30;
    size_t frames = 0;             // expected
    bool blender = false;          // point caches have Z up
    std::string size = "960x540";  // of a film
    std::optional<int> samples;    // of a film, per pixel
    size_t most_joints = 512;      // of a glTF's skeleton
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
    /// After that, what meshes were written, one by name; empty for films and tables.
    const std::vector<ExportReport>& reports() const { return reports_; }

  private:
    struct Output {
        std::unique_ptr<MotionSink> sink;
        bool closed = false;
    };
    std::vector<ExportReport> reports_;
    std::vector<Output> outputs_;
};

}  // namespace thigmo
