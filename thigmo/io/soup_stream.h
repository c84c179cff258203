// A FileScene as bytes, as the program that reads foreign formats hands it over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "thigmo/io/soup_scene.h"

namespace thigmo {

using PutBytes = std::function<void(const void* from, size_t count)>;
using TakeBytes = std::function<void(void* to, size_t count)>;

void write_scene(const FileScene& scene, const PutBytes& put);

/// Takes a scene off a stream that is not trusted. Its rows agree with each other afterwards, and
/// it has at most `most` bytes; std::runtime_error where that cannot be.
FileScene take_scene(const TakeBytes& take, uint64_t most);

}  // namespace thigmo
