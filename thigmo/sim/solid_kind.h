// What the solids of flexible domains are made of, by name.
#pragma once

#include <array>

namespace thigmo {

/// What a flexible domain is made of: bricks swept along its centreline, or its voxels, where the
/// plant has some of it. Automatic: voxels for what is no tube.
enum class SolidKind { automatic, swept, voxels };
constexpr std::array<const char*, 3> solid_kind_names = {"automatic", "swept", "voxels"};

}  // namespace thigmo
