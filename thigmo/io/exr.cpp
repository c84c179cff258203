// OpenEXR by tinyexr, whose header stays in this file.
#include "thigmo/io/exr.h"

#include <fmt/format.h>
#include <tinyexr.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "thigmo/base/assert.h"
#include "thigmo/base/error.h"

namespace thigmo {
namespace {

/// Names in the order in which the format wants channels: of the alphabet.
constexpr std::array<const char*, 4> names = {"R", "G", "B", "A"};
constexpr std::array<int, 4> alphabetical = {3, 2, 1, 0};  // A, B, G, R

}  // namespace

std::string encode_exr(const FloatImage& image) {
    const auto pixels = static_cast<size_t>(image.width) * static_cast<size_t>(image.height);
    const auto channels = static_cast<size_t>(image.channels);
    THIGMO_ASSERT(image.values.size() == pixels * channels && channels >= 1 && channels <= 4);
    if (pixels == 0)
        throw InputError(fmt::format("EXR: found {} × {} pixels, expected at least one",
                                     image.width, image.height));
    std::vector<std::vector<float>> planes;
    std::vector<EXRChannelInfo> infos;
    for (const int channel : alphabetical) {
        if (channel >= image.channels) continue;
        std::vector<float> plane(pixels);
        for (size_t i = 0; i < pixels; ++i)
            plane[i] = image.values[i * channels + static_cast<size_t>(channel)];
        planes.push_back(std::move(plane));
        EXRChannelInfo info{};
        std::strcpy(info.name, names[static_cast<size_t>(channel)]);
        infos.push_back(info);
    }
    std::vector<unsigned char*> pointers;
    for (std::vector<float>& plane : planes)
        pointers.push_back(reinterpret_cast<unsigned char*>(plane.data()));
    std::vector<int> types(channels, TINYEXR_PIXELTYPE_FLOAT);
    EXRImage picture;
    InitEXRImage(&picture);
    picture.num_channels = image.channels;
    picture.images = pointers.data();
    picture.width = image.width;
    picture.height = image.height;
    EXRHeader header;
    InitEXRHeader(&header);
    header.num_channels = image.channels;
    header.channels = infos.data();
    header.pixel_types = types.data();
    header.requested_pixel_types = types.data();
    header.compression_type = TINYEXR_COMPRESSIONTYPE_ZIP;
    unsigned char* bytes = nullptr;
    const char* message = nullptr;
    const size_t size = SaveEXRImageToMemory(&picture, &header, &bytes, &message);
    if (size == 0) {
        const std::string reason = message != nullptr ? message : "no reason given";
        FreeEXRErrorMessage(message);
        throw InputError(fmt::format("EXR: tinyexr cannot write it: {}", reason));
    }
    std::string file(reinterpret_cast<const char*>(bytes), size);
    std::free(bytes);
    return file;
}

}  // namespace thigmo
