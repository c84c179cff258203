// Plants by the name of a file or of a species.
#include "apps/cli/plant_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "thigmo/base/error.h"
#include "thigmo/base/nearest_word.h"
#include "thigmo/plant/file.h"
#include "thigmo/scene/nursery.h"

namespace thigmo::cli {
namespace {

/// The plant of a file's name, which may be that of the grammar which it grows from.
Plant load_named(const std::string& file) {
    if (file.ends_with(".l") && std::filesystem::is_regular_file(file))
        throw InputError(fmt::format(
            "{0}: found a grammar, which is text, expected a .plant; thigmo grow {0} writes one",
            file));
    return load_plant(file);
}

}  // namespace

void require_plant_name(const std::string& output) {
    const std::string suffix = std::filesystem::path(output).extension().string();
    if (!suffix.empty() && suffix != ".plant")
        throw InputError(
            fmt::format("{}: found '{}', expected .plant; thigmo export and thigmo "
                        "render write other formats",
                        output, suffix));
}

bool is_species_word(const std::string& word) {
    const std::filesystem::path path = word;
    if (path.has_extension() || path.has_parent_path() || std::filesystem::is_regular_file(path))
        return false;
    const std::vector<std::string> names = species_names();
    if (std::ranges::find(names, word) != names.end()) return true;
    if (std::filesystem::is_directory(path)) return false;
    throw InputError(
        fmt::format("{}: found no file and no species of that name, expected a .plant or one of "
                    "{}{}",
                    word, fmt::join(names, ", "), did_you_mean(word, names)));
}

Plant load_plant_file(const std::string& word, const char* use) {
    if (is_species_word(word))
        throw InputError(fmt::format(
            "{0}: found a species, expected a .plant, {1}; thigmo grow {0} writes one", word, use));
    return load_named(word);
}

Plant load_or_grow(const std::string& word, const Terminal& terminal) {
    if (!is_species_word(word)) return load_named(word);
    TerminalProgress progress = terminal.progress();
    return grow_species(find_species(word), GrowthSettings(), progress).plant;
}

SceneFile scene_of_word(const std::string& word) {
    SceneFile scene = scene_of_plant(word);
    if (!is_species_word(word)) return scene;
    ScenePlant& plant = scene.plants.front();
    plant.file.clear();
    plant.species = word;
    plant.seed = GrowthSettings().derivation.seed;
    return scene;
}

}  // namespace thigmo::cli
