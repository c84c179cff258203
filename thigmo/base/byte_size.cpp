// Wording of sizes.
#include "thigmo/base/byte_size.h"

#include <fmt/format.h>

namespace thigmo {

std::string shown_bytes(uint64_t bytes) {
    if (bytes < 1000) return fmt::format("{} bytes", bytes);
    double size = static_cast<double>(bytes) * 1e-3;
    for (const char* unit : {"kB", "MB", "GB"}) {
        if (size < 9.95) return fmt::format("{:.1f} {}", size, unit);
        if (size < 999.5) return fmt::format("{:.0f} {}", size, unit);
        size *= 1e-3;
    }
    return fmt::format("{:.1f} TB", size);
}

}  // namespace thigmo
