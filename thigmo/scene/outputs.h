// The files that a run writes, by their names.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "thigmo/base/log.h"
#include "thigmo/io/export_report.h"
#include "thigmo/io/gltf.h"
#include "thigmo/render/motion_film.h"
#include "thigmo/scene/record.h"

namespace thigmo {

struct OutputSettings {
    double frames_per_second = 30;
    size_t frames = 0;                          // expected
    bool blender = false;                       // point caches have Z up
    PictureSettings picture = film_settings();  // of a film
    std::optional<SceneTrack> follow;           // that a film's camera goes with
    size_t most_joints = default_joints;        // of a glTF's skeleton
};

/// Opens every file before the run, so that what cannot be written is known at once. The scene,
/// drawing and progress must outlive it.
class Outputs {
  public:
    /// InputError for a name that promises no known format.
    Outputs(const std::vector<std::string>& names, const OutputSettings& settings,
            const Scene& scene, const Drawing& drawing, const std::vector<SceneTrack>& tracks,
            Progress& progress);

    /// A line for every file that will be larger than 200 MB, with what would be smaller.
    const Log& large_files() const { return large_files_; }

    std::vector<MotionSink*> all() const;
    /// Those that play a loop from first to last frame and begin anew.
    std::vector<MotionSink*> open() const;
    /// Those that know times, and so end where they begin.
    std::vector<MotionSink*> closed() const;
    /// Puts all files in place together.
    void finish();
    /// After that, what meshes were written, one by name; empty for films and tables.
    const std::vector<ExportReport>& reports() const { return reports_; }

  private:
    struct Output {
        std::unique_ptr<MotionSink> sink;
        bool closed = false;
    };
    Log large_files_;
    std::vector<ExportReport> reports_;
    std::vector<Output> outputs_;
};

}  // namespace thigmo
