// Encoding and decoding by stb.
#include "thigmo/mesh/image.h"

#include <fmt/format.h>
#include <stb_image.h>
#include <stb_image_write.h>

#include <algorithm>
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

}  // namespace

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

Image decode_image(std::string_view bytes, std::string_view source) {
    const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
    const int size = static_cast<int>(std::min<size_t>(bytes.size(), INT32_MAX));
    int width = 0, height = 0, channels = 0;
    // Ask for the size first: a hostile header must not make us allocate.
    if (stbi_info_from_memory(data, size, &width, &height, &channels) == 0)
        throw InputError(fmt::format("{}: found no picture, expected PNG or JPEG", source));
    if (width > largest_side || height > largest_side)
        throw InputError(fmt::format("{}: picture of {}×{}, expected at most {} a side", source,
                                     width, height, largest_side));
    const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
        stbi_load_from_memory(data, size, &width, &height, &channels, 4), stbi_image_free);
    if (!pixels)
        throw InputError(fmt::format("{}: damaged picture: {}", source, stbi_failure_reason()));
    Image image = make_image(width, height);
    std::memcpy(image.pixels.data(), pixels.get(), 4 * image.pixels.size());
    return image;
}

}  // namespace thigmo
