// Numbered pictures, and the choice between them and a film.
#include "thigmo/render/frame_sink.h"

#include <fmt/format.h>
#include <stb_image_write.h>

#include <optional>
#include <string>

#include "thigmo/base/error.h"
#include "thigmo/base/part_folder.h"
#include "thigmo/render/film_file.h"

namespace thigmo {
namespace {

/// Without its alpha, at a quality that shows no blocks.
std::string encode_jpg(const Image& image) {
    constexpr int channels = 4, quality = 92;
    std::string jpg;
    const auto append = [](void* to, void* bytes, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(bytes),
                                              static_cast<size_t>(size));
    };
    stbi_write_jpg_to_func(append, &jpg, image.width, image.height, channels, image.pixels.data(),
                           quality);
    return jpg;
}

/// A name with a number in it.
struct Pattern {
    std::string before;
    int digits = 1;
    std::string after;
    std::string name(int number) const {
        return fmt::format("{}{:0{}}{}", before, number, digits, after);
    }
};

/// One picture per frame, all put in place together.
class NumberedPictures final : public FrameSink {
  public:
    NumberedPictures(const std::filesystem::path& folder, const Pattern& pattern)
        : pattern_(pattern),
          folder_(folder, fmt::format("{}%{}d{}", pattern.before, pattern.digits, pattern.after)) {}

    void write(const Image& frame) override {
        const std::string name = pattern_.name(number_++);
        folder_.write(name, encode_picture(name, frame));
    }
    void finish() override { folder_.commit(); }

  private:
    Pattern pattern_;
    PartFolder folder_;
    int number_ = 0;
};

/// `%d` or `%04d` in the name of a file; nothing when there is none. InputError where there is
/// more.
std::optional<Pattern> find_pattern(const std::filesystem::path& path) {
    const std::string name = path.filename().string();
    const size_t percent = name.find('%');
    if (percent == std::string::npos) return std::nullopt;
    size_t end = percent + 1;
    if (end < name.size() && name[end] == '0') ++end;
    int digits = 1;
    if (end < name.size() && name[end] >= '1' && name[end] <= '9') digits = name[end++] - '0';
    if (end >= name.size() || name[end] != 'd' || !names_picture(name)) return std::nullopt;
    if (name.find('%', end) != std::string::npos)
        throw InputError(
            fmt::format("{}: found a second %, expected one number in the name, such as "
                        "frame-%04d.png",
                        path.string()));
    return Pattern{name.substr(0, percent), digits, name.substr(end + 1)};
}

std::unique_ptr<FrameSink> open_pattern(const std::filesystem::path& path, const Pattern& pattern) {
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    if (!std::filesystem::is_directory(folder))
        throw InputError(fmt::format("{}: there is no folder {}", path.string(), folder.string()));
    return std::make_unique<NumberedPictures>(folder, pattern);
}

}  // namespace

bool names_picture(const std::filesystem::path& path) {
    const std::string suffix = path.extension().string();
    return suffix == ".png" || suffix == ".jpg" || suffix == ".jpeg";
}

std::string encode_picture(const std::filesystem::path& path, const Image& image) {
    return path.extension() == ".png" ? encode_png(image) : encode_jpg(image);
}

bool names_frames(const std::filesystem::path& path) {
    return path.filename().empty() || std::filesystem::is_directory(path) || find_pattern(path) ||
           is_film(path);
}

std::unique_ptr<FrameSink> open_frames(const std::filesystem::path& path, int frames_per_second) {
    if (path.filename().empty() || std::filesystem::is_directory(path))
        return std::make_unique<NumberedPictures>(path, Pattern{"frame-", 4, ".png"});
    if (const auto pattern = find_pattern(path)) return open_pattern(path, *pattern);
    if (auto film = open_film(path, frames_per_second)) return film;
    throw InputError(fmt::format(
        "{}: found no kind of film in this name, expected .mp4 .mov .webm .gif .webp .apng, a "
        "folder, or a pattern such as frame-%04d.png or .jpg",
        path.string()));
}

}  // namespace thigmo
