// The most that a mesh file may ask for. Declared in soup_scene.h.
#include <fmt/format.h>

#include "thigmo/io/soup_scene.h"

namespace thigmo {

void MemoryBudget::take(uint64_t bytes) {
    if (bytes > most_ - taken_)
        throw refusal(path_, fmt::format("what takes over {} MB to read", most_ / 1'000'000),
                      "a mesh that takes memory in proportion to its file");
    taken_ += bytes;
}

}  // namespace thigmo
