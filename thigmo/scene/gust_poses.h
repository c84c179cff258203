// How a plant sways in the default wind, as a few poses.
#pragma once

#include <vector>

#include "thigmo/base/progress.h"
#include "thigmo/plant/pose.h"
#include "thigmo/scene/scene_file.h"

namespace thigmo {

/// Sixteen poses of the first four seconds of a scene: what joints of a skeleton without a motion
/// are chosen by. InputError where a step fails.
std::vector<Pose> gust_poses(SceneFile file, Progress& progress);

}  // namespace thigmo
