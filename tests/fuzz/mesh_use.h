// What becomes of a mesh file: a sound soup and sound plants.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "thigmo/base/random.h"
#include "thigmo/plant/soup.h"

namespace thigmo::fuzz {

/// A folder of this process for a mesh file and what it may name.
class MeshFolder {
  public:
    MeshFolder();
    ~MeshFolder();
    MeshFolder(const MeshFolder&) = delete;
    MeshFolder& operator=(const MeshFolder&) = delete;

    std::filesystem::path write(const std::string& name, std::string_view bytes) const;
    /// The mesh to be read for the file of this name: another one for the materials of an OBJ.
    std::filesystem::path opened(const std::string& name) const;

  private:
    const std::filesystem::path folder_;
};

/// Stops where the soup breaks one of its promises.
void expect_sound(const Soup& soup);

Soup read_sound(const std::filesystem::path& path);

/// As `thigmo author` does, in the file's unit or five metres high; stops at a plant that is not
/// sound.
void make_plants(const Soup& soup, Random& random);

}  // namespace thigmo::fuzz
