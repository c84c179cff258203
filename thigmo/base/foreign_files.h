// What others have put into a folder of ours: carried over when a new folder takes its place.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace thigmo {

/// Tells by the name within the folder whether our work writes that file.
using OwnName = std::function<bool(std::string_view name)>;

/// A file, link or folder within another folder.
struct FolderEntry {
    std::string name;  // relative to that folder
    struct stat info;  // of a link itself
};

/// All in the folder at any depth, each folder before what it holds. InputError where one cannot be
/// read; `named` is the path that it tells.
std::vector<FolderEntry> entries_below(const std::filesystem::path& folder,
                                       const std::filesystem::path& named);

/// Finds the files below that are not our own, with the folders above them, and folders that hold
/// nothing. InputError for what cannot be carried over: a stream, a device, another disk's root, a
/// folder that may not be changed.
std::vector<FolderEntry> find_foreign(const std::filesystem::path& folder, const OwnName& own,
                                      const std::filesystem::path& named);

/// Gives each of them a second name in another folder: a hard link, or a copy where the file system
/// has none. InputError where it cannot.
void carry(const std::vector<FolderEntry>& foreign, const std::filesystem::path& from,
           const std::filesystem::path& to, const std::filesystem::path& named);

/// Removes a folder whose place `target` has taken. What was neither our own nor carried over has
/// come in between, and goes to the target.
void remove_carried(const std::vector<FolderEntry>& foreign, const std::filesystem::path& folder,
                    const OwnName& own, const std::filesystem::path& target);

}  // namespace thigmo
