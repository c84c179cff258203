// Pictures of other people, by stb_image with memory of our own: a head of a few bytes can ask for
// gigabytes, and so can what is packed behind it. Declared in image.h.
#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "thigmo/base/error.h"
#include "thigmo/base/utf8.h"
#include "thigmo/mesh/image.h"

namespace {

/// The bytes that the picture being decoded may still take.
thread_local size_t bytes_left = 0;

/// A block, with its size before it.
void* take_block(size_t size) {
    constexpr size_t head = alignof(std::max_align_t);
    if (size > bytes_left) return nullptr;
    auto* block = static_cast<std::byte*>(std::malloc(head + size));
    if (block == nullptr) return nullptr;
    bytes_left -= size;
    std::memcpy(block, &size, sizeof size);
    return block + head;
}

void free_block(void* block) {
    if (block == nullptr) return;
    std::byte* start = static_cast<std::byte*>(block) - alignof(std::max_align_t);
    size_t size = 0;
    std::memcpy(&size, start, sizeof size);
    bytes_left += size;
    std::free(start);
}

void* resize_block(void* block, size_t old_size, size_t size) {
    void* resized = take_block(size);
    if (resized == nullptr) return nullptr;
    if (block != nullptr) std::memcpy(resized, block, std::min(old_size, size));
    free_block(block);
    return resized;
}

}  // namespace

#define STBI_MALLOC(size) take_block(size)
#define STBI_REALLOC_SIZED(block, old_size, size) resize_block(block, old_size, size)
#define STBI_FREE(block) free_block(block)
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_TGA
#define STBI_ONLY_BMP
#define STBI_NO_STDIO
#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>

namespace thigmo {
namespace {

constexpr int largest_side = 8192;
constexpr size_t most_scans = 100;  // of a JPEG, each over all of its pixels; 10 are usual

const stbi_uc* stb_bytes(std::string_view bytes) {
    return reinterpret_cast<const stbi_uc*>(bytes.data());
}
int stb_size(std::string_view bytes) {
    return static_cast<int>(std::min<size_t>(bytes.size(), INT32_MAX));
}

/// What decoding may take: 8 bytes a pixel, and enough for what small pictures are packed in.
size_t most_bytes(const ImageSize& size, std::string_view bytes) {
    constexpr size_t enough = 96 << 20;
    return 8 * static_cast<size_t>(size.width) * static_cast<size_t>(size.height) + enough +
           2 * bytes.size();
}

void check_scans(std::string_view bytes, std::string_view source) {
    if (!bytes.starts_with("\xff\xd8")) return;
    size_t scans = 0;
    for (size_t at = bytes.find("\xff\xda"); at != bytes.npos; at = bytes.find("\xff\xda", at + 2))
        ++scans;
    if (scans > most_scans)
        throw InputError(fmt::format("{}: found a JPEG of {} scans, expected at most {}", source,
                                     scans, most_scans));
}

}  // namespace

ImageSize read_image_size(std::string_view bytes, std::string_view source) {
    ImageSize size;
    int channels = 0;
    bytes_left = most_bytes({}, bytes);
    if (stbi_info_from_memory(stb_bytes(bytes), stb_size(bytes), &size.width, &size.height,
                              &channels) == 0)
        throw InputError(fmt::format("{}: found no picture, expected PNG or JPEG", source));
    // A BMP whose rows go downwards has a negative height.
    if (size.height < 0) size.height = size.height < -largest_side ? INT_MAX : -size.height;
    if (size.width > largest_side || size.height > largest_side)
        throw InputError(fmt::format("{}: picture of {}×{}, expected at most {} a side", source,
                                     size.width, size.height, largest_side));
    return size;
}

Image decode_image(std::string_view bytes, std::string_view source) {
    const ImageSize size = read_image_size(bytes, source);
    check_scans(bytes, source);
    bytes_left = most_bytes(size, bytes);
    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
        stbi_load_from_memory(stb_bytes(bytes), stb_size(bytes), &width, &height, &channels, 4),
        stbi_image_free);
    if (!pixels)
        throw InputError(
            fmt::format("{}: damaged picture: {}", source,
                        clean_text(stbi_failure_reason(), 60)));  // may quote its bytes
    Image image = make_image(width, height);
    std::memcpy(image.pixels.data(), pixels.get(), 4 * image.pixels.size());
    return image;
}

}  // namespace thigmo
