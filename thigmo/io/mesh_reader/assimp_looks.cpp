// Materials, pictures and colours of vertices, as assimp has them.
#include "thigmo/io/mesh_reader/assimp_looks.h"

#include <assimp/material.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <span>

#include "thigmo/mesh/image.h"

namespace thigmo {
namespace {

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

}  // namespace

FileMaterial material_of(const aiMaterial& from, Log& log) {
    FileMaterial material = plain_material(from.GetName().C_Str());
    Look& look = material.look;
    aiColor4D colour;
    if (from.Get(AI_MATKEY_BASE_COLOR, colour) == aiReturn_SUCCESS ||
        from.Get(AI_MATKEY_COLOR_DIFFUSE, colour) == aiReturn_SUCCESS)
        look.colour = {colour.r, colour.g, colour.b};
    from.Get(AI_MATKEY_ROUGHNESS_FACTOR, look.roughness);
    const Slot slot = colour_slot(from);
    material.picture = slot.picture;
    material.opacity = slot_of(from, {aiTextureType_OPACITY}).picture;
    if (slot.transform.mRotation != 0)  // readers do not agree on its centre
        log.warn(fmt::format("material '{}': the rotation of its texture is not applied",
                             plain_name(look.name)));
    return material;
}

void add_uvs(const aiMesh& from, const aiScene& scene, FileMesh& mesh) {
    const unsigned material = from.mMaterialIndex;
    const Slot slot =
        material < scene.mNumMaterials ? colour_slot(*scene.mMaterials[material]) : Slot();
    const unsigned set =
        slot.set < AI_MAX_NUMBER_OF_TEXTURECOORDS && from.HasTextureCoords(slot.set) ? slot.set : 0;
    if (!from.HasTextureCoords(set)) return;
    const aiUVTransform still;
    const aiUVTransform& t = slot.transform.mRotation == 0 ? slot.transform : still;
    for (const aiVector3D& uv : std::span(from.mTextureCoords[set], from.mNumVertices))
        mesh.uvs.emplace_back(t.mScaling.x * uv.x + t.mTranslation.x,
                              t.mScaling.y * uv.y + t.mTranslation.y);
}

void add_colours(const aiMesh& from, FileMesh& mesh) {
    if (!from.HasVertexColors(0)) return;
    for (const aiColor4D& c : std::span(from.mColors[0], from.mNumVertices))
        mesh.colours.emplace_back(linear_from_srgb(c.r), linear_from_srgb(c.g),
                                  linear_from_srgb(c.b));
}

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

}  // namespace thigmo
