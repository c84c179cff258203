// What all that writes files needs of POSIX.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "thigmo/base/error.h"

namespace thigmo {

/// `path: what: ` and the system's own words for errno.
InputError system_error(const std::filesystem::path& path, std::string_view what);

/// A file descriptor that closes itself.
class Descriptor {
  public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    int number() const { return number_; }
    /// Whether all that was written has arrived.
    bool close();

  private:
    int number_;
};

/// What stands at the path, links followed; nothing when nothing does.
std::optional<struct stat> look_at(const std::filesystem::path& path);

/// Whether the path itself, no link followed, names what is open.
bool is_named(const Descriptor& open, const std::filesystem::path& path);

/// Waits until no other descriptor has the file or folder locked.
void lock(const Descriptor& file);

/// `named` is the path that an error tells.
void write_all(const Descriptor& file, std::string_view bytes, const std::filesystem::path& named);

/// Follows symbolic links to the file that they name, so that links stay links; the file itself
/// need not exist.
std::filesystem::path follow_links(std::filesystem::path path);

/// The folder that holds it.
std::filesystem::path folder_of(const std::filesystem::path& path);

/// Whether it is the folder or below it, by the names alone.
bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Names in a folder, none where it cannot be read. The iterators of the standard library end the
/// program when memory is short.
std::vector<std::string> entries_of(const std::filesystem::path& folder);

/// Makes the entries of a folder last; some file systems cannot, and need not.
void flush_folder(const std::filesystem::path& folder);

}  // namespace thigmo
