// Finding, checking and combining pictures.
#include "thigmo/io/soup_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
#include "thigmo/base/file_set.h"
#include "thigmo/mesh/image.h"
#include "thigmo/plant/drawn.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;

constexpr size_t most_bytes = size_t{1} << 28;

/// %20 and the like as the characters that they stand for.
std::string without_escapes(std::string_view name) {
    const auto digit = [](char c) {
        return c >= '0' && c <= '9'                 ? c - '0'
               : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                    : -1;
    };
    std::string text;
    for (size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '%' && i + 2 < name.size() && digit(name[i + 1]) >= 0 &&
            digit(name[i + 2]) >= 0) {
            text += static_cast<char>(16 * digit(name[i + 1]) + digit(name[i + 2]));
            i += 2;
        } else {
            text += name[i];
        }
    }
    return text;
}

bool is_png_or_jpeg(std::string_view bytes) {
    return bytes.starts_with("\x89PNG") || bytes.starts_with("\xff\xd8\xff");
}

/// Share of the picture that a point of another, larger or smaller, stands at.
const std::array<uint8_t, 4>& sample(const Image& image, int x, int y, const Image& other) {
    return image.at(x * image.width / other.width, y * image.height / other.height);
}

}  // namespace

std::optional<fs::path> find_beside(const fs::path& file, std::string name) {
    std::ranges::replace(name, '\\', '/');
    for (const std::string& spelled : {name, without_escapes(name)}) {
        const fs::path path = spelled;
        for (const fs::path& candidate :
             {file.parent_path() / path, file.parent_path() / path.filename()}) {
            std::error_code ignored;
            if (path.has_filename() && fs::is_regular_file(candidate, ignored)) return candidate;
        }
    }
    return std::nullopt;
}

std::string picture_name(const FileScene& scene, const std::string& name) {
    const auto inside = scene.pictures.find(name);
    std::string own =
        inside != scene.pictures.end() && !inside->second.name.empty() ? inside->second.name : name;
    std::ranges::replace(own, '\\', '/');
    return plain_name(fs::path(own).stem().string());
}

std::string read_picture(const FileScene& scene, const fs::path& path, const std::string& name,
                         uint64_t& pixels, Log& log) {
    const std::string shown = plain_name(name);
    try {
        std::string bytes;
        if (const auto inside = scene.pictures.find(name); inside != scene.pictures.end()) {
            bytes = inside->second.bytes;
        } else if (const auto beside = find_beside(path, name)) {
            bytes = read_file(*beside, most_bytes);
        } else {
            log.warn(fmt::format("texture '{}' is missing", shown));
            return {};
        }
        const std::string source = fmt::format("texture '{}'", shown);
        const ImageSize size = read_image_size(bytes, source);
        pixels += static_cast<uint64_t>(size.width) * static_cast<uint64_t>(size.height);
        if (pixels > pixel_limit)
            throw InputError(
                fmt::format("{}: {} pixels in all pictures so far, expected at most {}", source,
                            pixels, pixel_limit));
        const Image image = decode_image(bytes, source);
        return is_png_or_jpeg(bytes) ? bytes : encode_png(image);
    } catch (const OverwriteError&) {
        throw;
    } catch (const InputError& error) {
        log.warn(fmt::format("{}; left out", error.what()));
        return {};
    }
}

std::string with_opacity(const std::string& colour, const std::string& opacity) {
    if (opacity.empty()) return colour;
    const Image mask = decode_image(opacity, "opacity");
    const bool has_alpha =
        std::ranges::any_of(mask.pixels, [](const auto& pixel) { return pixel[3] != 255; });
    Image image = colour.empty() ? make_image(mask.width, mask.height, {255, 255, 255, 255})
                                 : decode_image(colour, "colour");
    for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x) {
            const auto& pixel = sample(mask, x, y, image);
            const int grey = (pixel[0] + pixel[1] + pixel[2]) / 3;
            image.at(x, y)[3] = has_alpha ? pixel[3] : static_cast<uint8_t>(grey);
        }
    return encode_png(image);
}

}  // namespace thigmo
