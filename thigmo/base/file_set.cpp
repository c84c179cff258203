// Each thread has a chain of sets, innermost first. It is no argument of every reader and writer
// since all of them take part, and none may be forgotten.
#include "thigmo/base/file_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <system_error>

#include "thigmo/base/posix_file.h"

namespace thigmo {
namespace {

thread_local FileSet* innermost = nullptr;

OverwriteError overwrite_error(const std::filesystem::path& path) {
    return OverwriteError(fmt::format(
        "{}: found an input of this run as its output, expected another name to write to",
        path.string()));
}

}  // namespace

FileSet::FileSet() : outer_(std::exchange(innermost, this)) {}

FileSet::~FileSet() {
    innermost = outer_;
}

void FileSet::commit() {
    if (outer_ != nullptr)
        std::ranges::move(parts_, std::back_inserter(outer_->parts_));
    else
        place(parts_);
    parts_.clear();
}

void FileSet::add(std::unique_ptr<FilePart> part) {
    if (innermost != nullptr) return innermost->parts_.push_back(std::move(part));
    std::vector<std::unique_ptr<FilePart>> alone;
    alone.push_back(std::move(part));
    place(alone);
}

void FileSet::put_folders_first(std::vector<std::unique_ptr<FilePart>>& parts) {
    for (auto part = parts.begin(); part != parts.end(); ++part) {
        if (!(*part)->is_folder()) continue;
        const std::filesystem::path& folder = (*part)->target();
        const auto first = std::find_if(parts.begin(), part, [&](const auto& earlier) {
            return is_within(identify(earlier->target()).path, folder);
        });
        std::rotate(first, part, part + 1);
    }
}

void FileSet::place(std::vector<std::unique_ptr<FilePart>>& parts) {
    put_folders_first(parts);
    for (const std::unique_ptr<FilePart>& part : parts) part->prepare();
    for (const std::unique_ptr<FilePart>& part : parts) part->place();
    for (const std::unique_ptr<FilePart>& part : parts) try {
            part->settle();
        } catch (const std::exception&) {  // all is in place
        }
}

void FileSet::drop(const std::filesystem::path& target) {
    for (FileSet* set = innermost; set != nullptr; set = set->outer_)
        std::erase_if(set->parts_, [&](const auto& part) { return part->target() == target; });
}

bool FileSet::Identity::operator==(const Identity& other) const {
    return path == other.path || (number != 0 && number == other.number && device == other.device);
}

FileSet::Identity FileSet::identify(const std::filesystem::path& path) {
    std::error_code error;
    Identity identity{0, 0, std::filesystem::weakly_canonical(path, error)};
    if (error) identity.path = path;
    if (const auto info = look_at(path)) {
        identity.device = info->st_dev;
        identity.number = info->st_ino;
    }
    return identity;
}

bool FileSet::finds(std::vector<Identity> FileSet::*list, const Identity& wanted) {
    for (FileSet* set = innermost; set != nullptr; set = set->outer_)
        if (std::ranges::find(set->*list, wanted) != (set->*list).end()) return true;
    return false;
}

void FileSet::note_input(const std::filesystem::path& path) {
    if (innermost == nullptr) return;
    const auto info = look_at(path);
    if (!info || !S_ISREG(info->st_mode)) return;
    const Identity input = identify(path);
    // Servers read the same files again and again.
    if (!finds(&FileSet::inputs_, input)) innermost->inputs_.push_back(input);
    if (finds(&FileSet::outputs_, input)) throw overwrite_error(path);
}

void FileSet::note_output(const std::filesystem::path& path) {
    if (innermost == nullptr) return;
    innermost->outputs_.push_back(identify(path));
    if (finds(&FileSet::inputs_, innermost->outputs_.back())) throw overwrite_error(path);
}

}  // namespace thigmo
