// Whole files: read, mapped into memory, and written so that a crash leaves the old or the new one.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace thigmo {

/// The file's bytes, or a pipe's until it ends; InputError when it cannot be read or holds more
/// than `limit` bytes.
std::string read_file(const std::filesystem::path& path, size_t limit = size_t{1} << 30);

/// Writes to `.NAME.part` beside the target, flushes to disk and renames: a kill at any moment
/// leaves the old file or the new one, and at most one such part, which the next writer clears.
/// Symbolic links stay, and so do the permissions of a file that is replaced; pipes and devices
/// are written directly. InputError when the target cannot be written.
void write_file(const std::filesystem::path& path, std::string_view bytes);

/// A file's bytes mapped read-only.
class MappedFile {
  public:
    explicit MappedFile(const std::filesystem::path& path);
    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::span<const std::byte> bytes() const { return {data_, size_}; }

  private:
    const std::byte* data_ = nullptr;
    size_t size_ = 0;
};

}  // namespace thigmo
