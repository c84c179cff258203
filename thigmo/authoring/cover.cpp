// Alpha sampled over triangles.
#include "thigmo/authoring/cover.h"

#include <algorithm>
#include <cmath>

#include "thigmo/base/error.h"

namespace thigmo {
namespace {

/// Rows from the top; v grows upwards and both repeat.
double alpha_at(const Image& image, const Vec2f& uv) {
    const auto wrap = [](float x) { return x - std::floor(x); };
    const int x =
        std::min(static_cast<int>(wrap(uv.x()) * static_cast<float>(image.width)), image.width - 1);
    const int y = std::min(static_cast<int>(wrap(1 - uv.y()) * static_cast<float>(image.height)),
                           image.height - 1);
    return image.at(x, y)[3] / 255.0;
}

}  // namespace

const std::optional<Image>& Cover::picture(TextureId texture) {
    const auto [at, is_new] = pictures_.try_emplace(texture);
    if (!is_new) return at->second;
    try {
        Image image = decode_image(soup_.textures[texture].bytes, soup_.textures[texture].name);
        const bool opaque =
            std::ranges::all_of(image.pixels, [](const auto& pixel) { return pixel[3] == 255; });
        if (!opaque) at->second = std::move(image);
    } catch (const InputError&) {
        // Drawing the plant will say so; here it covers all.
    }
    return at->second;
}

double Cover::share(LookId look, const TriangleMesh& mesh) {
    const TextureId texture = soup_.looks[look].texture;
    if (!texture.exists()) return 1;
    const std::optional<Image>& image = picture(texture);
    if (!image) return 1;
    double all = 0, left = 0;
    for (const auto& [i, j, k] : mesh.triangles) {
        const double area = (mesh.positions[j] - mesh.positions[i])
                                .cross(mesh.positions[k] - mesh.positions[i])
                                .norm();
        constexpr int side = 6;
        for (int u = 0; u < side; ++u)
            for (int v = 0; v < side - u; ++v) {
                const float a = (static_cast<float>(u) + 1.0f / 3) / side,
                            b = (static_cast<float>(v) + 1.0f / 3) / side;
                const Vec2f uv =
                    mesh.uvs[i] + a * (mesh.uvs[j] - mesh.uvs[i]) + b * (mesh.uvs[k] - mesh.uvs[i]);
                all += area;
                if (alpha_at(*image, uv) >= soup_.looks[look].alpha_cutoff) left += area;
            }
    }
    return all > 0 ? std::max(left / all, 0.01) : 1;
}

}  // namespace thigmo
