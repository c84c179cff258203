// The names under which verbs read and write plants.
#pragma once

#include <string>

#include "apps/cli/terminal.h"
#include "thigmo/plant/plant.h"
#include "thigmo/scene/scene_file.h"

namespace thigmo::cli {

/// InputError for a name that promises another format than .plant; none, or no suffix, is fine.
void require_plant_name(const std::string& output);

/// Whether a word stands for a built-in species: it has no ending, and no file has its name.
/// InputError with the species whose name is nearest where it is none of them.
bool is_species_word(const std::string& word);

/// The plant of a .plant file, where a species' name would not do. InputError with `use`, what the
/// file is needed for, where the word is a species.
Plant load_plant_file(const std::string& word, const char* use);

/// The plant of a .plant file, or what `thigmo grow` makes of a species' name.
Plant load_or_grow(const std::string& word, const Terminal& terminal);

/// A scene whose only plant is that of the file or species.
SceneFile scene_of_word(const std::string& word);

}  // namespace thigmo::cli
