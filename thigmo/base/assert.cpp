// Where a failed THIGMO_ASSERT ends.
#include "thigmo/base/assert.h"

#include <cstdio>
#include <cstdlib>

namespace thigmo {

void assertion_failed(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, condition);
    std::abort();
}

}  // namespace thigmo
