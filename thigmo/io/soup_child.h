// Foreign formats read in a child process: other people's readers crash, loop and grow on hostile
// files, and must not take the caller with them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "thigmo/base/progress.h"
#include "thigmo/io/soup_scene.h"

namespace thigmo {

/// With this the reader ends when it gets no more memory.
constexpr int reader_out_of_memory = 77;

/// What the reader may take.
struct ReaderLimits {
    uint64_t bytes;         // of memory, and of what it hands over
    unsigned seconds = 25;  // of its own work; four times that in all
};

/// In proportion to a file's size.
ReaderLimits reader_limits(uint64_t file_bytes);

/// The bytes of the program thigmo/io/mesh_reader, which the library carries in itself: so it is
/// found wherever the library is linked, and is always of the same version.
std::span<const std::byte> reader_program();

/// A scene as the reader gives it, checked. InputError for a reader that crashes or goes beyond a
/// limit; std::runtime_error with the reader's own words for a file that it does not understand.
FileScene read_in_child(const std::filesystem::path& path, const std::string& format,
                        const ReaderLimits& limits, Progress& progress);

}  // namespace thigmo
