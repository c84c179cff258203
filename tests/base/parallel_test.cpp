// Parallel loops: every row once, in chunks that the thread count does not change.
#include "thigmo/base/parallel.h"

#include <gtest/gtest.h>

#include <mutex>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace thigmo {
namespace {

std::set<std::pair<size_t, size_t>> chunks(size_t count, size_t grain) {
    std::set<std::pair<size_t, size_t>> seen;
    std::mutex mutex;
    parallel_chunks(count, grain, [&](size_t begin, size_t end) {
        const std::lock_guard lock(mutex);
        seen.emplace(begin, end);
    });
    return seen;
}

}  // namespace

TEST(Parallel, CoversEveryRowOnce) {
    std::vector<int> hits(1000, 0);
    parallel_chunks(hits.size(), 7, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) ++hits[i];
    });
    EXPECT_EQ(hits, std::vector<int>(1000, 1));
    EXPECT_TRUE(chunks(0, 4).empty());
    EXPECT_EQ(chunks(3, 0).size(), 3u);
}

TEST(Parallel, SteadyChunksCoverEveryRowOnce) {
    for (const size_t count : {0u, 1u, 7u, 1000u}) {
        std::vector<int> hits(count, 0);
        steady_chunks(count, 7, [&](size_t begin, size_t end) {
            EXPECT_LE(end - begin, 7u);
            EXPECT_EQ(begin % 7, 0u);
            for (size_t i = begin; i < end; ++i) ++hits[i];
        });
        EXPECT_EQ(hits, std::vector<int>(count, 1));
    }
}

TEST(Parallel, ChunksDoNotDependOnTheThreads) {
    const std::set<std::pair<size_t, size_t>> expected = {{0, 4}, {4, 8}, {8, 10}};
    EXPECT_EQ(chunks(10, 4), expected);
    const ThreadLimit one(1);
    EXPECT_EQ(chunks(10, 4), expected);
}

TEST(Parallel, PassesErrorsOn) {
    EXPECT_THROW(parallel_chunks(9, 1, [](size_t, size_t) { throw std::runtime_error("x"); }),
                 std::runtime_error);
}

}  // namespace thigmo
