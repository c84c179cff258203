// A fork: the fuzzer itself has one thread, and starts none.
#include "tests/fuzz/apart.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace thigmo::fuzz {
namespace {

constexpr unsigned longest_seconds = 60;

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

Apart run_apart(const std::function<int()>& work) {
    std::fflush(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(longest_seconds);
        ::_exit(work());
    }
    int status = 0;
    rusage usage{};
    while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {}
    Apart apart;
    apart.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    apart.memory = static_cast<uint64_t>(usage.ru_maxrss) * 1024;
    apart.seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    return apart;
}

}  // namespace thigmo::fuzz
