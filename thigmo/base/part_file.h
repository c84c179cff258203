// A file in the making, of which a reader sees all or nothing.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

namespace thigmo {

/// Stands as `.NAME.part` beside its target. `commit` flushes it to disk and renames it over the
/// target, at once or when the FileSet that it belongs to is committed. A kill at any moment leaves
/// the old file or the new one, and at most one such part, which the next writer clears; a lock
/// keeps two living writers apart. Symbolic links stay, and so do the permissions of a file that is
/// replaced. InputError when the target cannot be written, or is an input of the FileSet.
class PartFile {
  public:
    explicit PartFile(const std::filesystem::path& target);
    /// Removes the part unless it was committed.
    ~PartFile();

    /// Where another program may write it, without making it anew.
    const std::filesystem::path& path() const;
    void write(std::string_view bytes);
    /// Replaces bytes that were written before; the next `write` still goes to the end.
    void overwrite(size_t at, std::string_view bytes);
    /// Drops what was written from `size` bytes on.
    void shorten(size_t size);
    /// The last call.
    void commit();

  private:
    class Staged;
    std::unique_ptr<Staged> staged_;
};

}  // namespace thigmo
