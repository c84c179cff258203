// Parallel loops on TBB, whose headers stay in this file.
#include "thigmo/base/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>

namespace thigmo {
namespace {

template <class Partitioner>
void run_chunks(size_t count, size_t grain, const std::function<void(size_t, size_t)>& body,
                const Partitioner& partitioner) {
    const size_t size = std::max<size_t>(grain, 1);
    const size_t chunks = (count + size - 1) / size;
    if (chunks == 0) return;
    if (chunks == 1) return body(0, count);
    const auto run = [&](size_t chunk) { body(chunk * size, std::min(count, (chunk + 1) * size)); };
    tbb::parallel_for(size_t{0}, chunks, run, partitioner);
}

}  // namespace

void parallel_chunks(size_t count, size_t grain, const std::function<void(size_t, size_t)>& body) {
    run_chunks(count, grain, body, tbb::auto_partitioner());
}

void steady_chunks(size_t count, size_t grain, const std::function<void(size_t, size_t)>& body) {
    run_chunks(count, grain, body, tbb::static_partitioner());
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
