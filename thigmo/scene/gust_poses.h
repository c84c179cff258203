// How a plant sways in the default wind, as a few poses.
#pragma once

#include <filesystem>
#include <vector>

#include "thigmo/base/progress.h"
#include "thigmo/plant/pose.h"

namespace thigmo {

/// Sixteen poses of four seconds in gusts of 8 m/s, as `thigmo simulate X.plant` has them: what
/// joints of a skeleton without a motion are chosen by. InputError where a step fails.
std::vector<Pose> gust_poses(const std::filesystem::path& plant, Progress& progress);

}  // namespace thigmo
