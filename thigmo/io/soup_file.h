// Meshes of other programs in: OBJ, glTF, FBX, COLLADA, PLY and more, as polygon soup.
#pragma once

#include <array>
#include <filesystem>

#include "thigmo/base/progress.h"
#include "thigmo/plant/soup.h"

namespace thigmo {

/// The axis that is up, in what a file's own word on it leaves.
enum class Up { y, z, x };
constexpr std::array<const char*, 3> up_names = {"y", "z", "x"};

struct SoupSettings {
    Up up = Up::y;
};

/// What read_soup takes, by the ends of the files' names.
constexpr std::array<const char*, 9> soup_formats = {"obj", "gltf", "glb", "fbx", "dae",
                                                     "ply", "stl",  "3ds", "ac"};

/// Every triangle of the file under its nodes' transforms, in the order of the nodes. A texture
/// that is missing or cannot be read, and triangles that are no geometry, are left out with a
/// warning in the soup's log. InputError `path: found X, expected Y` for a file that cannot be
/// read, is none of the formats, or has no triangles.
Soup read_soup(const std::filesystem::path& path, Progress& progress,
               const SoupSettings& settings = {});

}  // namespace thigmo
