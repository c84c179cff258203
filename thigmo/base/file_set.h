// The files of one piece of work: what it reads is not written over, and what it writes is put in
// place together, at its very end.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "thigmo/base/error.h"

namespace thigmo {

/// An input of the work is among its outputs.
class OverwriteError : public InputError {
  public:
    using InputError::InputError;
};

/// A file or folder that stands whole beside its place; removed unless it is put there.
class FilePart {
  public:
    virtual ~FilePart() = default;
    /// Where it is to stand, links followed.
    virtual const std::filesystem::path& target() const = 0;
    /// Whether what stands at the target goes away with all that was put into it meanwhile.
    virtual bool is_folder() const { return false; }
    /// Does all that may fail but for the renames.
    virtual void prepare() {}
    /// No more than a rename, so that those of a set follow each other closely.
    virtual void place() = 0;
    /// Makes it last, and clears what it replaced; what is not cleared, the next writer clears.
    virtual void settle() = 0;
};

/// While one lives, all that its thread finishes writing waits for `commit`, and all that it reads
/// is remembered. A set within a set hands its parts on to the outer one. Sets of a thread end in
/// the opposite order of their beginning.
class FileSet {
  public:
    FileSet();
    /// Removes what was not committed.
    ~FileSet();
    FileSet(const FileSet&) = delete;
    FileSet& operator=(const FileSet&) = delete;

    /// Puts all in place by renames in a row, in the order in which they were finished: what names
    /// others is finished after them. A folder alone comes before what is put into it.
    void commit();

    /// Hands a finished part to the thread's innermost set. Where there is no set, the part is put
    /// in place at once, and the functions below do nothing.
    static void add(std::unique_ptr<FilePart> part);
    /// Drops a finished part that another one is to replace.
    static void drop(const std::filesystem::path& target);
    /// OverwriteError where the file is announced as an output.
    static void note_input(const std::filesystem::path& path);
    /// Says what will be written, so that it is refused as an input from now on. OverwriteError
    /// where it is one already.
    static void note_output(const std::filesystem::path& path);

  private:
    /// A file by its place on the disk and by its path without links.
    struct Identity {
        dev_t device = 0;
        ino_t number = 0;
        std::filesystem::path path;
        bool operator==(const Identity& other) const;
    };
    static void place(std::vector<std::unique_ptr<FilePart>>& parts);
    static void put_folders_first(std::vector<std::unique_ptr<FilePart>>& parts);
    static Identity identify(const std::filesystem::path& path);
    static bool finds(std::vector<Identity> FileSet::*list, const Identity& wanted);

    FileSet* outer_;
    std::vector<std::unique_ptr<FilePart>> parts_;
    std::vector<Identity> inputs_, outputs_;
};

}  // namespace thigmo
