// Large pages by the system's leave: it is asked for them, and gives what it can.
#include "thigmo/base/large_pages.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#ifdef __linux__
#include <sys/mman.h>
#endif

namespace thigmo {

void* allocate_large(size_t bytes, size_t alignment) {
    constexpr size_t page = size_t{2} << 20;
    const bool large = bytes >= 8 * page;  // else what aligning leaves over is too much
    alignment = large ? page : std::max(alignment, alignof(std::max_align_t));
    void* memory = nullptr;
    if (posix_memalign(&memory, alignment, bytes) != 0) throw std::bad_alloc();
#ifdef __linux__
    if (large) madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

void free_large(void* memory) {
    std::free(memory);
}

}  // namespace thigmo
