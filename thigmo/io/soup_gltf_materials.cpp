// Materials and pictures of glTF.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/io/soup_gltf.h"

namespace thigmo {
namespace {

/// What a material names its picture by; pictures inside the file are put into the scene.
std::string picture_of(GltfFile& file, const JsonValue& texture, FileScene& scene) {
    const JsonValue& row = file.at("textures", texture);
    // Pictures of other kinds stand in for those that every reader knows.
    if (!row["source"].exists()) return "of another kind";
    const size_t number = file.row("images", row["source"]);
    const JsonValue& image = file.root()["images"][number];
    const std::string_view uri = image["uri"].text();
    if (!uri.empty() && !uri.starts_with("data:")) return std::string(uri);
    const std::string name = fmt::format("images[{}]", number);
    if (scene.pictures.contains(name)) return name;
    FilePicture& picture = scene.pictures[name];
    picture.name = image["name"].text();
    picture.bytes =
        uri.empty() ? std::string(file.buffer_view(image["bufferView"])) : file.decode_data(uri);
    scene.picture_bytes += picture.bytes.size();
    if (scene.picture_bytes > file.all_bytes())
        throw file.wrong("pictures that share their bytes", "each its own");
    return name;
}

float single(const JsonValue& value, float otherwise) {
    const double number = value.number_or(otherwise);
    return std::abs(number) < 1e9 ? static_cast<float>(number) : otherwise;
}

Vec3f colour_of(const JsonValue& factor) {
    return {single(factor[0], 1), single(factor[1], 1), single(factor[2], 1)};
}

/// Readers do not agree on the centre of a rotation, which is left out with a warning.
void read_transform(const JsonValue& texture, GltfMaterial& material, Log& log) {
    const JsonValue& transform = texture["extensions"]["KHR_texture_transform"];
    material.uv_set = static_cast<size_t>(
        std::clamp(transform["texCoord"].number_or(texture["texCoord"].number_or(0)), 0.0, 100.0));
    if (transform["rotation"].number_or(0) != 0) {
        log.warn(fmt::format("material '{}': the rotation of its texture is not applied",
                             plain_name(material.material.look.name)));
        return;
    }
    material.scale = {single(transform["scale"][0], 1), single(transform["scale"][1], 1)};
    material.offset = {single(transform["offset"][0], 0), single(transform["offset"][1], 0)};
}

void read_alpha(const JsonValue& from, Look& look) {
    const std::string_view mode = from["alphaMode"].text();
    if (mode.empty() || mode == "OPAQUE") look.alpha_cutoff = 0;  // alpha is to be overlooked
    if (mode == "MASK") look.alpha_cutoff = single(from["alphaCutoff"], 0.5f);
}

GltfMaterial read_material(GltfFile& file, const JsonValue& from, FileScene& scene) {
    GltfMaterial material;
    Look& look = material.material.look;
    look.name = from["name"].text();
    const JsonValue& metal = from["pbrMetallicRoughness"];
    const JsonValue& gloss = from["extensions"]["KHR_materials_pbrSpecularGlossiness"];
    const bool is_gloss = gloss.exists();
    look.colour = colour_of(is_gloss ? gloss["diffuseFactor"] : metal["baseColorFactor"]);
    look.roughness =
        is_gloss ? 1 - single(gloss["glossinessFactor"], 1) : single(metal["roughnessFactor"], 1);
    look.two_sided = from["doubleSided"].is_true();
    read_alpha(from, look);
    const JsonValue& passing = from["extensions"]["KHR_materials_diffuse_transmission"];
    look.translucency =
        single(passing["diffuseTransmissionFactor"], single(from["extras"]["translucency"], 0));
    const JsonValue& texture = is_gloss ? gloss["diffuseTexture"] : metal["baseColorTexture"];
    if (texture.exists()) {
        material.material.picture = picture_of(file, texture["index"], scene);
        read_transform(texture, material, scene.log);
    }
    return material;
}

}  // namespace

std::vector<GltfMaterial> read_gltf_materials(GltfFile& file, FileScene& scene) {
    std::vector<GltfMaterial> materials;
    for (const JsonValue& from : file.root()["materials"].items()) {
        materials.push_back(read_material(file, from, scene));
        scene.materials.push_back(materials.back().material);
    }
    return materials;
}

}  // namespace thigmo
