// From a scene as assimp reads it to a soup: the steps behind read_soup.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "thigmo/base/progress.h"
#include "thigmo/plant/soup.h"

struct aiMaterial;
struct aiMesh;
struct aiScene;

namespace thigmo {

/// What the scene cannot tell about the file that it was read from.
struct SceneSource {
    std::filesystem::path path;
    std::string format;  // one of soup_formats

    bool is_gltf() const { return format == "gltf" || format == "glb"; }
};

/// Names of a file as a plant may carry them.
std::string plain_name(std::string_view name);

/// What was left out or mended, over all meshes of a file.
struct MeshFaults {
    uint64_t without_position = 0;  // triangles with a corner that is not finite, or too far away
    uint64_t without_corner = 0;    // faces that name a vertex that does not exist
    uint64_t points = 0, lines = 0;
    uint64_t normals = 0, uvs = 0;  // vertices
};

/// Which of a mesh's sets of texture coordinates are used, and how: scale·uv + offset.
struct UvSet {
    unsigned set = 0;
    Vec2f scale = Vec2f::Ones();
    Vec2f offset = Vec2f::Zero();
};

/// The mesh's triangles under a transform; mirrored ones keep their outside.
TriangleMesh convert_mesh(const aiMesh& mesh, const Eigen::Affine3d& transform, const UvSet& uvs,
                          const SceneSource& source, MeshFaults& faults);

/// Looks made as meshes ask for them, one per material and, where vertices carry colours instead of
/// a texture, per mean colour.
class SoupLooks {
  public:
    SoupLooks(const aiScene& scene, const SceneSource& source, Soup& soup)
        : scene_(scene), source_(source), soup_(soup) {}

    LookId look_of(const aiMesh& mesh);
    UvSet uv_set(const aiMesh& mesh) const;

  private:
    Look make_look(const aiMaterial& material);
    TextureId texture_of(const aiMaterial& material);

    const aiScene& scene_;
    const SceneSource& source_;
    Soup& soup_;
    std::map<unsigned, LookId> of_material_;
    std::map<std::string, TextureId> of_pictures_;
};

/// All nodes of the scene with their meshes, and what the faults were.
void add_nodes(const aiScene& scene, const SceneSource& source, const Eigen::Matrix3d& turn,
               Progress& progress, Soup& soup);

}  // namespace thigmo
