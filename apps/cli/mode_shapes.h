// Mode shapes to look at: pictures side by side, and an animation that repeats.
#pragma once

#include <filesystem>

#include "thigmo/base/progress.h"
#include "thigmo/sim/articulated/modes.h"

namespace thigmo::cli {

/// Draws the first few modes, each exaggerated until the furthest tip moves by an eighth of the
/// plant's height. A .png has them side by side, each seen across its sway; a .glb or .gltf swings
/// one after another, a period of two seconds each, and begins where it ends.
void draw_modes(const Plant& plant, const Bodies& bodies, const Modes& found,
                const std::filesystem::path& output, Progress& progress);

}  // namespace thigmo::cli
