// The .plant file: FlatBuffers with a schema version and a checksum, verified before any field is
// read. docs/plant_file.md describes it for other programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "thigmo/plant/plant.h"

namespace thigmo {

/// The newest version; a plant without props is written as version 1, which knows none.
constexpr uint32_t plant_schema_version = 2;

/// The same plant gives the same bytes. InputError beyond 2 GiB, which is what the format holds.
std::string encode_plant(const Plant& plant);

/// Verifies, reads and checks; InputError `source: …` for anything that is not a sound plant.
Plant decode_plant(std::span<const std::byte> bytes, const std::string& source);

/// The same without the check: the tables as they stand, of any lengths and values.
Plant decode_unchecked(std::span<const std::byte> bytes, const std::string& source);

Plant load_plant(const std::filesystem::path& path);

/// InputError for a plant that is not sound: what we write, we can read.
void save_plant(const Plant& plant, const std::filesystem::path& path);

}  // namespace thigmo
