// Written under another name, locked, flushed, exchanged with the old one.
#include "thigmo/base/part_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "thigmo/base/file_set.h"
#include "thigmo/base/foreign_files.h"
#include "thigmo/base/posix_file.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;

InputError folder_error(const fs::path& folder) {
    return system_error(folder, "cannot make the folder");
}

Descriptor open_folder(const fs::path& folder) {
    return Descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

/// Makes the folder to write into, locked and empty.
Descriptor open_part(const fs::path& part, const fs::path& named) {
    constexpr int most_tries = 10000;  // each but the first follows another writer's rename
    for (int i = 0; i < most_tries; ++i) {
        if (::mkdir(part.c_str(), 0777) != 0 && errno != EEXIST) throw folder_error(named);
        Descriptor folder = open_folder(part);
        if (folder.number() < 0 && errno == ENOENT) continue;
        if (folder.number() < 0) throw system_error(named, "cannot clear " + part.string());
        lock(folder);
        if (!is_named(folder, part)) continue;
        for (const std::string& name : entries_of(part)) {
            std::error_code error;
            fs::remove_all(part / name, error);
            if (error)
                throw InputError(fmt::format("{}: cannot clear {}: {}", named.string(),
                                             part.string(), error.message()));
        }
        return folder;
    }
    throw InputError(fmt::format("{}: cannot write: others write it without end", named.string()));
}

/// Without links; "." and a slash at the end say the folder too.
fs::path true_path(const fs::path& named) {
    fs::path path = fs::weakly_canonical(fs::absolute(named));
    return path.has_filename() ? path : path.parent_path();
}

}  // namespace

class PartFolder::Staged final : public FilePart {
  public:
    Staged(const fs::path& target, Own own, std::string label);
    ~Staged() override;

    const fs::path& target() const override { return target_; }
    bool is_folder() const override { return own_ != nullptr; }
    void write(const std::string& name, std::string_view bytes);
    void flush() const { ::fsync(folder_.number()); }
    void prepare() override;
    void place() override;
    void settle() override;

  private:
    enum class Way { rename, exchange, files };

    bool can_be_exchanged() const;
    OwnName ours() const;
    void prepare_exchange();
    void make_folders() const;
    void remove_stale() const;
    void make_parents();

    fs::path named_, target_, part_;
    Own own_;
    std::string label_;
    std::vector<fs::path> made_;      // folders above the part
    std::vector<std::string> names_;  // in the order of writing
    Descriptor folder_, old_;
    Way way_ = Way::rename;
    std::vector<FolderEntry> foreign_;
    std::vector<std::pair<fs::path, fs::path>> moves_;
};

PartFolder::Staged::Staged(const fs::path& target, Own own, std::string label)
    : named_(target), target_(true_path(target)), own_(std::move(own)), label_(std::move(label)) {
    const auto old = look_at(target_);
    if (old && !S_ISDIR(old->st_mode)) {
        errno = ENOTDIR;
        throw folder_error(named_);
    }
    if (old && ::access(target_.c_str(), W_OK | X_OK) != 0)
        throw system_error(named_, "cannot write");
    FileSet::drop(target_);
    make_parents();
    const bool within = old && !can_be_exchanged();
    const std::string name =
        fmt::format(".{}.part", label_.empty() ? target_.filename().string() : label_);
    part_ = (within ? target_ : target_.parent_path()) / name;
    if (old && !within) find_foreign(target_, ours(), named_);  // refused before any work
    folder_ = open_part(part_, named_);
}

void PartFolder::Staged::make_parents() {
    std::vector<fs::path> missing;
    for (fs::path folder = target_.parent_path(); !look_at(folder); folder = folder.parent_path())
        missing.push_back(folder);
    std::ranges::reverse(missing);
    for (const fs::path& folder : missing) {
        if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) throw folder_error(named_);
        made_.push_back(folder);
    }
}

PartFolder::Staged::~Staged() {
    if (folder_.number() < 0) return;
    std::error_code ignored;
    fs::remove_all(part_, ignored);
    std::ranges::reverse(made_);
    for (const fs::path& folder : made_) ::rmdir(folder.c_str());
}

void PartFolder::Staged::write(const std::string& name, std::string_view bytes) {
    FileSet::note_output(target_ / name);
    const fs::path path = part_ / name, shown = named_ / name;
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    Descriptor file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (file.number() < 0) throw system_error(shown, "cannot write");
    write_all(file, bytes, shown);
    if (::fsync(file.number()) != 0 || !file.close()) throw system_error(shown, "cannot write");
    if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
}

/// Whether another folder may take the place of the one that stands there: it is not where this
/// program works, and both are on one disk.
bool PartFolder::Staged::can_be_exchanged() const {
    if (!own_) return false;
    const fs::path parent = target_.parent_path();
    const auto own = look_at(target_), around = look_at(parent);
    if (!own || !around || own->st_dev != around->st_dev || !target_.has_relative_path() ||
        ::access(parent.c_str(), W_OK | X_OK) != 0)
        return false;
    std::error_code error;
    return !is_within(fs::current_path(error), target_) && !error;
}

/// With parts that a killed writer left in the target.
OwnName PartFolder::Staged::ours() const {
    return [this](std::string_view name) {
        return own_(name) || std::ranges::find(names_, name) != names_.end() ||
               is_within(fs::path(name), part_.filename());
    };
}

/// All that may fail but for the renames themselves.
void PartFolder::Staged::prepare() {
    if (look_at(target_))
        way_ = is_within(part_, target_) || !can_be_exchanged() ? Way::files : Way::exchange;
    for (const std::string& name : names_) moves_.emplace_back(part_ / name, target_ / name);
    if (way_ == Way::files) make_folders();
    if (way_ == Way::exchange) prepare_exchange();
}

void PartFolder::Staged::prepare_exchange() {
    foreign_ = find_foreign(target_, ours(), named_);
    carry(foreign_, target_, part_, named_);
    flush();
    // The old folder takes the part's name, so it is locked as the part is.
    old_ = Descriptor(::open(target_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct stat info {};
    if (old_.number() < 0 || ::fstat(old_.number(), &info) != 0 ||
        ::fchmod(folder_.number(), info.st_mode & 07777) != 0)
        throw system_error(named_, "cannot write");
    lock(old_);
}

void PartFolder::Staged::make_folders() const {
    std::error_code ignored;  // the rename will tell
    for (const auto& [from, to] : moves_) fs::create_directories(to.parent_path(), ignored);
}

void PartFolder::Staged::place() {
    if (way_ == Way::exchange &&
        ::renameat2(AT_FDCWD, part_.c_str(), AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) != 0)
        way_ = Way::files, make_folders();  // there are file systems that cannot
    if (way_ == Way::rename && ::rename(part_.c_str(), target_.c_str()) != 0)
        throw system_error(named_, "cannot write");
    if (way_ == Way::files)
        for (const auto& [from, to] : moves_)
            if (::rename(from.c_str(), to.c_str()) != 0) throw system_error(to, "cannot write");
    folder_.close();
}

void PartFolder::Staged::settle() {
    if (way_ == Way::files && own_) remove_stale();
    // Renames file by file leave folders there, and where no exchange went what was carried over.
    if (way_ == Way::files)
        remove_carried(
            foreign_, part_, [](auto) { return true; }, target_);
    if (way_ == Way::exchange) remove_carried(foreign_, part_, ours(), target_);
    flush_folder(target_);
    flush_folder(target_.parent_path());
}

/// What a former work wrote and this one does not.
void PartFolder::Staged::remove_stale() const {
    std::vector<std::string> names = entries_of(target_);
    for (const std::string& folder : entries_of(target_))
        for (const std::string& name : entries_of(target_ / folder))
            names.push_back(fmt::format("{}/{}", folder, name));
    for (const std::string& name : names)
        if (own_(name) && std::ranges::find(names_, name) == names_.end())
            ::unlink((target_ / name).c_str());
}

PartFolder::PartFolder(const fs::path& target, Own own)
    : staged_(std::make_unique<Staged>(target, std::move(own), "")) {}

PartFolder::PartFolder(const fs::path& target, const std::string& label)
    : staged_(std::make_unique<Staged>(target, Own(), label)) {}

PartFolder::~PartFolder() = default;

PartFolder::PartFolder(PartFolder&&) noexcept = default;

void PartFolder::write(const std::string& name, std::string_view bytes) {
    staged_->write(name, bytes);
}

void PartFolder::commit() {
    staged_->flush();
    FileSet::add(std::move(staged_));
}

}  // namespace thigmo
