// A plant in the wind, frame by frame with the vertices that would be drawn: what costs are
// measured on.
#pragma once

#include "samples/papers/stopwatch.h"
#include "samples/papers/table.h"
#include "thigmo/plant/skin.h"
#include "thigmo/scene/scene.h"
#include "thigmo/sim/reduced/bodies.h"

namespace thigmo::papers {

/// What the reduced simulator makes of a plant.
struct ReducedCounts {
    uint64_t triangles = 0, domains = 0, flexible = 0;
    uint64_t coordinates = 0;  // reduced ones
    double megabytes = 0;      // of models and bodies
    Spent made;                // making them
};
/// Makes all models as often as `runs` says, and leaves them in the settings' store.
ReducedCounts count_reduced(const Plant& plant, const ReducedSettings& settings, Progress& progress,
                            int runs = 1);

class MovedPlant {
  public:
    /// In a wind by its word; none where it is empty.
    MovedPlant(Plant plant, const SimulatorSettings& settings, const char* wind);

    /// One frame of 1/60 s: the step, the pose, every vertex. False once it fails.
    bool frame();
    /// Finds what a frame takes, in the mean of this many. Not a number once one fails.
    Spent mean_frame(int frames);
    uint64_t recursions() const { return recursions_; }

  private:
    void place_leaves(const Pose& pose);

    Scene scene_;
    Skin skin_;
    TriangleMesh now_;
    std::vector<Vec3f> rest_leaves_, leaves_;  // vertices of all shapes, in their place
    std::vector<size_t> first_;                // of every domain's, and the end
    uint64_t recursions_ = 0;
};

}  // namespace thigmo::papers
