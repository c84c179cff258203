// Work in a process of its own, which may crash and is measured.
#pragma once

#include <cstdint>
#include <functional>

namespace thigmo::fuzz {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool is_sanitized = true;
#elif defined(__has_feature)
constexpr bool is_sanitized = __has_feature(address_sanitizer);
#else
constexpr bool is_sanitized = false;
#endif

/// How it ended.
struct Apart {
    int status = 0;       // what the work returned; of a crash minus its signal
    uint64_t memory = 0;  // the most that it, or a process that it started, had at a time (bytes)
    double seconds = 0;   // of work, with that of processes that it started
};

/// Runs the work, at most 60 s by the clock. To be called before any thread is started.
Apart run_apart(const std::function<int()>& work);

}  // namespace thigmo::fuzz
