// Bilinear lookup.
#include "thigmo/render/texture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "thigmo/plant/drawn.h"

namespace thigmo {
namespace {

std::array<float, 256> make_linear_table() {
    std::array<float, 256> table{};
    for (size_t i = 0; i < 256; ++i) table[i] = linear_from_srgb(static_cast<float>(i) / 255);
    return table;
}

/// The four pixels about a point and their weights.
struct Corners {
    std::array<const std::array<uint8_t, 4>*, 4> pixel;
    std::array<float, 4> weight;
};

int wrap(int i, int size) {
    const int rest = i % size;
    return rest < 0 ? rest + size : rest;
}

Corners corners(const Image& image, const Vec2f& uv) {
    const float u = uv.x() - std::floor(uv.x()), v = uv.y() - std::floor(uv.y());
    const float x = u * static_cast<float>(image.width) - 0.5f;
    const float y = (1 - v) * static_cast<float>(image.height) - 0.5f;
    const float x0 = std::floor(x), y0 = std::floor(y), fx = x - x0, fy = y - y0;
    const int left = wrap(static_cast<int>(x0), image.width);
    const int right = wrap(static_cast<int>(x0) + 1, image.width);
    const int top = wrap(static_cast<int>(y0), image.height);
    const int bottom = wrap(static_cast<int>(y0) + 1, image.height);
    return {{&image.at(left, top), &image.at(right, top), &image.at(left, bottom),
             &image.at(right, bottom)},
            {(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy}};
}

}  // namespace

Vec3f TextureMap::colour(const Vec2f& uv) const {
    static const std::array<float, 256> linear = make_linear_table();
    const Corners near = corners(image_, uv);
    Vec3f sum = Vec3f::Zero();
    float weights = 0;
    for (size_t i = 0; i < 4; ++i) {
        const auto& p = *near.pixel[i];
        const float weight = near.weight[i] * (static_cast<float>(p[3]) + 1e-3f);
        sum += weight * Vec3f(linear[p[0]], linear[p[1]], linear[p[2]]);
        weights += weight;
    }
    return sum / weights;
}

float TextureMap::alpha(const Vec2f& uv) const {
    const Corners near = corners(image_, uv);
    float sum = 0;
    for (size_t i = 0; i < 4; ++i) sum += near.weight[i] * static_cast<float>((*near.pixel[i])[3]);
    return sum / 255;
}

bool TextureMap::cuts(float cutoff) const {
    return std::any_of(image_.pixels.begin(), image_.pixels.end(),
                       [&](const auto& p) { return static_cast<float>(p[3]) < 255 * cutoff; });
}

Looks load_looks(const Plant& plant) {
    check_pictures(plant);
    Looks looks;
    looks.texture.resize(plant.looks.size(), -1);
    looks.masked.resize(plant.looks.size(), 0);
    Column<TextureId, int> slots(plant.textures.size(), -1);
    for (const LookId look : plant.looks.rows()) {
        const TextureId texture = plant.looks[look].texture;
        if (!texture.exists()) continue;
        int& slot = slots[texture];
        if (slot < 0) {
            slot = static_cast<int>(looks.textures.size());
            const std::string source =
                fmt::format("{}: texture {}", title(plant), plant.textures[texture].name);
            looks.textures.emplace_back(decode_image(plant.textures[texture].bytes, source));
        }
        looks.texture[look] = slot;
        const TextureMap& map = looks.textures[static_cast<size_t>(slot)];
        looks.masked[look] = map.cuts(plant.looks[look].alpha_cutoff);
    }
    return looks;
}

}  // namespace thigmo
