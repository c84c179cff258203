// Memory for long arrays that are walked from end to end at every step: on large pages, where the
// system has them, so that the walk does not wait for page tables.
#pragma once

#include <cstddef>
#include <vector>

namespace thigmo {

/// Throws std::bad_alloc.
void* allocate_large(size_t bytes, size_t alignment);
void free_large(void* memory);

template <class T>
struct LargePages {
    using value_type = T;
    LargePages() = default;
    template <class U>
    LargePages(const LargePages<U>&) {}

    T* allocate(size_t n) { return static_cast<T*>(allocate_large(n * sizeof(T), alignof(T))); }
    void deallocate(T* memory, size_t) { free_large(memory); }
    bool operator==(const LargePages&) const { return true; }
};

template <class T>
using LargeVector = std::vector<T, LargePages<T>>;

}  // namespace thigmo
