// Pictures that a mesh file names: beside it, or inside it.
#pragma once

#include <filesystem>
#include <string>

#include "thigmo/base/log.h"

struct aiScene;

namespace thigmo {

/// Where pictures are looked for, and where it is said that they are missing.
struct PictureFolder {
    const std::filesystem::path& file;  // the mesh file
    const aiScene& scene;
    Log& log;
};

/// PNG or JPEG bytes of a picture, others written anew as PNG; empty, with a warning, where it is
/// missing, damaged or too large.
std::string read_picture(const PictureFolder& folder, const std::string& name);

/// A picture whose alpha is another's brightness, or its alpha where it has one. Either may be
/// empty: white, or opaque.
std::string with_opacity(const std::string& colour, const std::string& opacity);

/// The picture's own name, without folders.
std::string picture_name(const aiScene& scene, const std::string& name);

}  // namespace thigmo
