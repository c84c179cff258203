// Written under another name, locked, flushed, renamed.
#include "thigmo/base/part_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "thigmo/base/file_set.h"
#include "thigmo/base/posix_file.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;

/// Opens and locks the file that the new bytes go to. Its name is fixed, so that what a killed
/// writer left is cleared by the next; the lock, which dies with its holder, keeps two living
/// writers apart.
Descriptor open_part(const fs::path& part, const fs::path& target) {
    constexpr int most_tries = 10000;  // each but the first follows another writer's rename
    for (int i = 0; i < most_tries; ++i) {
        Descriptor file(
            ::open(part.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666));
        if (file.number() < 0) throw system_error(target, "cannot write");
        lock(file);
        // Another writer may have renamed it away while we waited for the lock.
        if (!is_named(file, part)) continue;
        struct stat held {};
        if (::fstat(file.number(), &held) == 0 && held.st_size == 0) return file;
        if (::unlink(part.c_str()) != 0 && errno != ENOENT)
            throw system_error(target, fmt::format("cannot clear {}", part.string()));
    }
    throw InputError(fmt::format("{}: cannot write: others write it without end", target.string()));
}

}  // namespace

class PartFile::Staged final : public FilePart {
  public:
    explicit Staged(const fs::path& target);
    ~Staged() override {
        if (file_.number() >= 0) ::unlink(part_.c_str());
    }

    const fs::path& target() const override { return target_; }
    const fs::path& named() const { return named_; }
    const fs::path& part() const { return part_; }
    const Descriptor& file() const { return file_; }
    void flush();
    void place() override;
    void settle() override { flush_folder(folder_of(target_)); }

  private:
    fs::path named_, target_, part_;
    Descriptor file_;
};

PartFile::Staged::Staged(const fs::path& target)
    : named_(target), target_(follow_links(target)), part_(target_) {
    const auto old = look_at(target_);
    if (old && !S_ISREG(old->st_mode))
        throw InputError(fmt::format("{}: found a {}, expected a file", named_.string(),
                                     S_ISDIR(old->st_mode) ? "folder" : "stream"));
    if (target_.filename().empty())
        throw InputError(fmt::format("{}: found no file name", named_.string()));
    // Renaming would replace a file that its owner made read-only.
    if (old && ::access(target_.c_str(), W_OK) != 0) throw system_error(named_, "cannot write");
    FileSet::note_output(named_);
    FileSet::drop(target_);
    part_.replace_filename(fmt::format(".{}.part", target_.filename().string()));
    file_ = open_part(part_, named_);
}

void PartFile::Staged::flush() {
    const auto old = look_at(target_);
    if ((old && ::fchmod(file_.number(), old->st_mode & 07777) != 0) ||
        ::fsync(file_.number()) != 0)
        throw system_error(named_, "cannot write");
}

void PartFile::Staged::place() {
    if (::rename(part_.c_str(), target_.c_str()) != 0) throw system_error(named_, "cannot write");
    file_.close();
}

PartFile::PartFile(const fs::path& target) : staged_(std::make_unique<Staged>(target)) {}

PartFile::~PartFile() = default;

const fs::path& PartFile::path() const {
    return staged_->part();
}

void PartFile::write(std::string_view bytes) {
    write_all(staged_->file(), bytes, staged_->named());
}

void PartFile::overwrite(size_t at, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written =
            ::pwrite(staged_->file().number(), bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw system_error(staged_->named(), "cannot write");
        bytes.remove_prefix(static_cast<size_t>(written));
        at += static_cast<size_t>(written);
    }
}

void PartFile::shorten(size_t size) {
    const int file = staged_->file().number();
    const auto length = static_cast<off_t>(size);
    if (::ftruncate(file, length) != 0 || ::lseek(file, length, SEEK_SET) < 0)
        throw system_error(staged_->named(), "cannot write");
}

void PartFile::commit() {
    staged_->flush();
    FileSet::add(std::move(staged_));
}

}  // namespace thigmo
