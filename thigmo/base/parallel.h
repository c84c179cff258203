// Parallel loops over disjoint rows.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace thigmo {

/// Calls body(begin, end) for chunks that cover 0 … count-1, at most `grain` rows each, in any
/// order and on any thread. Chunks depend on count and grain only, never on the thread count.
void parallel_chunks(size_t count, size_t grain, const std::function<void(size_t, size_t)>& body);

/// The same for chunks of like work, each on the same thread every time: what one loop writes and
/// the next one reads, frame by frame, then stays in the cache of one core.
void steady_chunks(size_t count, size_t grain, const std::function<void(size_t, size_t)>& body);

/// Limits the threads used while it lives; 0 leaves the machine's own number.
class ThreadLimit {
  public:
    explicit ThreadLimit(size_t threads);
    ~ThreadLimit();
    ThreadLimit(const ThreadLimit&) = delete;
    ThreadLimit& operator=(const ThreadLimit&) = delete;

  private:
    struct Control;
    std::unique_ptr<Control> control_;
};

}  // namespace thigmo
