// The .plant file: FlatBuffers with a schema version, verified before any field is read.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "thigmo/plant/plant.h"

namespace thigmo {

/// The same plant gives the same bytes.
std::string encode_plant(const Plant& plant);

/// Verifies, reads and checks; InputError `source: …` for anything that is not a sound plant.
Plant decode_plant(std::span<const std::byte> bytes, const std::string& source);

Plant load_plant(const std::filesystem::path& path);
void save_plant(const Plant& plant, const std::filesystem::path& path);

}  // namespace thigmo
