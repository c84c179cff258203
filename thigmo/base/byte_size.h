// Sizes of files as people read them.
#pragma once

#include <cstdint>
#include <string>

namespace thigmo {

/// "512 bytes", "9.5 kB", "120 MB": in the largest unit of which there is one at least.
std::string shown_bytes(uint64_t bytes);

}  // namespace thigmo
