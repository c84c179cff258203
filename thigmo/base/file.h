// Whole files: read, mapped into memory, and written so that a crash leaves the old or the new one.
// All take part in the thread's FileSet.
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

/// Writes a PartFile (part_file.h) whole; pipes and devices are written directly.
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
