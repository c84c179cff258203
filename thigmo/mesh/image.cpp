// Encoding and decoding by stb.
#include "thigmo/mesh/image.h"

#include <fmt/format.h>
#include <stb_image.h>
#include <stb_image_write.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "thigmo/base/error.h"

namespace thigmo {
namespace {

constexpr int largest_side = 8192;

void append_bytes(void* text, void* data, int size) {
    static_cast<std::string*>(text)->append(static_cast<const char*>(data),
                                            static_cast<size_t>(size));
}

const stbi_uc* stb_bytes(std::string_view bytes) {
    return reinterpret_cast<const stbi_uc*>(bytes.data());
}
int stb_size(std::string_view bytes) {
    return static_cast<int>(std::min<size_t>(bytes.size(), INT32_MAX));
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
    std::vector<uint8_t> bytes;
    bytes.reserve(image.pixels.size() * static_cast<size_t>(channels));
    for (const auto& pixel : image.pixels)
        bytes.insert(bytes.end(), pixel.begin(), pixel.begin() + channels);
    std::string png;
    stbi_write_png_to_func(append_bytes, &png, image.width, image.height, channels, bytes.data(),
                           image.width * channels);
    return png;
}

ImageSize read_image_size(std::string_view bytes, std::string_view source) {
    ImageSize size;
    int channels = 0;
    if (stbi_info_from_memory(stb_bytes(bytes), stb_size(bytes), &size.width, &size.height,
                              &channels) == 0)
        throw InputError(fmt::format("{}: found no picture, expected PNG or JPEG", source));
    if (size.width > largest_side || size.height > largest_side)
        throw InputError(fmt::format("{}: picture of {}×{}, expected at most {} a side", source,
                                     size.width, size.height, largest_side));
    return size;
}

Image decode_image(std::string_view bytes, std::string_view source) {
    // Ask for the size first: a hostile header must not make us allocate.
    auto [width, height] = read_image_size(bytes, source);
    int channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
        stbi_load_from_memory(stb_bytes(bytes), stb_size(bytes), &width, &height, &channels, 4),
        stbi_image_free);
    if (!pixels)
        throw InputError(fmt::format("{}: damaged picture: {}", source, stbi_failure_reason()));
    Image image = make_image(width, height);
    std::memcpy(image.pixels.data(), pixels.get(), 4 * image.pixels.size());
    return image;
}

}  // namespace thigmo
