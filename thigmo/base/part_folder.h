// A folder in the making, of which a reader sees all or nothing.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "thigmo/base/foreign_files.h"

namespace thigmo {

/// Stands as `.NAME.part` beside its target. `commit` puts it in place, at once or when the FileSet
/// that it belongs to is committed, by one rename: a kill at any moment leaves the old folder or
/// the new one. Files of others in the old folder are carried over before (foreign_files.h).
///
/// The folder that this program works in, one on another disk than that above it, and one of a file
/// system that cannot exchange two folders stay the same folder: the part stands within, and its
/// files are renamed one after the other, in the order of writing.
///
/// A kill leaves at most one such part, which the next writer clears; a lock keeps two living
/// writers apart. InputError when the target cannot be written.
class PartFolder {
  public:
    /// Tells by the name within the folder whether such work writes that file. What a former one
    /// wrote and this one does not goes away.
    using Own = OwnName;

    PartFolder(const std::filesystem::path& target, Own own);
    /// Renames file by file whatever the folder holds; `label` tells several such works apart.
    PartFolder(const std::filesystem::path& target, const std::string& label);
    /// Removes the part unless it was committed, with the folders that were made for it.
    ~PartFolder();
    PartFolder(PartFolder&&) noexcept;

    /// InputError when it cannot be written, or is an input of the FileSet.
    void write(const std::string& name, std::string_view bytes);
    /// The last call.
    void commit();

  private:
    class Staged;
    std::unique_ptr<Staged> staged_;
};

}  // namespace thigmo
