// Pictures in memory: 8-bit RGBA, and their PNG form.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thigmo {

/// Rows from the top, sRGB with straight alpha.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::array<uint8_t, 4>> pixels;

    std::array<uint8_t, 4>& at(int x, int y) { return pixels[index(x, y)]; }
    const std::array<uint8_t, 4>& at(int x, int y) const { return pixels[index(x, y)]; }
    bool operator==(const Image&) const = default;

  private:
    size_t index(int x, int y) const {
        return static_cast<size_t>(y) * static_cast<size_t>(width) + static_cast<size_t>(x);
    }
};

/// sRGB to linear, both 0…1.
float linear_from_srgb(float value);

/// A picture of one colour.
Image make_image(int width, int height, std::array<uint8_t, 4> colour = {0, 0, 0, 255});

/// PNG bytes; without alpha where every pixel is opaque.
std::string encode_png(const Image& image);

struct ImageSize {
    int width = 0, height = 0;
};

/// Of PNG or JPEG bytes, from their head alone; InputError as from decode_image.
ImageSize read_image_size(std::string_view bytes, std::string_view source);

/// Decodes PNG or JPEG bytes; InputError names `source` when they are neither, or larger than
/// 8192 pixels on a side.
Image decode_image(std::string_view bytes, std::string_view source);

}  // namespace thigmo
