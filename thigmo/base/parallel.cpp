// Parallel loops on TBB, whose headers stay in this file.
#include "thigmo/base/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>

namespace thigmo {

void parallel_chunks(size_t count, size_t grain, const std::function<void(size_t, size_t)>& body) {
    const size_t size = std::max<size_t>(grain, 1);
    const size_t chunks = (count + size - 1) / size;
    if (chunks == 0) return;
    if (chunks == 1) return body(0, count);
    tbb::parallel_for(size_t{0}, chunks, [&](size_t chunk) {
        body(chunk * size, std::min(count, (chunk + 1) * size));
    });
}

struct ThreadLimit::Control {
    explicit Control(size_t threads)
        : limit(tbb::global_control::max_allowed_parallelism, threads) {}
    tbb::global_control limit;
};

ThreadLimit::ThreadLimit(size_t threads)
    : control_(threads == 0 ? nullptr : std::make_unique<Control>(threads)) {}

ThreadLimit::~ThreadLimit() = default;

}  // namespace thigmo
