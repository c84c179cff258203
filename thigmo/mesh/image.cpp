// Pictures made, and encoded by stb.
#include "thigmo/mesh/image.h"

#include <stb_image_write.h>

#include <algorithm>
#include <cmath>

namespace thigmo {
namespace {

void append_bytes(void* text, void* data, int size) {
    static_cast<std::string*>(text)->append(static_cast<const char*>(data),
                                            static_cast<size_t>(size));
}

}  // namespace

float linear_from_srgb(float value) {
    return value <= 0.04045f ? value / 12.92f : std::pow((value + 0.055f) / 1.055f, 2.4f);
}

Image make_image(int width, int height, std::array<uint8_t, 4> colour) {
    return {width, height,
            std::vector(static_cast<size_t>(width) * static_cast<size_t>(height), colour)};
}

std::string encode_png(const Image& image) {
    const bool opaque = std::all_of(image.pixels.begin(), image.pixels.end(),
                                    [](const auto& pixel) { return pixel[3] == 255; });
    const int channels = opaque ? 3 : 4;
    std::vector<uint8_t> three;  // bytes a pixel
    if (opaque) {
        three.reserve(image.pixels.size() * 3);
        for (const auto& pixel : image.pixels)
            three.insert(three.end(), pixel.begin(), pixel.begin() + 3);
    }
    std::string png;
    stbi_write_png_to_func(append_bytes, &png, image.width, image.height, channels,
                           opaque ? static_cast<const void*>(three.data()) : image.pixels.data(),
                           image.width * channels);
    return png;
}

}  // namespace thigmo
