// Files through POSIX calls, for mapping and for renaming after a flush.
#include "thigmo/base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
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

/// Opens a regular file and tells its size.
std::pair<int, size_t> open_regular(const std::filesystem::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) throw system_error(path, "cannot open");
    struct stat info {};
    if (::fstat(file, &info) != 0 || !S_ISREG(info.st_mode)) {
        ::close(file);
        throw InputError(fmt::format("{}: not a file", path.string()));
    }
    return {file, static_cast<size_t>(info.st_size)};
}

void write_all(int file, std::string_view bytes, const std::filesystem::path& path) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw system_error(path, "cannot write");
        bytes.remove_prefix(static_cast<size_t>(written));
    }
}

}  // namespace

std::string read_file(const std::filesystem::path& path, size_t limit) {
    const auto [number, size] = open_regular(path);
    Descriptor file(number);
    if (size > limit)
        throw InputError(
            fmt::format("{}: {} bytes, expected at most {}", path.string(), size, limit));
    std::string bytes(size, '\0');
    size_t done = 0;
    while (done < size) {
        const ssize_t count = ::read(file.number(), bytes.data() + done, size - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) throw system_error(path, "cannot read");
        if (count == 0) break;
        done += static_cast<size_t>(count);
    }
    bytes.resize(done);
    return bytes;
}

void write_file(const std::filesystem::path& path, std::string_view bytes) {
    std::string beside = path.string() + ".XXXXXX";
    Descriptor file(::mkostemp(beside.data(), O_CLOEXEC));
    if (file.number() < 0) throw system_error(path, "cannot write");
    try {
        write_all(file.number(), bytes, path);
        // mkostemp makes a private file; give the new one what the umask would have given it.
        const mode_t mask = ::umask(0);
        ::umask(mask);
        ::fchmod(file.number(), 0666 & ~mask);
        if (::fsync(file.number()) != 0 || !file.close()) throw system_error(path, "cannot write");
        if (::rename(beside.c_str(), path.c_str()) != 0) throw system_error(path, "cannot write");
    } catch (...) {
        ::unlink(beside.c_str());
        throw;
    }
}

MappedFile::MappedFile(const std::filesystem::path& path) {
    const auto [number, size] = open_regular(path);
    const Descriptor file(number);
    size_ = size;
    if (size_ == 0) return;
    void* address = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (address == MAP_FAILED) throw system_error(path, "cannot map");
    data_ = static_cast<const std::byte*>(address);
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
}

}  // namespace thigmo
