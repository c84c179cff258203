// Thin covers of the system's calls.
#include "thigmo/base/posix_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <system_error>

namespace thigmo {

InputError system_error(const std::filesystem::path& path, std::string_view what) {
    return InputError(fmt::format("{}: {}: {}", path.string(), what, std::strerror(errno)));
}

bool Descriptor::close() {
    return number_ < 0 || ::close(std::exchange(number_, -1)) == 0;
}

std::optional<struct stat> look_at(const std::filesystem::path& path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) == 0) return info;
    return std::nullopt;
}

bool is_named(const Descriptor& open, const std::filesystem::path& path) {
    struct stat held {
    }, named{};
    return ::fstat(open.number(), &held) == 0 && ::lstat(path.c_str(), &named) == 0 &&
           held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

void lock(const Descriptor& file) {
    while (::flock(file.number(), LOCK_EX) != 0 && errno == EINTR) {}
}

void write_all(const Descriptor& file, std::string_view bytes, const std::filesystem::path& named) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file.number(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw system_error(named, "cannot write");
        bytes.remove_prefix(static_cast<size_t>(written));
    }
}

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

std::filesystem::path folder_of(const std::filesystem::path& path) {
    return path.has_parent_path() ? path.parent_path() : ".";
}

bool is_within(const std::filesystem::path& path, const std::filesystem::path& folder) {
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

void flush_folder(const std::filesystem::path& folder) {
    const Descriptor file(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (file.number() >= 0) ::fsync(file.number());
}

std::vector<std::string> entries_of(const std::filesystem::path& folder) {
    const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
    std::vector<std::string> names;
    for (const dirent* entry = open ? ::readdir(open.get()) : nullptr; entry != nullptr;
         entry = ::readdir(open.get()))
        if (const std::string_view name = entry->d_name; name != "." && name != "..")
            names.emplace_back(name);
    return names;
}

}  // namespace thigmo
