// Materials as looks: their textures, and the colours of vertices.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "thigmo/io/soup_pictures.h"
#include "thigmo/io/soup_scene.h"

namespace thigmo {
namespace {

float share(float value, float otherwise) {
    return std::isfinite(value) ? std::clamp(value, 0.f, 1.f) : otherwise;
}

Vec3f share(const Vec3f& colour, float otherwise) {
    return {share(colour.x(), otherwise), share(colour.y(), otherwise),
            share(colour.z(), otherwise)};
}

constexpr float grey = 0.6f;  // of what has neither colour nor texture

struct MeanColour {
    Vec3f colour = Vec3f::Ones();
    bool varies = false;
};

MeanColour mean_colour(const std::vector<Vec3f>& colours) {
    Vec3 sum = Vec3::Zero();
    Eigen::AlignedBox3f range;
    for (const Vec3f& own : colours) {
        const Vec3f colour = share(own, 1);
        sum += colour.cast<double>();
        range.extend(colour);
    }
    const Vec3 mean = sum / static_cast<double>(colours.size());
    return {mean.cast<float>(), range.sizes().maxCoeff() > 0.02f};
}

}  // namespace

std::string SoupLooks::read(const std::string& picture) {
    return read_picture(scene_, path_, picture, pixels_, soup_.log);
}

/// A separate map of opacity becomes the alpha of the picture.
TextureId SoupLooks::texture_of(const FileMaterial& material) {
    const auto& [look, colour, opacity] = material;
    if (colour.empty() && opacity.empty()) return {};
    const auto [at, is_new] = of_pictures_.try_emplace(colour + '\n' + opacity);
    if (!is_new) return at->second;
    std::string bytes = colour.empty() ? "" : read(colour);
    if (!opacity.empty() && opacity != colour) bytes = with_opacity(bytes, read(opacity));
    if (bytes.empty()) return {};
    const std::string name = picture_name(scene_, colour.empty() ? opacity : colour);
    at->second = soup_.textures.push_back({name, std::move(bytes)});
    return at->second;
}

Look SoupLooks::make_look(const FileMaterial& material) {
    Look look = material.look;
    look.name = plain_name(look.name);
    look.texture = texture_of(material);
    look.colour = share(look.colour, look.texture.exists() ? 1.f : grey);
    look.alpha_cutoff = share(look.alpha_cutoff, 0.5f);
    look.translucency = share(look.translucency, 0);
    look.roughness = share(look.roughness, 0.8f);
    if (look.texture.exists() && look.colour.isZero()) {
        soup_.log.warn(fmt::format(
            "material '{}': black times its texture; the texture is shown as it is", look.name));
        look.colour = Vec3f::Ones();
    }
    return look;
}

LookId SoupLooks::look_of(const FileMesh& mesh) {
    const bool exists = mesh.material < scene_.materials.size();
    const FileMaterial none = plain_material("");
    const FileMaterial& material = exists ? scene_.materials[mesh.material] : none;
    const auto [made, is_new] = of_material_.try_emplace(exists ? mesh.material : no_row);
    if (is_new) made->second = make_look(material);
    Look look = made->second;
    if (!look.texture.exists() && !mesh.colours.empty()) {
        const MeanColour mean = mean_colour(mesh.colours);
        if (mean.varies)
            soup_.log.warn(
                fmt::format("mesh '{}': colours that vary over its vertices; their mean is used",
                            plain_name(mesh.name)));
        look.colour = share(material.look.colour, 1).cwiseProduct(mean.colour);
    }
    const std::array colour = {look.colour.x(), look.colour.y(), look.colour.z()};
    const auto [at, is_first] = rows_.try_emplace({made->first, colour});
    if (is_first) at->second = soup_.looks.push_back(std::move(look));
    return at->second;
}

}  // namespace thigmo
