// Where the frames of a moving picture go: a film by ffmpeg, or numbered pictures.
#pragma once

#include <filesystem>
#include <memory>

#include "thigmo/mesh/image.h"

namespace thigmo {

/// Takes frames of one size in order. One that is destroyed before finish() leaves no film.
class FrameSink {
  public:
    virtual ~FrameSink() = default;
    virtual void write(const Image& frame) = 0;
    /// The file is whole after this.
    virtual void finish() = 0;
};

/// Whether the name is that of a picture: .png, .jpg or .jpeg.
bool names_picture(const std::filesystem::path& path);

/// The bytes of a picture whose name tells its format.
std::string encode_picture(const std::filesystem::path& path, const Image& image);

/// Whether open_frames takes a file of this name.
bool names_frames(const std::filesystem::path& path);

/// By the name: .mp4 .mov .webm .gif .webp .apng a film; a folder (that exists, or ends in /) or a
/// pattern such as leaf-%04d.png or leaf-%04d.jpg numbered pictures from 0, put in place together.
/// InputError for any other name.
std::unique_ptr<FrameSink> open_frames(const std::filesystem::path& path, int frames_per_second);

}  // namespace thigmo
