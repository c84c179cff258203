// Materials as looks: colour, texture, alpha, roughness.
#include <assimp/GltfMaterial.h>
#include <assimp/material.h>
#include <assimp/scene.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "thigmo/io/soup_pictures.h"
#include "thigmo/io/soup_scene.h"
#include "thigmo/mesh/image.h"

namespace thigmo {
namespace {

float share(float value, float otherwise) {
    return std::isfinite(value) ? std::clamp(value, 0.f, 1.f) : otherwise;
}

Vec3f share(const Vec3f& colour) {
    return {share(colour.x(), 1), share(colour.y(), 1), share(colour.z(), 1)};
}

const aiMaterial* material_of(const aiScene& scene, unsigned index) {
    return index < scene.mNumMaterials ? scene.mMaterials[index] : nullptr;
}

/// The picture that a material names for the base colour.
struct Slot {
    std::string picture;  // empty: none
    unsigned uvs = 0;
};

Slot slot_of(const aiMaterial& material, std::initializer_list<aiTextureType> types) {
    for (const aiTextureType type : types) {
        aiString name;
        unsigned uvs = 0;
        if (material.GetTexture(type, 0, &name, nullptr, &uvs) == aiReturn_SUCCESS &&
            name.length > 0)
            return {name.C_Str(), uvs};
    }
    return {};
}

Slot colour_slot(const aiMaterial& material) {
    return slot_of(material, {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE});
}
Slot opacity_slot(const aiMaterial& material) {
    return slot_of(material, {aiTextureType_OPACITY});
}

std::optional<aiUVTransform> uv_transform(const aiMaterial& material) {
    aiUVTransform transform;
    if (material.Get(AI_MATKEY_UVTRANSFORM(aiTextureType_BASE_COLOR, 0), transform) ==
            aiReturn_SUCCESS ||
        material.Get(AI_MATKEY_UVTRANSFORM(aiTextureType_DIFFUSE, 0), transform) ==
            aiReturn_SUCCESS)
        return transform;
    return std::nullopt;
}

/// Readers do not agree on the centre of a rotation.
bool can_apply(const aiUVTransform& transform) {
    return transform.mRotation == 0;
}

std::optional<Vec3f> base_colour(const aiMaterial& material) {
    aiColor4D colour;
    if (material.Get(AI_MATKEY_BASE_COLOR, colour) == aiReturn_SUCCESS ||
        material.Get(AI_MATKEY_COLOR_DIFFUSE, colour) == aiReturn_SUCCESS)
        return share(Vec3f(colour.r, colour.g, colour.b));
    return std::nullopt;
}

/// 0 where the alpha of a texture is to be overlooked.
float alpha_cutoff(const aiMaterial& material) {
    aiString mode;
    if (material.Get(AI_MATKEY_GLTF_ALPHAMODE, mode) != aiReturn_SUCCESS) return 0.5f;
    if (mode == aiString("OPAQUE")) return 0;
    float cutoff = 0.5f;
    if (mode == aiString("MASK")) material.Get(AI_MATKEY_GLTF_ALPHACUTOFF, cutoff);
    return share(cutoff, 0.5f);
}

struct MeanColour {
    Vec3f colour = Vec3f::Ones();
    bool varies = false;
};

/// Of the vertices' colours. Those of glTF are linear, others as painted on a screen.
MeanColour mean_colour(const aiMesh& mesh, bool linear) {
    Vec3 sum = Vec3::Zero();
    Eigen::AlignedBox3f range;
    for (unsigned i = 0; i < mesh.mNumVertices; ++i) {
        const aiColor4D& c = mesh.mColors[0][i];
        Vec3f colour = share(Vec3f(c.r, c.g, c.b));
        if (!linear) colour = colour.unaryExpr([](float v) { return linear_from_srgb(v); });
        sum += colour.cast<double>();
        range.extend(colour);
    }
    const Vec3 mean = sum / std::max(1u, mesh.mNumVertices);
    return {mean.cast<float>(), mesh.mNumVertices > 0 && range.sizes().maxCoeff() > 0.02f};
}

}  // namespace

UvSet SoupLooks::uv_set(const aiMesh& mesh) const {
    UvSet uvs;
    const aiMaterial* material = material_of(scene_, mesh.mMaterialIndex);
    if (!material) return uvs;
    const unsigned set = colour_slot(*material).uvs;
    if (set < AI_MAX_NUMBER_OF_TEXTURECOORDS && mesh.HasTextureCoords(set)) uvs.set = set;
    if (const auto transform = uv_transform(*material); transform && can_apply(*transform)) {
        uvs.scale = {transform->mScaling.x, transform->mScaling.y};
        uvs.offset = {transform->mTranslation.x, transform->mTranslation.y};
    }
    return uvs;
}

/// A separate map of opacity becomes the alpha of the picture.
TextureId SoupLooks::texture_of(const aiMaterial& material) {
    const std::string colour = colour_slot(material).picture;
    const std::string opacity = opacity_slot(material).picture;
    if (colour.empty() && opacity.empty()) return {};
    const auto [at, is_new] = of_pictures_.try_emplace(colour + '\n' + opacity);
    if (!is_new) return at->second;
    const PictureFolder folder{source_.path, scene_, soup_.log};
    std::string bytes = colour.empty() ? std::string() : read_picture(folder, colour);
    if (!opacity.empty() && opacity != colour)
        bytes = with_opacity(bytes, read_picture(folder, opacity));
    if (bytes.empty()) return {};
    const std::string& name = colour.empty() ? opacity : colour;
    at->second = soup_.textures.push_back({picture_name(scene_, name), std::move(bytes)});
    return at->second;
}

Look SoupLooks::make_look(const aiMaterial& material) {
    Look look;
    look.name = plain_name(material.GetName().C_Str());
    look.texture = texture_of(material);
    look.colour = base_colour(material).value_or(Vec3f::Ones());
    if (look.texture.exists() && look.colour.isZero()) {
        soup_.log.warn(
            fmt::format("material '{}': black times its texture; the texture is shown as "
                        "it is",
                        look.name));
        look.colour = Vec3f::Ones();
    }
    if (const auto transform = uv_transform(material); transform && !can_apply(*transform))
        soup_.log.warn(
            fmt::format("material '{}': the rotation of its texture is not applied", look.name));
    look.alpha_cutoff = alpha_cutoff(material);
    float roughness = look.roughness;
    material.Get(AI_MATKEY_ROUGHNESS_FACTOR, roughness);
    look.roughness = share(roughness, look.roughness);
    int two_sided = 1;  // as other formats, which have no word for it, are drawn
    if (source_.is_gltf()) material.Get(AI_MATKEY_TWOSIDED, two_sided);
    look.two_sided = two_sided != 0;
    return look;
}

LookId SoupLooks::look_of(const aiMesh& mesh) {
    const auto [at, is_new] = of_material_.try_emplace(mesh.mMaterialIndex);
    if (is_new) {
        const aiMaterial* material = material_of(scene_, mesh.mMaterialIndex);
        at->second = soup_.looks.push_back(material ? make_look(*material) : Look());
    }
    Look look = soup_.looks[at->second];
    if (look.texture.exists() || mesh.mColors[0] == nullptr) return at->second;
    const MeanColour mean = mean_colour(mesh, source_.is_gltf());
    if (mean.varies)
        soup_.log.warn(
            fmt::format("mesh '{}': colours that vary over its vertices; their mean is "
                        "used",
                        plain_name(mesh.mName.C_Str())));
    look.colour = look.colour.cwiseProduct(mean.colour);
    const auto same = std::ranges::find(soup_.looks, look);
    if (same != soup_.looks.end()) return LookId(static_cast<size_t>(same - soup_.looks.begin()));
    return soup_.looks.push_back(std::move(look));
}

}  // namespace thigmo
