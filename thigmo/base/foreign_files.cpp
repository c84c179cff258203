// Walks over folders by names, without the iterators of the standard library (posix_file.h).
#include "thigmo/base/foreign_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <system_error>

#include "thigmo/base/posix_file.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;

std::string parent_of(const std::string& name) {
    return fs::path(name).parent_path();
}

/// The root of another disk, or of a part of this one that is mounted here too.
bool is_mount(const fs::path& path) {
    struct statx info {};
    return ::statx(AT_FDCWD, path.c_str(), AT_SYMLINK_NOFOLLOW, 0, &info) == 0 &&
           (info.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

void check_entry(const FolderEntry& entry, dev_t disk, const fs::path& folder,
                 const fs::path& named) {
    const mode_t mode = entry.info.st_mode;
    const fs::path path = folder / entry.name;
    if (!S_ISREG(mode) && !S_ISLNK(mode) && !S_ISDIR(mode))
        throw InputError(
            fmt::format("{}: found a stream or a device, expected files, links and folders alone "
                        "in a folder that is written anew",
                        (named / entry.name).string()));
    // Files of layered file systems have numbers of disks of their own.
    if (is_mount(path) || (S_ISDIR(mode) && entry.info.st_dev != disk))
        throw InputError(
            fmt::format("{}: found another disk mounted there, expected the same disk "
                        "throughout a folder that is written anew",
                        (named / entry.name).string()));
    if (S_ISDIR(mode) && ::access(path.c_str(), R_OK | W_OK | X_OK) != 0)
        throw system_error(named / entry.name, "cannot write");
}

void add_below(const fs::path& folder, const std::string& within, const fs::path& named,
               std::vector<FolderEntry>& all) {
    errno = 0;
    const std::vector<std::string> names = entries_of(folder / within);
    if (names.empty() && errno != 0 && errno != ENOENT)
        throw system_error(named / within, "cannot read");
    for (const std::string& name : names) {
        FolderEntry entry{within.empty() ? name : fmt::format("{}/{}", within, name), {}};
        if (::lstat((folder / entry.name).c_str(), &entry.info) != 0) {
            if (errno == ENOENT) continue;  // gone meanwhile
            throw system_error(named / entry.name, "cannot read");
        }
        all.push_back(entry);
        if (S_ISDIR(entry.info.st_mode)) add_below(folder, entry.name, named, all);
    }
}

void make_folder(const FolderEntry& entry, const fs::path& to, const fs::path& named) {
    const fs::path made = to / entry.name;
    const bool is_new = ::mkdir(made.c_str(), 0700) == 0;
    struct stat info {};
    if ((is_new && ::chmod(made.c_str(), entry.info.st_mode & 07777) != 0) ||
        (!is_new && (::lstat(made.c_str(), &info) != 0 || !S_ISDIR(info.st_mode))))
        throw system_error(named / entry.name, "cannot carry it over");
}

/// The copy is on the disk before the old file goes away.
void copy_file(const FolderEntry& entry, const fs::path& from, const fs::path& to,
               std::error_code& error) {
    if (S_ISLNK(entry.info.st_mode)) return fs::copy_symlink(from, to, error);
    fs::copy_file(from, to, error);
    if (error) return;
    const Descriptor file(::open(to.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    const timespec times[] = {entry.info.st_atim, entry.info.st_mtim};
    if (file.number() < 0 || ::fsync(file.number()) != 0 || ::futimens(file.number(), times) != 0)
        error.assign(errno, std::generic_category());
}

void carry_file(const FolderEntry& entry, const fs::path& from, const fs::path& to,
                const fs::path& named) {
    const fs::path source = from / entry.name, made = to / entry.name;
    if (::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, made.c_str(), 0) == 0) return;
    std::error_code error(errno, std::generic_category());
    if (error != std::errc::file_exists && error != std::errc::no_such_file_or_directory)
        copy_file(entry, source, made, error);
    struct stat info {};
    if (!error || (::lstat(source.c_str(), &info) != 0 && errno == ENOENT)) return;
    throw InputError(fmt::format("{}: cannot carry it over: {}", (named / entry.name).string(),
                                 error.message()));
}

}  // namespace

std::vector<FolderEntry> entries_below(const fs::path& folder, const fs::path& named) {
    std::vector<FolderEntry> all;
    add_below(folder, "", named, all);
    return all;
}

namespace {

/// What a folder holds before the folder itself.
std::vector<FolderEntry> deepest_first(const fs::path& folder, const fs::path& named) {
    std::vector<FolderEntry> all = entries_below(folder, named);
    std::ranges::reverse(all);
    return all;
}

}  // namespace

std::vector<FolderEntry> find_foreign(const fs::path& folder, const OwnName& own,
                                      const fs::path& named) {
    const auto itself = look_at(folder);
    std::vector<FolderEntry> foreign;
    std::set<std::string> filled, needed;  // folders with anything in them, with anything foreign
    for (const FolderEntry& entry : deepest_first(folder, named)) {
        check_entry(entry, itself ? itself->st_dev : dev_t{}, folder, named);
        filled.insert(parent_of(entry.name));
        if (!needed.contains(entry.name) && (filled.contains(entry.name) || own(entry.name)))
            continue;
        needed.insert(parent_of(entry.name));
        foreign.push_back(entry);
    }
    std::ranges::reverse(foreign);
    return foreign;
}

void carry(const std::vector<FolderEntry>& foreign, const fs::path& from, const fs::path& to,
           const fs::path& named) {
    for (const FolderEntry& entry : foreign)
        if (S_ISDIR(entry.info.st_mode))
            make_folder(entry, to, named);
        else
            carry_file(entry, from, to, named);
    for (const FolderEntry& entry : foreign)
        if (S_ISDIR(entry.info.st_mode)) flush_folder(to / entry.name);
}

void remove_carried(const std::vector<FolderEntry>& foreign, const fs::path& folder,
                    const OwnName& own, const fs::path& target) {
    std::map<std::string_view, ino_t> carried;
    for (const FolderEntry& entry : foreign) carried[entry.name] = entry.info.st_ino;
    for (const FolderEntry& entry : deepest_first(folder, folder)) {
        const fs::path path = folder / entry.name;
        const auto known = carried.find(entry.name);
        if (S_ISDIR(entry.info.st_mode)) {
            ::rmdir(path.c_str());
        } else if (own(entry.name) ||
                   (known != carried.end() && known->second == entry.info.st_ino)) {
            ::unlink(path.c_str());
        } else {
            std::error_code ignored;  // the rename will tell
            fs::create_directories((target / entry.name).parent_path(), ignored);
            if (::rename(path.c_str(), (target / entry.name).c_str()) == 0)
                ::unlink(path.c_str());  // two names of one file are left as they are
        }
    }
    ::rmdir(folder.c_str());
}

}  // namespace thigmo
