// How a scene begins in wind.
#pragma once

#include "thigmo/base/progress.h"
#include "thigmo/scene/scene.h"

namespace thigmo {

/// A wind that has been blowing all along, so that plants begin in balance with it, or one that
/// comes all at once and meets them as they stand in still air.
enum class WindStart { blowing, sudden };
constexpr std::array<const char*, 2> wind_start_names = {"blowing", "sudden"};

/// Bends every plant, joint by joint, until it stands still in the wind of this moment; time does
/// not go on. Without wind nothing changes, nor does a plant that is free, of unloaded shape or
/// stepped explicitly. A plant for which a step fails stays as it was.
void stand_in_wind(Scene& scene, Progress& progress);

}  // namespace thigmo
