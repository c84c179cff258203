// Formats that assimp reads.
#pragma once

#include <filesystem>
#include <string>

#include "thigmo/io/soup_scene.h"

namespace thigmo {

/// What assimp understands of the file; any std::exception where it does not.
FileScene read_by_assimp(const std::filesystem::path& path, const std::string& format);

}  // namespace thigmo
