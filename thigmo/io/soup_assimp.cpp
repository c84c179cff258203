// Files read by assimp, without any of its further steps: those weld, drop and trust every index.
#include <assimp/DefaultIOSystem.h>
#include <assimp/GltfMaterial.h>
#include <assimp/config.h>
#include <assimp/material.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <assimp/Importer.hpp>
#include <cmath>
#include <fstream>
#include <set>
#include <span>
#include <stdexcept>

#include "thigmo/io/soup_scene.h"
#include "thigmo/mesh/image.h"

namespace Assimp {

/// Debian builds assimp with its assertions on, which would stop the program when a file breaks
/// one. The linker prefers this function to the library's own.
[[noreturn]] __attribute__((visibility("default"))) void aiAssertViolation(const char* expression,
                                                                           const char*, int) {
    throw std::runtime_error(fmt::format("not so: {}", expression));
}

}  // namespace Assimp

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

bool is_gltf(const std::string& format) {
    return format == "gltf" || format == "glb";
}

Vec3f vector_of(const aiVector3D& v) {
    return {v.x, v.y, v.z};
}

/// The picture that a material names, and which uvs it is laid on by: scale·uv + offset.
struct Slot {
    std::string picture;
    unsigned set = 0;
    aiUVTransform transform;
};

Slot slot_of(const aiMaterial& material, std::initializer_list<aiTextureType> types) {
    for (const aiTextureType type : types) {
        aiString name;
        Slot slot;
        if (material.GetTexture(type, 0, &name, nullptr, &slot.set) != aiReturn_SUCCESS ||
            name.length == 0)
            continue;
        slot.picture = name.C_Str();
        material.Get(AI_MATKEY_UVTRANSFORM(type, 0), slot.transform);
        return slot;
    }
    return {};
}

Slot colour_slot(const aiMaterial& material) {
    return slot_of(material, {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE});
}

/// 0 where the alpha of a texture is to be overlooked.
float alpha_cutoff(const aiMaterial& material) {
    aiString mode;
    if (material.Get(AI_MATKEY_GLTF_ALPHAMODE, mode) != aiReturn_SUCCESS) return 0.5f;
    if (mode == aiString("OPAQUE")) return 0;
    float cutoff = 0.5f;
    if (mode == aiString("MASK")) material.Get(AI_MATKEY_GLTF_ALPHACUTOFF, cutoff);
    return cutoff;
}

FileMaterial material_of(const aiMaterial& from, const std::string& format, Log& log) {
    FileMaterial material = plain_material(from.GetName().C_Str());
    Look& look = material.look;
    aiColor4D colour;
    if (from.Get(AI_MATKEY_BASE_COLOR, colour) == aiReturn_SUCCESS ||
        from.Get(AI_MATKEY_COLOR_DIFFUSE, colour) == aiReturn_SUCCESS)
        look.colour = {colour.r, colour.g, colour.b};
    look.alpha_cutoff = alpha_cutoff(from);
    from.Get(AI_MATKEY_ROUGHNESS_FACTOR, look.roughness);
    int two_sided = 0;
    if (is_gltf(format) && from.Get(AI_MATKEY_TWOSIDED, two_sided) == aiReturn_SUCCESS)
        look.two_sided = two_sided != 0;
    const Slot slot = colour_slot(from);
    material.picture = slot.picture;
    material.opacity = slot_of(from, {aiTextureType_OPACITY}).picture;
    if (slot.transform.mRotation != 0)  // readers do not agree on its centre
        log.warn(fmt::format("material '{}': the rotation of its texture is not applied",
                             plain_name(look.name)));
    return material;
}

void add_uvs(const aiMesh& from, const aiMaterial* material, FileMesh& mesh) {
    const Slot slot = material ? colour_slot(*material) : Slot();
    const unsigned set =
        slot.set < AI_MAX_NUMBER_OF_TEXTURECOORDS && from.HasTextureCoords(slot.set) ? slot.set : 0;
    if (!from.HasTextureCoords(set)) return;
    const aiUVTransform still;
    const aiUVTransform& t = slot.transform.mRotation == 0 ? slot.transform : still;
    for (const aiVector3D& uv : std::span(from.mTextureCoords[set], from.mNumVertices))
        mesh.uvs.emplace_back(t.mScaling.x * uv.x + t.mTranslation.x,
                              t.mScaling.y * uv.y + t.mTranslation.y);
}

/// Colours of glTF are linear, others as painted on a screen.
void add_colours(const aiMesh& from, bool linear, FileMesh& mesh) {
    if (!from.HasVertexColors(0)) return;
    for (const aiColor4D& c : std::span(from.mColors[0], from.mNumVertices)) {
        const Vec3f colour(c.r, c.g, c.b);
        mesh.colours.push_back(linear ? colour : Vec3f(colour.unaryExpr([](float value) {
            return linear_from_srgb(value);
        })));
    }
}

FileMesh mesh_of(const aiMesh& from, const aiScene& scene, const std::string& format) {
    FileMesh mesh;
    mesh.name = from.mName.C_Str();
    mesh.material = from.mMaterialIndex;
    if (from.HasPositions())
        for (const aiVector3D& p : std::span(from.mVertices, from.mNumVertices))
            mesh.positions.push_back(vector_of(p));
    if (from.HasNormals())
        for (const aiVector3D& n : std::span(from.mNormals, from.mNumVertices))
            mesh.normals.push_back(vector_of(n));
    add_uvs(
        from,
        from.mMaterialIndex < scene.mNumMaterials ? scene.mMaterials[from.mMaterialIndex] : nullptr,
        mesh);
    add_colours(from, is_gltf(format), mesh);
    for (const aiFace& face : std::span(from.mFaces, from.mNumFaces)) {
        mesh.corners.insert(mesh.corners.end(), face.mIndices, face.mIndices + face.mNumIndices);
        mesh.faces.push_back(face.mNumIndices);
    }
    return mesh;
}

/// Packed pictures as they stand, others as PNG.
void add_pictures(const aiScene& from, FileScene& scene) {
    constexpr unsigned most_pixels = 8192;  // a side; more is left out as if it were missing
    for (unsigned i = 0; i < from.mNumTextures; ++i) {
        const aiTexture& texture = *from.mTextures[i];
        FilePicture picture;
        picture.name = texture.mFilename.C_Str();
        if (texture.mHeight == 0) {
            picture.bytes.assign(reinterpret_cast<const char*>(texture.pcData), texture.mWidth);
        } else if (texture.mWidth <= most_pixels && texture.mHeight <= most_pixels) {
            Image image =
                make_image(static_cast<int>(texture.mWidth), static_cast<int>(texture.mHeight));
            for (size_t pixel = 0; pixel < image.pixels.size(); ++pixel) {
                const aiTexel& texel = texture.pcData[pixel];
                image.pixels[pixel] = {texel.r, texel.g, texel.b, texel.a};
            }
            picture.bytes = encode_png(image);
        } else {
            continue;
        }
        if (!picture.name.empty()) scene.pictures.emplace(picture.name, picture);
        scene.pictures.emplace(fmt::format("*{}", i), std::move(picture));
    }
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
    if (is_gltf(format) || format == "dae") return 1;  // of the latter assimp makes metres
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

/// Readers of formats other than these give every face corners of its own, whatever the file says.
bool keeps_indices(const std::string& format) {
    return is_gltf(format) || format == "off";
}

}  // namespace

FileScene read_other_scene(const fs::path& path, const std::string& format) {
    Assimp::Importer importer;
    importer.SetIOHandler(new PlainFiles);  // which the importer deletes
    importer.SetPropertyBool(AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, false);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_AC_EVAL_SUBDIVISION, false);
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, true);
    const aiScene* from = importer.ReadFile(path.string(), 0);
    if (!from || !from->mRootNode) throw std::runtime_error(importer.GetErrorString());
    FileScene scene;
    for (const aiMaterial* material : std::span(from->mMaterials, from->mNumMaterials))
        scene.materials.push_back(material_of(*material, format, scene.log));
    for (const aiMesh* mesh : std::span(from->mMeshes, from->mNumMeshes))
        scene.meshes.push_back(mesh_of(*mesh, *from, format));
    add_pictures(*from, scene);
    add_nodes(*from, scene);
    scene.unit = unit_of(*from, format);
    scene.up = told_up(*from, format);
    scene.turned = turned_up(path, format);
    scene.split = !keeps_indices(format);
    return scene;
}

}  // namespace thigmo
