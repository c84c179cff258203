// How assimp's materials, pictures and colours become ours; no header of assimp here.
#pragma once

#include "thigmo/io/soup_scene.h"

struct aiMaterial;
struct aiMesh;
struct aiScene;

namespace thigmo {

FileMaterial material_of(const aiMaterial& from, Log& log);

/// The set of texture coordinates that the mesh's material asks for, as it is laid on.
void add_uvs(const aiMesh& from, const aiScene& scene, FileMesh& mesh);

/// As painted on a screen, made linear.
void add_colours(const aiMesh& from, FileMesh& mesh);

/// Pictures inside the file: packed ones as they stand, others as PNG.
void add_pictures(const aiScene& from, FileScene& scene);

}  // namespace thigmo
