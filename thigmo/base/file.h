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

/// A file in the making: `.NAME.part` beside its target, flushed to disk and renamed over it by
/// `commit`. A kill at any moment leaves the old file or the new one, and at most one such part,
/// which the next writer clears; a lock keeps two living writers apart. Symbolic links stay, and so
/// do the permissions of a file that is replaced. InputError when the target cannot be written.
class PartFile {
  public:
    explicit PartFile(const std::filesystem::path& target);
    /// Removes the part unless it was committed.
    ~PartFile();
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;

    /// Where another program may write it, without making it anew.
    const std::filesystem::path& path() const { return part_; }
    void write(std::string_view bytes);
    /// Replaces bytes that were written before; the next `write` still goes to the end.
    void overwrite(size_t at, std::string_view bytes);
    /// Drops what was written from `size` bytes on.
    void shorten(size_t size);
    void commit();

  private:
    std::filesystem::path named_, target_, part_;
    int file_ = -1;
};

/// Writes a PartFile whole; pipes and devices are written directly.
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
