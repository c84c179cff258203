// Pictures that a mesh file names: beside it, or inside it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "thigmo/base/log.h"
#include "thigmo/io/soup_scene.h"

namespace thigmo {

/// The file that another names: as it stands there and, for names of another machine's folders,
/// beside it.
std::optional<std::filesystem::path> find_beside(const std::filesystem::path& file,
                                                 std::string name);

/// PNG or JPEG bytes of a picture that the scene of the file at `path` names, others written anew
/// as PNG; empty, with a warning, where it is missing, damaged, too large by itself, or one too
/// many: `pixels` counts those read, up to pixel_limit.
std::string read_picture(const FileScene& scene, const std::filesystem::path& path,
                         const std::string& name, uint64_t& pixels, Log& log);

/// A picture whose alpha is another's brightness, or its alpha where it has one. Either may be
/// empty: white, or opaque.
std::string with_opacity(const std::string& colour, const std::string& opacity);

/// The picture's own name, without folders.
std::string picture_name(const FileScene& scene, const std::string& name);

}  // namespace thigmo
