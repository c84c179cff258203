// Radiance on the film, and its development into a picture.
#pragma once

#include <vector>

#include "thigmo/mesh/image.h"
#include "thigmo/render/camera.h"

namespace thigmo {

/// Linear RGB, rows from the top.
struct Film {
    int width = 0;
    int height = 0;
    std::vector<Vec3f> pixels;

    const Vec3f& at(int x, int y) const {
        return pixels[static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x)];
    }
};

/// Linear 0…1 to sRGB 0…255, what lies outside cut off; rounds up from 1 - dither of a step on.
uint8_t srgb_byte(float linear, float dither = 0.5f);

/// How light becomes colour: bright parts are compressed as on photographic film, or not at all.
enum class Tone { filmic, plain };

Image develop(const Film& film, Tone tone);

}  // namespace thigmo
