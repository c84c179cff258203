// Numbered pictures, and the choice between them and a film.
#include "thigmo/render/frame_sink.h"

#include <fmt/format.h>
#include <stb_image_write.h>

#include <string>

#include "thigmo/base/error.h"
#include "thigmo/base/file.h"
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

/// One picture per frame, the number between two halves of the name.
class NumberedPictures final : public FrameSink {
  public:
    NumberedPictures(std::string before, int digits, std::string after)
        : before_(std::move(before)), digits_(digits), after_(std::move(after)) {}

    void write(const Image& frame) override {
        const std::string name = fmt::format("{}{:0{}}{}", before_, number_++, digits_, after_);
        write_file(name, encode_picture(name, frame));
    }
    void finish() override {}

  private:
    std::string before_;
    int digits_;
    std::string after_;
    int number_ = 0;
};

std::unique_ptr<FrameSink> open_folder(const std::filesystem::path& path) {
    std::error_code failed;
    std::filesystem::create_directories(path, failed);
    if (!std::filesystem::is_directory(path))
        throw InputError(fmt::format("{}: cannot make the folder: {}", path.string(),
                                     failed ? failed.message() : "a file has its name"));
    return std::make_unique<NumberedPictures>((path / "frame-").string(), 4, ".png");
}

/// `%d` or `%04d` in the name; null when there is none. InputError where there is more.
std::unique_ptr<FrameSink> open_pattern(const std::string& name) {
    const size_t percent = name.find('%');
    if (percent == std::string::npos) return nullptr;
    size_t end = percent + 1;
    if (end < name.size() && name[end] == '0') ++end;
    int digits = 1;
    if (end < name.size() && name[end] >= '1' && name[end] <= '9') digits = name[end++] - '0';
    if (end >= name.size() || name[end] != 'd' || !names_picture(name)) return nullptr;
    if (name.find('%', end) != std::string::npos)
        throw InputError(
            fmt::format("{}: found a second %, expected one number in the name, such as "
                        "frame-%04d.png",
                        name));
    return std::make_unique<NumberedPictures>(name.substr(0, percent), digits,
                                              name.substr(end + 1));
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
    return path.filename().empty() || std::filesystem::is_directory(path) ||
           open_pattern(path.string()) != nullptr || is_film(path);
}

std::unique_ptr<FrameSink> open_frames(const std::filesystem::path& path, int frames_per_second) {
    if (path.filename().empty() || std::filesystem::is_directory(path)) return open_folder(path);
    if (auto pictures = open_pattern(path.string())) return pictures;
    if (auto film = open_film(path, frames_per_second)) return film;
    throw InputError(fmt::format(
        "{}: found no kind of film in this name, expected .mp4 .mov .webm .gif .webp .apng, a "
        "folder, or a pattern such as frame-%04d.png or .jpg",
        path.string()));
}

}  // namespace thigmo
