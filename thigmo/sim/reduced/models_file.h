// The file X.models beside X.plant: reduced models by content, made once and loaded by every run.
// docs/plant_file.md has its layout.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "thigmo/sim/reduced/model_store.h"

namespace thigmo {

/// To be raised with every change of the layout, of what `content_key` hashes and of what `reduce`
/// makes of its input: models of another version are not used.
constexpr uint32_t models_version = 5;

/// X.models of X.plant.
std::filesystem::path models_path(const std::filesystem::path& plant);

/// The same models give the same bytes.
std::string encode_models(const ModelStore& store);

/// Adds the file's models to the store. True where they are of this version; nothing is added and
/// nothing else looked at where they are not. InputError `source: …` for a damaged file.
bool decode_models(std::span<const std::byte> bytes, const std::string& source, ModelStore& store);

bool load_models(const std::filesystem::path& path, ModelStore& store);

}  // namespace thigmo
