// Tone mapping.
#include "thigmo/render/film.h"

#include <algorithm>
#include <cmath>

#include "thigmo/base/random.h"

namespace thigmo {
namespace {

/// A shoulder that keeps black at 0, middle tones as they are and lets 1 arrive softly.
float filmic(float x) {
    // The rational fit to the ACES film curve by Narkowicz 2015.
    x = std::max(0.0f, 0.85f * x);
    return std::min(1.0f, x * (2.51f * x + 0.03f) / (x * (2.43f * x + 0.59f) + 0.14f));
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
        // Half a step of noise keeps the sky from banding.
        const float dither = 0.25f + 0.5f * static_cast<float>(mix(i) >> 40) * 0x1p-24f;
        for (int c = 0; c < 3; ++c) {
            const float light = film.pixels[i][c];
            image.pixels[i][static_cast<size_t>(c)] =
                srgb_byte(tone == Tone::filmic ? filmic(light) : light, dither);
        }
    }
    return image;
}

}  // namespace thigmo
