// The programmer's mistakes: on in debug builds and under the sanitizers, free elsewhere.
#pragma once

namespace thigmo {

/// Prints the failed condition with its place and aborts.
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line);

}  // namespace thigmo

#ifdef THIGMO_ASSERTIONS
#define THIGMO_ASSERT(condition) \
    ((condition) ? void(0) : ::thigmo::assertion_failed(#condition, __FILE__, __LINE__))
#else
#define THIGMO_ASSERT(condition) void(0)
#endif
