// Tone mapping.
#include "thigmo/render/film.h"

#include <algorithm>
#include <cmath>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

/// Black stays at 0, bright parts arrive softly at 1, and the colour that this takes is given back.
Vec3f filmic(const Vec3f& light) {
    constexpr float exposure = 0.85f, saturation = 1.15f;
    // The rational fit to the ACES film curve by Narkowicz 2015.
    const Eigen::Array3f x = exposure * light.array().max(0);
    const Vec3f curve = x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f);
    const float grey = curve.dot(Vec3f(0.2126f, 0.7152f, 0.0722f));
    return Vec3f::Constant(grey) + saturation * (curve - Vec3f::Constant(grey));
}

}  // namespace

uint8_t srgb_byte(float linear, float dither) {
    const float x = std::clamp(linear, 0.0f, 1.0f);
    const float value = x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1 / 2.4f) - 0.055f;
    return static_cast<uint8_t>(std::min(255.0f, std::floor(255 * value + dither)));
}

Image develop(const Film& film, Tone tone) {
    Image image = make_image(film.width, film.height);
    for (size_t i = 0; i < film.pixels.size(); ++i) {
        const Vec3f colour = tone == Tone::filmic ? filmic(film.pixels[i]) : film.pixels[i];
        // Half a step of noise keeps the sky from banding.
        const float dither = 0.25f + 0.5f * static_cast<float>(mix(i) >> 40) * 0x1p-24f;
        for (int c = 0; c < 3; ++c)
            image.pixels[i][static_cast<size_t>(c)] = srgb_byte(colour[c], dither);
    }
    return image;
}

}  // namespace thigmo
