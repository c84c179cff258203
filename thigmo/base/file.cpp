// Files through POSIX calls, for mapping and for renaming after a flush.
#include "thigmo/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "thigmo/base/error.h"

namespace thigmo {
namespace {

InputError system_error(const std::filesystem::path& path, std::string_view what) {
    return InputError(fmt::format("{}: {}: {}", path.string(), what, std::strerror(errno)));
}

/// A file descriptor that closes itself.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }
    bool close() { return ::close(std::exchange(number_, -1)) == 0; }

  private:
    int number_;
};

/// What stands at the path, links followed; nothing when nothing does.
std::optional<struct stat> look_at(const std::filesystem::path& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) == 0) return info;
    return std::nullopt;
}

int open_to_read(const std::filesystem::path& path) {
    // A folder opens without complaint and fails at the first read; name it before.
    if (const auto info = look_at(path); info && S_ISDIR(info->st_mode))
        throw InputError(fmt::format("{}: found a folder, expected a file", path.string()));
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw system_error(path, "cannot open");
    return file;
}

void write_all(int file, std::string_view bytes, const std::filesystem::path& path) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw system_error(path, "cannot write");
        bytes.remove_prefix(static_cast<size_t>(written));
    }
}

/// Follows symbolic links to the file that they name, so that links stay links; the file itself
/// need not exist.
std::filesystem::path follow_links(std::filesystem::path path) {
    constexpr int most_links = 40;  // as the kernel's own limit
    for (int i = 0; i < most_links; ++i) {
        std::error_code error;
        const std::filesystem::path next = std::filesystem::read_symlink(path, error);
        if (error) return path;
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    errno = ELOOP;
    throw system_error(path, "cannot write");
}

/// Pipes, terminals and devices are written as they are: there is nothing to replace.
void write_stream(const std::filesystem::path& path, std::string_view bytes) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.number() < 0) throw system_error(path, "cannot write");
    write_all(file.number(), bytes, path);
    if (!file.close()) throw system_error(path, "cannot write");
}

bool is_stream(const std::filesystem::path& path) {
    const std::string& name = path.native();
    if (name == "/dev/stdout" || name == "/dev/stderr" || name.starts_with("/dev/fd/") ||
        name.starts_with("/proc/"))
        return true;
    const auto info = look_at(path);
    return info && !S_ISREG(info->st_mode) && !S_ISDIR(info->st_mode);
}

/// Opens and locks the file that the new bytes go to. Its name is fixed, so that what a killed
/// writer left is cleared by the next; the lock, which dies with its holder, keeps two living
/// writers apart.
int open_part(const std::filesystem::path& part, const std::filesystem::path& target) {
    constexpr int most_tries = 10000;  // each but the first follows another writer's rename
    for (int i = 0; i < most_tries; ++i) {
        const int file =
            ::open(part.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
        if (file < 0) throw system_error(target, "cannot write");
        while (::flock(file, LOCK_EX) != 0 && errno == EINTR) {}
        // Another writer may have renamed it away while we waited for the lock.
        struct stat held {
        }, named{};
        const bool ours = ::fstat(file, &held) == 0 && ::lstat(part.c_str(), &named) == 0 &&
                          held.st_ino == named.st_ino && held.st_dev == named.st_dev;
        if (ours && held.st_size == 0) return file;
        const bool stuck = ours && ::unlink(part.c_str()) != 0 && errno != ENOENT;
        const int reason = errno;
        ::close(file);
        errno = reason;
        if (stuck) throw system_error(target, fmt::format("cannot clear {}", part.string()));
    }
    throw InputError(fmt::format("{}: cannot write: others write it without end", target.string()));
}

/// Makes the folder's entry for a renamed file last; some file systems cannot, and need not.
void flush_folder(const std::filesystem::path& folder) {
    const Descriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (file.number() >= 0) ::fsync(file.number());
}

}  // namespace

std::string read_file(const std::filesystem::path& path, size_t limit) {
    const Descriptor file(open_to_read(path));
    std::string bytes;
    if (const auto info = look_at(path); info && S_ISREG(info->st_mode))
        bytes.reserve(std::min(limit, static_cast<size_t>(info->st_size)) + 1);
    // Pipes do not tell their size, so everything is read until it ends or grows too long.
    constexpr size_t piece = size_t{1} << 16;
    for (;;) {
        const size_t done = bytes.size();
        bytes.resize(bytes.capacity() > done ? bytes.capacity() : done + piece);
        const ssize_t count = ::read(file.number(), bytes.data() + done, bytes.size() - done);
        bytes.resize(done + static_cast<size_t>(std::max<ssize_t>(count, 0)));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw system_error(path, "cannot read");
        if (count == 0) return bytes;
        if (bytes.size() > limit)
            throw InputError(
                fmt::format("{}: more than {} bytes, expected less", path.string(), limit));
    }
}

PartFile::PartFile(const std::filesystem::path& target)
    : named_(target), target_(follow_links(target)), part_(target_) {
    const auto old = look_at(target_);
    if (old && !S_ISREG(old->st_mode))
        throw InputError(fmt::format("{}: found a {}, expected a file", named_.string(),
                                     S_ISDIR(old->st_mode) ? "folder" : "stream"));
    if (target_.filename().empty())
        throw InputError(fmt::format("{}: found no file name", named_.string()));
    // Renaming would replace a file that its owner made read-only.
    if (old && ::access(target_.c_str(), W_OK) != 0) throw system_error(named_, "cannot write");
    part_.replace_filename(fmt::format(".{}.part", target_.filename().string()));
    file_ = open_part(part_, named_);
}

PartFile::~PartFile() {
    if (file_ < 0) return;
    ::unlink(part_.c_str());
    ::close(file_);
}

void PartFile::write(std::string_view bytes) {
    write_all(file_, bytes, named_);
}

void PartFile::overwrite(size_t at, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw system_error(named_, "cannot write");
        bytes.remove_prefix(static_cast<size_t>(written));
        at += static_cast<size_t>(written);
    }
}

void PartFile::shorten(size_t size) {
    const auto length = static_cast<off_t>(size);
    if (::ftruncate(file_, length) != 0 || ::lseek(file_, length, SEEK_SET) < 0)
        throw system_error(named_, "cannot write");
}

void PartFile::commit() {
    const auto old = look_at(target_);
    if ((old && ::fchmod(file_, old->st_mode & 07777) != 0) || ::fsync(file_) != 0 ||
        ::rename(part_.c_str(), target_.c_str()) != 0)
        throw system_error(named_, "cannot write");
    ::close(std::exchange(file_, -1));
    flush_folder(target_.has_parent_path() ? target_.parent_path() : ".");
}

void write_file(const std::filesystem::path& path, std::string_view bytes) {
    if (is_stream(path)) return write_stream(path, bytes);
    PartFile file(path);
    file.write(bytes);
    file.commit();
}

MappedFile::MappedFile(const std::filesystem::path& path) {
    const auto info = look_at(path);
    if (info && !S_ISREG(info->st_mode))
        throw InputError(fmt::format("{}: found a {}, expected a file", path.string(),
                                     S_ISDIR(info->st_mode) ? "folder" : "stream"));
    const Descriptor file(open_to_read(path));
    struct stat now {};
    if (::fstat(file.number(), &now) != 0) throw system_error(path, "cannot read");
    size_ = static_cast<size_t>(now.st_size);
    if (size_ == 0) return;
    void* address = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (address == MAP_FAILED) throw system_error(path, "cannot map");
    data_ = static_cast<const std::byte*>(address);
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

}  // namespace thigmo
