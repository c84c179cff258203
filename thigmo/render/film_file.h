// Films written by the program ffmpeg.
#pragma once

#include <filesystem>
#include <memory>

#include "thigmo/render/frame_sink.h"

namespace thigmo {

/// Whether the name's suffix tells a format of films.
bool is_film(const std::filesystem::path& path);

/// A film of the format that the name's suffix tells, written beside and renamed when finished;
/// null for a suffix that is none. InputError when ffmpeg is missing, or with its last line when it
/// fails.
std::unique_ptr<FrameSink> open_film(const std::filesystem::path& path, int frames_per_second);

}  // namespace thigmo
