// Files read by assimp, without any of its further steps: those weld, drop and trust every index.
#include "thigmo/io/mesh_reader/assimp_scene.h"

#include <assimp/DefaultIOSystem.h>
#include <assimp/config.h>
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#include <cmath>
#include <fstream>
#include <set>
#include <span>
#include <stdexcept>

#include "thigmo/io/mesh_reader/assimp_looks.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;

/// Opens nothing but files of a size that can be read: no pipe, no device.
class PlainFiles : public Assimp::DefaultIOSystem {
  public:
    Assimp::IOStream* Open(const char* name, const char* mode) override {
        std::error_code error;
        if (!fs::is_regular_file(name, error) || fs::file_size(name, error) > most_mesh_bytes)
            return nullptr;
        return DefaultIOSystem::Open(name, mode);
    }
};

Vec3f vector_of(const aiVector3D& v) {
    return {v.x, v.y, v.z};
}

FileMesh mesh_of(const aiMesh& from, const aiScene& scene) {
    FileMesh mesh;
    mesh.name = from.mName.C_Str();
    mesh.material = from.mMaterialIndex;
    if (from.HasPositions())
        for (const aiVector3D& p : std::span(from.mVertices, from.mNumVertices))
            mesh.positions.push_back(vector_of(p));
    if (from.HasNormals())
        for (const aiVector3D& n : std::span(from.mNormals, from.mNumVertices))
            mesh.normals.push_back(vector_of(n));
    add_uvs(from, scene, mesh);
    add_colours(from, mesh);
    for (const aiFace& face : std::span(from.mFaces, from.mNumFaces)) {
        mesh.corners.insert(mesh.corners.end(), face.mIndices, face.mIndices + face.mNumIndices);
        mesh.faces.push_back(face.mNumIndices);
    }
    return mesh;
}

template <class Key>
bool varies(const Key* keys, unsigned count) {
    for (unsigned i = 1; i < count; ++i)
        if (!(keys[i].mValue == keys[0].mValue)) return true;
    return false;
}

/// Names of the nodes that an animation moves; keys that all say the same move nothing.
std::set<std::string> moved_nodes(const aiScene& scene) {
    std::set<std::string> names;
    for (const aiAnimation* animation : std::span(scene.mAnimations, scene.mNumAnimations)) {
        for (const aiNodeAnim* channel : std::span(animation->mChannels, animation->mNumChannels))
            if (varies(channel->mPositionKeys, channel->mNumPositionKeys) ||
                varies(channel->mRotationKeys, channel->mNumRotationKeys) ||
                varies(channel->mScalingKeys, channel->mNumScalingKeys))
                names.insert(channel->mNodeName.C_Str());
        for (const aiMeshMorphAnim* channel :
             std::span(animation->mMorphMeshChannels, animation->mNumMorphMeshChannels))
            names.insert(channel->mName.C_Str());
    }
    return names;
}

Eigen::Affine3d transform_of(const aiMatrix4x4& m) {
    Eigen::Affine3d transform;
    transform.matrix() << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, 0,
        0, 0, 1;
    return transform;
}

void add_nodes(const aiScene& from, FileScene& scene) {
    const std::set<std::string> moved = moved_nodes(from);
    std::vector<std::pair<const aiNode*, uint32_t>> ahead = {{from.mRootNode, no_row}};
    while (!ahead.empty()) {
        const auto [own, parent] = ahead.back();
        ahead.pop_back();
        const auto row = static_cast<uint32_t>(scene.nodes.size());
        scene.nodes.push_back({own->mName.C_Str(),
                               parent,
                               transform_of(own->mTransformation),
                               {own->mMeshes, own->mMeshes + own->mNumMeshes},
                               moved.contains(own->mName.C_Str())});
        for (unsigned i = own->mNumChildren; i-- > 0;) ahead.push_back({own->mChildren[i], row});
    }
}

/// A number of the file's own settings, of whichever kind it is; `otherwise` where there is none.
double setting_of(const aiScene& scene, const char* name, double otherwise) {
    double wide = 0;
    float narrow = 0;
    int32_t whole = 0;
    if (!scene.mMetaData) return otherwise;
    if (scene.mMetaData->Get(name, wide)) return wide;
    if (scene.mMetaData->Get(name, narrow)) return static_cast<double>(narrow);
    if (scene.mMetaData->Get(name, whole)) return whole;
    return otherwise;
}

/// Metres per unit; 0 where the format or the file does not tell.
double unit_of(const aiScene& scene, const std::string& format) {
    if (format == "dae") return 1;  // assimp makes metres of it
    const double centimetres = format == "fbx" ? setting_of(scene, "UnitScaleFactor", 0) : 0;
    return std::isfinite(centimetres) && centimetres > 0 ? 0.01 * centimetres : 0;
}

/// The axis that is up by the file's own word, which assimp leaves to us in FBX only.
Up told_up(const aiScene& scene, const std::string& format) {
    const double axis = format == "fbx" ? setting_of(scene, "UpAxis", 1) : 1;
    return axis == 2 ? Up::z : axis == 0 ? Up::x : Up::y;
}

/// Which axis assimp has turned up already.
Up turned_up(const fs::path& path, const std::string& format) {
    if (format == "3ds") return Up::z;
    if (format != "dae") return Up::y;
    std::string head(size_t{1} << 16, '\0');
    std::ifstream(path, std::ios::binary)
        .read(head.data(), static_cast<std::streamsize>(head.size()));
    return head.find("Z_UP") != head.npos ? Up::z : head.find("X_UP") != head.npos ? Up::x : Up::y;
}

}  // namespace

FileScene read_by_assimp(const fs::path& path, const std::string& format) {
    Assimp::Importer importer;
    importer.SetIOHandler(new PlainFiles);  // which the importer deletes
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_AC_EVAL_SUBDIVISION, false);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);
    const aiScene* from = importer.ReadFile(path.string(), 0);
    if (!from || !from->mRootNode) throw std::runtime_error(importer.GetErrorString());
    FileScene scene;
    for (const aiMaterial* material : std::span(from->mMaterials, from->mNumMaterials))
        scene.materials.push_back(material_of(*material, scene.log));
    for (const aiMesh* mesh : std::span(from->mMeshes, from->mNumMeshes))
        scene.meshes.push_back(mesh_of(*mesh, *from));
    add_pictures(*from, scene);
    add_nodes(*from, scene);
    scene.unit = unit_of(*from, format);
    scene.up = told_up(*from, format);
    scene.turned = turned_up(path, format);
    scene.split = true;  // whatever indices the file has
    return scene;
}

}  // namespace thigmo
