// Files through POSIX calls, for mapping and for pipes.
#include "thigmo/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "thigmo/base/error.h"
#include "thigmo/base/file_set.h"
#include "thigmo/base/part_file.h"
#include "thigmo/base/posix_file.h"

namespace thigmo {
namespace {

Descriptor open_to_read(const std::filesystem::path& path) {
    // A folder opens without complaint and fails at the first read; name it before.
    if (const auto info = look_at(path); info && S_ISDIR(info->st_mode))
        throw InputError(fmt::format("{}: found a folder, expected a file", path.string()));
    FileSet::note_input(path);
    Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0) throw system_error(path, "cannot open");
    return file;
}

/// Pipes, terminals and devices are written as they are: there is nothing to replace.
void write_stream(const std::filesystem::path& path, std::string_view bytes) {
    FileSet::note_output(path);
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.number() < 0) throw system_error(path, "cannot write");
    write_all(file, bytes, path);
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
