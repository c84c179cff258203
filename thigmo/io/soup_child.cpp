// The child starts from a file in memory, so that nothing of this process but its descriptors'
// numbers comes along: no thread, no lock, no memory. Limits are the kernel's.
#include "thigmo/io/soup_child.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <stdexcept>

#include "thigmo/io/soup_stream.h"

namespace thigmo {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int cannot_start = 127;  // as shells say it
constexpr uint64_t stack_bytes = 8 << 20;
constexpr size_t longest_reason = 1000;  // bytes

class Descriptor {
  public:
    explicit Descriptor(int number = -1) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }
    void take(int number) {
        close();
        number_ = number;
    }
    void close() {
        if (number_ >= 0) ::close(std::exchange(number_, -1));
    }

  private:
    int number_;
};

/// The reader's program as a file that only this process knows.
int open_program() {
    constexpr unsigned may_run = 0x10;  // MFD_EXEC, which systems before Linux 6.3 do not know
    int file = ::memfd_create("thigmo_mesh_reader", MFD_CLOEXEC | may_run);
    if (file < 0) file = ::memfd_create("thigmo_mesh_reader", MFD_CLOEXEC);
    std::span<const std::byte> left = reader_program();
    while (file >= 0 && !left.empty()) {
        const ssize_t written = ::write(file, left.data(), left.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) {
            ::close(file);
            return -1;
        }
        left = left.subspan(static_cast<size_t>(written));
    }
    return file;
}

/// Sets a limit of the kernel, or less where less is allowed.
void limit(__rlimit_resource_t what, rlim_t soft, rlim_t hard) {
    rlimit old{};
    ::getrlimit(what, &old);
    const rlimit own = {std::min(soft, old.rlim_max), std::min(hard, old.rlim_max)};
    if (::setrlimit(what, &own) != 0) ::_exit(cannot_start);
}

/// Gives the file a number that is none of the standard streams'.
int above_streams(int file) {
    return file > STDERR_FILENO ? file : ::fcntl(file, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

/// In the child, where nothing may be called that takes a lock.
[[noreturn]] void become_reader(int program, int output, const ReaderLimits& limits,
                                char* const* words) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    limit(RLIMIT_DATA, limits.bytes, limits.bytes);
    limit(RLIMIT_STACK, stack_bytes, stack_bytes);
    limit(RLIMIT_CPU, limits.seconds, limits.seconds + 1);
    limit(RLIMIT_FSIZE, 0, 0);
    limit(RLIMIT_CORE, 0, 0);
    program = above_streams(program);
    output = above_streams(output);
    const int nothing = above_streams(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (nothing < 0 || ::dup2(output, STDOUT_FILENO) < 0 || ::dup2(nothing, STDIN_FILENO) < 0 ||
        ::dup2(nothing, STDERR_FILENO) < 0)
        ::_exit(cannot_start);
    ::fexecve(program, words, environ);
    ::_exit(cannot_start);
}

/// A reader at work. It ends with this object at the latest.
class Reader {
  public:
    Reader(const fs::path& path, const std::string& format, const ReaderLimits& limits,
           Progress& progress)
        : path_(path), limits_(limits), progress_(progress) {
        start(format);
    }
    ~Reader() {
        if (child_ < 0) return;
        ::kill(child_, SIGKILL);
        wait();
    }
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;

    /// Up to so many bytes, fewer at the end.
    size_t read(char* to, size_t count) {
        for (;;) {
            if (progress_.cancelled()) throw InputError("cancelled");
            if (Clock::now() >= end_) throw too_slow();
            pollfd ready = {output_.number(), POLLIN, 0};
            if (::poll(&ready, 1, milliseconds) <= 0) continue;
            const ssize_t got = ::read(output_.number(), to, count);
            if (got >= 0) return static_cast<size_t>(got);
            if (errno != EINTR) throw std::runtime_error(std::strerror(errno));
        }
    }
    void take(void* to, size_t count) {
        for (auto* at = static_cast<char*>(to); count > 0;) {
            const size_t got = read(at, count);
            if (got == 0) fail();
            at += got;
            count -= got;
        }
    }

  private:
    static constexpr int milliseconds = 100;  // between looks at whether to go on

    void start(const std::string& format);
    int wait() {
        int status = 0;
        while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {}
        child_ = -1;
        return status;
    }
    InputError too_slow() const {
        return refusal(path_, fmt::format("what takes over {} s to read", limits_.seconds),
                       "a mesh of less work");
    }
    /// Says why the reader ended before its time.
    [[noreturn]] void fail() {
        const int status = wait();
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) throw too_slow();
        if (WIFEXITED(status) && WEXITSTATUS(status) == reader_out_of_memory)
            throw refusal(path_,
                          fmt::format("what takes over {} MB to read", limits_.bytes / 1'000'000),
                          "a mesh that takes memory in proportion to its file");
        if (WIFEXITED(status) && WEXITSTATUS(status) == cannot_start)
            throw refusal(path_, "no way to start the reader of its format",
                          "a system that runs programs from memory");
        throw refusal(path_, "what crashes the reader of its format", "a mesh");
    }

    const fs::path& path_;
    const ReaderLimits& limits_;
    Progress& progress_;
    const Clock::time_point end_ = Clock::now() + std::chrono::seconds(4 * limits_.seconds);
    Descriptor output_;
    pid_t child_ = -1;
};

void Reader::start(const std::string& format) {
    const Descriptor program(open_program());
    int ends[2];
    if (program.number() < 0 || ::pipe2(ends, O_CLOEXEC) != 0)
        throw std::runtime_error(std::strerror(errno));
    output_.take(ends[0]);
    const Descriptor input(ends[1]);
    std::string name = "mesh_reader", path = path_.string(), kind = format;
    char* const words[] = {name.data(), path.data(), kind.data(), nullptr};
    child_ = ::fork();
    if (child_ == 0) become_reader(program.number(), input.number(), limits_, words);
    if (child_ < 0) throw std::runtime_error(std::strerror(errno));
}

}  // namespace

ReaderLimits reader_limits(uint64_t file_bytes) {
    return {(uint64_t{1} << 27) + 24 * file_bytes};
}

FileScene read_in_child(const fs::path& path, const std::string& format, const ReaderLimits& limits,
                        Progress& progress) {
    Reader reader(path, format, limits, progress);
    char kind = 0;
    reader.take(&kind, 1);
    if (kind != 's') {
        std::string reason(longest_reason, '\0');
        reason.resize(reader.read(reason.data(), reason.size()));
        throw std::runtime_error(reason);
    }
    return take_scene([&](void* to, size_t count) { reader.take(to, count); }, limits.bytes);
}

}  // namespace thigmo
