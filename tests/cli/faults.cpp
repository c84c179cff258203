// The calls and operators below stand in for the system's in the whole test program; they do the
// same unless a fault has begun.
#include "tests/cli/faults.h"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace thigmo::cli {
namespace {

// Calls that go well until one fails; below 0 none does.
thread_local long calls_left = -1, allocations_left = -1;
thread_local bool has_failed = false;
thread_local size_t most_at_once = SIZE_MAX;  // bytes of one allocation

bool call_fails() {
    if (calls_left < 0) return false;
    if (calls_left > 0) return --calls_left, false;
    errno = EIO;
    return has_failed = true;
}

bool allocation_fails() {
    if (allocations_left < 0) return false;
    return allocations_left-- == 0;
}

}  // namespace

void SmallDisk::begin() {
    heard_ = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small = {bytes_, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
}

void SmallDisk::end() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, heard_);
}

void WrongDisk::begin() {
    has_failed = false;
    calls_left = call_;
}

void WrongDisk::end() {
    is_met_ = has_failed;
    calls_left = -1;
}

void ShortMemory::begin() {
    allocations_left = allocation_;
}

void ShortMemory::end() {
    is_met_ = allocations_left < 0;
    allocations_left = -1;
}

void SmallMemory::begin() {
    most_at_once = bytes_;
}

void SmallMemory::end() {
    most_at_once = SIZE_MAX;
}

void* allocate(size_t size, size_t alignment) {
    if (size > most_at_once || allocation_fails()) throw std::bad_alloc();
    void* const memory =
        alignment > 0
            ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
            : std::malloc(size > 0 ? size : 1);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

}  // namespace thigmo::cli

extern "C" {

ssize_t write(int file, const void* bytes, size_t size) {
    return thigmo::cli::call_fails() ? -1 : ::syscall(SYS_write, file, bytes, size);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
    return thigmo::cli::call_fails() ? -1 : ::syscall(SYS_pwrite64, file, bytes, size, at);
}

/// Fails like the others for files; a folder is always flushed, since not every file system can.
int fsync(int file) {
    struct stat info {};
    const bool counts = ::fstat(file, &info) == 0 && S_ISREG(info.st_mode);
    return counts && thigmo::cli::call_fails() ? -1 : static_cast<int>(::syscall(SYS_fsync, file));
}

int ftruncate(int file, off_t size) noexcept {
    return thigmo::cli::call_fails() ? -1 : static_cast<int>(::syscall(SYS_ftruncate, file, size));
}

}  // extern "C"

void* operator new(size_t size) {
    return thigmo::cli::allocate(size, 0);
}

void* operator new(size_t size, std::align_val_t alignment) {
    return thigmo::cli::allocate(size, static_cast<size_t>(alignment));
}

void operator delete(void* memory) noexcept {
    std::free(memory);
}

void operator delete(void* memory, size_t) noexcept {
    std::free(memory);
}

void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}

void operator delete(void* memory, size_t, std::align_val_t) noexcept {
    std::free(memory);
}
